package flinktriage.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A table as a plan prints it: {@code [[catalog, database, table, filter=[]]]} for a scan, {@code
 * catalog.database.table} for a look-up or a sink.
 *
 * @param qualified {@code catalog.database.table}
 * @param shortName the last part
 */
public record TableName(String qualified, String shortName) {

    public static Optional<TableName> of(Operator o) {
        String text = o.attribute("table").orElse("").strip();
        if (!text.startsWith("[")) {
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new TableName(text, text.substring(text.lastIndexOf('.') + 1)));
        }
        List<String> parts = new ArrayList<>();
        for (String part :
                Digest.split(text.substring(1, text.length() - (text.endsWith("]") ? 1 : 0)))) {
            if (part.indexOf("=[") >= 0 || parts.size() == 3) {
                break;
            }
            parts.add(part);
        }
        return parts.isEmpty()
                ? Optional.empty()
                : Optional.of(new TableName(String.join(".", parts), parts.get(parts.size() - 1)));
    }
}
