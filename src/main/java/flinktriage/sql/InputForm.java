package flinktriage.sql;

import flinktriage.model.SqlScript;
import java.util.regex.Pattern;

/** What a file is, by its content. */
enum InputForm {
    SQL,
    EXPLAIN,
    /** Of COMPILE PLAN, JSON_EXECUTION_PLAN or REST. */
    JSON,
    TOO_LARGE;

    static final int LIMIT = 10_000_000;

    private static final Pattern SECTION =
            Pattern.compile(
                    "(?m)^\\s*== (Abstract Syntax Tree|Optimized Physical Plan|Optimized Execution Plan"
                            + "|Optimized Logical Plan|Physical Execution Plan|Optimized Physical Plan With"
                            + " Advice)[^\\n]* ==\\s*$");

    static InputForm of(SqlInput input) {
        String text = text(input);
        if (input.text().length() > LIMIT) {
            return TOO_LARGE;
        }
        boolean json = text.stripLeading().startsWith("{");
        if (input.form().isPresent()) {
            return switch (input.form().get()) {
                case SQL -> SQL;
                case EXPLAIN -> json ? JSON : EXPLAIN;
                case COMPILED_PLAN, RUNNING_JOB -> JSON;
            };
        }
        if (json) {
            return JSON;
        }
        return SECTION.matcher(text).find() ? EXPLAIN : SQL;
    }

    /** Without the byte order mark that some editors put first. */
    static String text(SqlInput input) {
        return input.text().startsWith("\uFEFF") ? input.text().substring(1) : input.text();
    }

    SqlScript.Form form() {
        return switch (this) {
            case SQL, TOO_LARGE -> SqlScript.Form.SQL;
            case EXPLAIN -> SqlScript.Form.EXPLAIN;
            case JSON -> SqlScript.Form.COMPILED_PLAN;
        };
    }
}
