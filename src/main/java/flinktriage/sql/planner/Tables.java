package flinktriage.sql.planner;

import flinktriage.model.SourceSpan;
import flinktriage.model.SqlColumn;
import flinktriage.model.SqlTable;
import flinktriage.sql.Secrets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.Column.MetadataColumn;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.catalog.UniqueConstraint;
import org.apache.flink.table.catalog.WatermarkSpec;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.RowKind;

/** Reads what a stubbed table is. */
final class Tables {

    private static final Map<String, RowKind> KINDS =
            Map.of(
                    "I", RowKind.INSERT,
                    "UB", RowKind.UPDATE_BEFORE,
                    "UA", RowKind.UPDATE_AFTER,
                    "D", RowKind.DELETE);

    private Tables() {}

    static Connector connector(ResolvedCatalogTable table) {
        return Connector.of(
                StubOptions.connector(table.getOptions()),
                StubOptions.restore(table.getOptions()),
                table.getResolvedSchema().getPrimaryKey().isPresent());
    }

    static ChangelogMode changelog(ResolvedCatalogTable table) {
        return StubOptions.changelog(table.getOptions())
                .map(Tables::parse)
                .orElseGet(() -> connector(table).source());
    }

    private static ChangelogMode parse(String changes) {
        ChangelogMode.Builder mode = ChangelogMode.newBuilder();
        for (String change : changes.split(",")) {
            mode.addContainedKind(KINDS.getOrDefault(change.strip(), RowKind.INSERT));
        }
        return mode.build();
    }

    /** As plans print it. */
    private static String print(ChangelogMode mode) {
        return mode.getContainedKinds().stream()
                .sorted()
                .map(
                        kind ->
                                switch (kind) {
                                    case INSERT -> "I";
                                    case UPDATE_BEFORE -> "UB";
                                    case UPDATE_AFTER -> "UA";
                                    case DELETE -> "D";
                                })
                .collect(Collectors.joining(","));
    }

    /** Virtual columns can only be read. */
    static Map<String, DataType> metadata(ResolvedSchema schema, boolean virtual) {
        Map<String, DataType> types = new LinkedHashMap<>();
        for (Column column : schema.getColumns()) {
            if (column instanceof MetadataColumn m && (virtual || !m.isVirtual())) {
                types.putIfAbsent(m.getMetadataKey().orElse(m.getName()), m.getDataType());
            }
        }
        return types;
    }

    static SqlTable describe(String name, SourceSpan at, ResolvedCatalogTable table) {
        ResolvedSchema schema = table.getResolvedSchema();
        Optional<WatermarkSpec> watermark = schema.getWatermarkSpecs().stream().findFirst();
        return new SqlTable(
                name,
                at,
                connector(table).name(),
                columns(schema),
                schema.getPrimaryKey().map(UniqueConstraint::getColumns).orElse(List.of()),
                watermark.map(WatermarkSpec::getRowtimeAttribute),
                watermark.map(w -> w.getWatermarkExpression().asSummaryString()),
                print(changelog(table)),
                Secrets.without(StubOptions.restore(table.getOptions())));
    }

    static List<SqlColumn> columns(ResolvedSchema schema) {
        return schema.getColumns().stream()
                .map(
                        c ->
                                new SqlColumn(
                                        c.getName(),
                                        c.getDataType().getLogicalType().asSummaryString()))
                .toList();
    }
}
