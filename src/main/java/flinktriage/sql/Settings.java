package flinktriage.sql;

import flinktriage.model.SqlRejection;
import flinktriage.model.SqlStatement;
import flinktriage.model.UnknownKey;
import flinktriage.plan.StatementText;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What SET and RESET have put in force. */
final class Settings {

    private final Planner planner;
    private final Map<String, String> initial;
    private final OptionKeys keys;
    private Map<String, String> inForce;
    private Map<String, String> functions = Map.of();

    Settings(Planner planner, ReadSettings given) {
        this.planner = planner;
        this.initial = given.settings();
        this.keys = new OptionKeys(given.flinkVersion());
        this.inForce = Map.copyOf(initial);
        planner.configure(inForce, functions);
    }

    Map<String, String> inForce() {
        return inForce;
    }

    /** The result types of stubbed functions, for the next statement. */
    void tell(Map<String, String> types) {
        if (!types.equals(functions)) {
            functions = Map.copyOf(types);
            planner.configure(inForce, functions);
        }
    }

    /**
     * A value that Flink cannot read is rejected here, where it stands, and not where it is used.
     */
    SqlStatement apply(SqlStatement statement, StatementText text) {
        SettingText setting = SettingText.of(text);
        Map<String, String> next = new HashMap<>(inForce);
        Optional<SqlRejection> rejection = Optional.empty();
        if (setting.reset()) {
            setting.key().ifPresentOrElse(next::remove, () -> restart(next));
        } else if (setting.key().isPresent()) {
            String key = setting.key().get();
            String objection =
                    keys.holder(key)
                            .map(h -> planner.objection(h, key, setting.value()))
                            .orElse("");
            if (objection.isEmpty()) {
                next.put(key, setting.value());
            } else {
                rejection =
                        Optional.of(
                                new SqlRejection(
                                        statement.at(), objection, "IllegalArgumentException"));
            }
        }
        inForce = Map.copyOf(next);
        planner.configure(inForce, functions);
        return new SqlStatement(
                statement.kind(),
                statement.at(),
                statement.text(),
                statement.views(),
                inForce,
                statement.tables(),
                statement.hints(),
                statement.unions(),
                statement.plan(),
                rejection,
                unknownKey(setting, text));
    }

    private void restart(Map<String, String> settings) {
        settings.clear();
        settings.putAll(initial);
    }

    private Optional<UnknownKey> unknownKey(SettingText setting, StatementText text) {
        return setting.key()
                .filter(key -> !setting.reset() && !key.isEmpty() && !keys.known(key))
                .map(
                        key ->
                                new UnknownKey(
                                        text.source().span(setting.start(), setting.end()),
                                        key,
                                        keys.nearest(key)));
    }
}
