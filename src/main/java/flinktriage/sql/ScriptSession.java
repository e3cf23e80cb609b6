package flinktriage.sql;

import flinktriage.model.Missing;
import flinktriage.model.Observed;
import flinktriage.model.Provenance;
import flinktriage.model.SqlColumn;
import flinktriage.model.SqlPlan;
import flinktriage.model.SqlRejection;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import flinktriage.model.SqlStatement.Kind;
import flinktriage.model.SqlUnion;
import flinktriage.model.SqlView;
import flinktriage.plan.SetOperation;
import flinktriage.plan.SetOperations;
import flinktriage.plan.SourceText;
import flinktriage.plan.StatementSplitter;
import flinktriage.plan.StatementText;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Plays scripts, statement after statement, against one planner. */
final class ScriptSession {

    static final int STATEMENTS = 5_000;

    /** What only the SQL client understands, or what would run something. */
    private static final Set<String> NOT_FOR_THE_PLANNER =
            Set.of(
                    "SOURCE",
                    "QUIT",
                    "EXIT",
                    "CLEAR",
                    "HELP",
                    "ADD",
                    "REMOVE",
                    "EXECUTE",
                    "CALL",
                    "DELETE",
                    "UPDATE",
                    "ANALYZE",
                    "TRUNCATE",
                    "REFRESH");

    private final Planner planner;
    private final Clock clock;
    private final Settings settings;
    private final Views views = new Views();
    private final MissingFunctions functions = new MissingFunctions();
    private Answer last;
    private boolean modules;

    ScriptSession(Planner planner, ReadSettings given, Clock clock) {
        this.planner = planner;
        this.clock = clock;
        this.settings = new Settings(planner, given);
        this.last = planner.run(List.of(), new SourceText("", "", 1, 1).span());
    }

    SqlScript read(String file, String text) {
        List<StatementText> texts = StatementSplitter.split(file, text);
        List<SqlStatement> statements = new ArrayList<>();
        for (StatementText t : texts.subList(0, Math.min(texts.size(), STATEMENTS))) {
            statements.add(statement(t));
        }
        if (texts.size() > STATEMENTS) {
            statements.add(
                    made(
                            texts.get(STATEMENTS),
                            absent(
                                    Missing.Why.TOO_LARGE,
                                    "statements after the first " + STATEMENTS + " are not read"),
                            Optional.empty()));
        }
        return new SqlScript(
                file,
                SqlScript.Form.SQL,
                Observed.of(planner.flinkVersion(), new Provenance("planner", "", clock.instant())),
                clock.instant(),
                statements,
                text);
    }

    private SqlStatement statement(StatementText text) {
        if (text.kind() == Kind.SET) {
            SqlStatement set = made(text, notPlanned(), Optional.empty());
            return settings.apply(set, text);
        }
        boolean client =
                text.kind() == Kind.OTHER
                        && NOT_FOR_THE_PLANNER.stream().anyMatch(text::startsWith);
        if (client) {
            return made(text, notPlanned(), Optional.empty());
        }
        if (!text.complete()) {
            return made(
                    text,
                    notPlanned(),
                    Optional.of(
                            new SqlRejection(
                                    text.at(), "The statement set has no END", "ParseException")));
        }
        List<SqlView> read = views.readBy(text, last.namespace());
        MissingFunctions.Use use = functions.usedBy(text, read, last.tables(), last.namespace());
        if (use.unknown().isPresent()) {
            Answer before = last;
            last = ask(text);
            if (last.failure().filter(f -> new Rejections(text, f).certain()).isPresent()) {
                return rejected(text, before, use);
            }
            noteDefinition(text);
            return made(
                    text, absent(Missing.Why.NOT_PLANNED, use.unknown().get()), Optional.empty());
        }
        return planned(text, use);
    }

    private Answer ask(StatementText text) {
        return planner.run(text.parts().stream().map(SourceText::text).toList(), text.at());
    }

    private SqlStatement planned(StatementText text, MissingFunctions.Use use) {
        Answer before = last;
        settings.tell(use.types());
        last = ask(text);
        if (last.failure().isPresent()) {
            return rejected(text, before, use);
        }
        noteDefinition(text);
        Observed<SqlPlan> plan =
                last.plan()
                        .<Observed<SqlPlan>>map(
                                p ->
                                        Observed.of(
                                                new SqlPlan.Explained(p),
                                                new Provenance("EXPLAIN", "", clock.instant())))
                        .orElseGet(ScriptSession::notPlanned);
        return made(text, plan, Optional.empty(), before);
    }

    private SqlStatement rejected(StatementText text, Answer before, MissingFunctions.Use use) {
        Rejections rejections = new Rejections(text, last.failure().orElseThrow());
        Optional<String> unknown = rejections.outside(last.external(), modules, before.namespace());
        if (unknown.isEmpty() && !use.types().isEmpty() && !rejections.certain()) {
            unknown =
                    Optional.of(
                            "the class of function %s is not here, and a stub in its place does not fit"
                                    .formatted(String.join(", ", use.types().keySet())));
        }
        return unknown.isPresent()
                ? made(
                        text,
                        absent(Missing.Why.NOT_PLANNED, unknown.get()),
                        Optional.empty(),
                        before)
                : made(
                        text,
                        absent(Missing.Why.NOT_PLANNED, "the planner rejects the statement"),
                        Optional.of(rejections.rejection()),
                        before);
    }

    /** Also of views that cannot be planned: what reads them cannot be planned either. */
    private void noteDefinition(StatementText text) {
        if (text.kind() == Kind.CREATE_VIEW) {
            views.created(text, last.namespace());
        } else if (text.kind() == Kind.CREATE_FUNCTION) {
            functions.created(text);
        } else if (text.startsWith("LOAD", "MODULE")) {
            modules = true;
        } else if (text.startsWith("DROP")) {
            views.dropped(text, last.namespace());
            functions.dropped(text);
        }
    }

    private static Observed<SqlPlan> notPlanned() {
        return absent(Missing.Why.NOT_ASKED, "the statement has none");
    }

    private static Observed<SqlPlan> absent(Missing.Why why, String detail) {
        return Observed.absent(why, "plan", detail);
    }

    private SqlStatement made(
            StatementText text, Observed<SqlPlan> plan, Optional<SqlRejection> rejection) {
        return made(text, plan, rejection, last);
    }

    /**
     * @param before what the planner knew when the statement ran
     */
    private SqlStatement made(
            StatementText text,
            Observed<SqlPlan> plan,
            Optional<SqlRejection> rejection,
            Answer before) {
        return new SqlStatement(
                text.kind(),
                text.at(),
                text.source().text(),
                views.readBy(text, before.namespace()),
                settings.inForce(),
                text.kind() == Kind.CREATE_TABLE ? last.tables() : before.tables(),
                text.hints(),
                unions(text),
                plan,
                rejection,
                Optional.empty());
    }

    private List<SqlUnion> unions(StatementText text) {
        Map<String, List<SqlColumn>> known = new HashMap<>();
        List<SqlUnion> unions = new ArrayList<>();
        for (SourceText part : text.parts()) {
            for (SetOperation operation : SetOperations.in(part)) {
                unions.add(
                        new SqlUnion(
                                operation.at(),
                                operation.branches().stream()
                                        .map(
                                                b ->
                                                        new SqlUnion.Branch(
                                                                b.at(),
                                                                known.computeIfAbsent(
                                                                        b.query(),
                                                                        planner::columns)))
                                        .toList()));
            }
        }
        return unions;
    }
}
