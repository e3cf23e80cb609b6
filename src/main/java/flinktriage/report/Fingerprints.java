package flinktriage.report;

import flinktriage.check.LinkedFinding;
import flinktriage.check.Subject;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.plan.SqlComment;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * What makes a finding the same as one of an earlier run: its code and reason, the statement
 * without comments and line breaks, the operator without the planner's running number. Neither
 * lines nor the file's name count, so that an alert survives when either changes.
 */
final class Fingerprints {

    private static final int LENGTH = 32;

    private final SqlScript script;
    private final Map<String, Integer> seen = new HashMap<>();

    Fingerprints(SqlScript script) {
        this.script = script;
    }

    /** The second finding that is the same in a script has another number. */
    String of(LinkedFinding f) {
        Subject subject = f.finding().subject();
        String text =
                String.join(
                        "\u0000",
                        f.code().code(),
                        f.finding().reason(),
                        statement(f),
                        subject.operator().map(Fingerprints::unnumbered).orElse(""),
                        subject.table().orElse(""),
                        subject.branch().map(String::valueOf).orElse(""));
        String hash = hash(text);
        return hash + ":" + seen.merge(hash, 1, Integer::sum);
    }

    /** Without SQL, what is said of the operator takes its place. */
    private String statement(LinkedFinding f) {
        return Statements.of(script, f)
                .map(index -> script.statements().get(index))
                .map(SqlStatement::text)
                .filter(text -> !text.isBlank())
                .map(SqlComment::without)
                .orElseGet(() -> unnumbered(f.finding().summary()));
    }

    private static String unnumbered(String text) {
        return text.replaceAll("\\[\\d+\\]:?", "");
    }

    private static String hash(String text) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
