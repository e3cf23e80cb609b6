package flinktriage.sql;

import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlRejection;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.model.SqlStatement.Kind;
import flinktriage.model.SqlTable;
import flinktriage.model.SqlUnion;
import flinktriage.plan.StatementSplitter;
import flinktriage.plan.StatementText;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Plays scripts, statement after statement, against one planner. */
final class ScriptSession {

    static final int STATEMENTS = 5_000;

    private static final Set<String> OF_THE_CLIENT =
            Set.of("SOURCE", "QUIT", "EXIT", "CLEAR", "HELP", "ADD", "EXECUTE");

    private final Planner planner;
    private final Map<String, String> initial;
    private final Clock clock;
    private final Map<String, String> settings;
    private final Views views = new Views();
    private Map<String, SqlTable> tables = Map.of();

    ScriptSession(Planner planner, ReadSettings given, Clock clock) {
        this.planner = planner;
        this.initial = given.settings();
        this.clock = clock;
        this.settings = new TreeMap<>(initial);
        planner.configure(settings, Map.of());
    }

    SqlScript read(String file, String text) {
        List<StatementText> texts = StatementSplitter.split(file, text);
        List<SqlStatement> statements = new ArrayList<>();
        for (StatementText t : texts.subList(0, Math.min(texts.size(), STATEMENTS))) {
            statements.add(statement(t));
        }
        String version = planner.flinkVersion();
        return new SqlScript(
                file,
                SqlScript.Form.SQL,
                Observed.of(version, new Provenance("planner", "", clock.instant())),
                clock.instant(),
                statements,
                text);
    }

    private SqlStatement statement(StatementText text) {
        if (text.kind() == Kind.SET) {
            return set(text);
        }
        if (text.kind() == Kind.OTHER && OF_THE_CLIENT.stream().anyMatch(text::startsWith)) {
            return made(text, notPlanned(), Optional.empty());
        }
        Answer answer = planner.run(text.parts().stream().map(p -> p.text()).toList(), text.at());
        Map<String, SqlTable> before = tables;
        tables = answer.tables();
        if (text.kind() == Kind.CREATE_VIEW && answer.failure().isEmpty()) {
            views.created(text);
        }
        Optional<SqlRejection> rejection = answer.failure().map(f -> Rejection.of(f, text));
        Observed<SqlPlan> plan =
                answer.plan()
                        .<Observed<SqlPlan>>map(
                                p ->
                                        Observed.of(
                                                new SqlPlan.Explained(p),
                                                new Provenance("EXPLAIN", "", clock.instant())))
                        .orElseGet(ScriptSession::notPlanned);
        return made(text, plan, rejection);
    }

    private SqlStatement set(StatementText text) {
        SettingText setting = SettingText.of(text);
        if (setting.reset()) {
            if (setting.key().isEmpty()) {
                settings.clear();
                settings.putAll(initial);
            } else {
                settings.remove(setting.key().get());
            }
        } else {
            setting.key().ifPresent(k -> settings.put(k, setting.value()));
        }
        planner.configure(settings, Map.of());
        return made(text, notPlanned(), Optional.empty());
    }

    private static Observed<SqlPlan> notPlanned() {
        return Observed.absent(Missing.Why.NOT_ASKED, "plan", "the statement has none");
    }

    private SqlStatement made(
            StatementText text, Observed<SqlPlan> plan, Optional<SqlRejection> rejection) {
        return new SqlStatement(
                text.kind(),
                text.at(),
                text.source().text(),
                views.readBy(text),
                settings,
                tables,
                text.hints(),
                List.<SqlUnion>of(),
                plan,
                rejection);
    }
}
