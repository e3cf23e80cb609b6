package flinktriage.engine;

import flinktriage.check.CheckId;
import flinktriage.model.SqlScript;
import flinktriage.model.SqlStatement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The suppressions of one script, and what became of them. */
final class Suppressions {

    /** A finding, and the comment that ignores it. */
    record Ignored(Causes.Coded finding, Suppression by) {}

    /** What one comment says of one code. */
    private record Use(Suppression suppression, String code) {}

    private final SqlScript script;
    private final LocalDate today;
    private final List<Suppression> all;
    private final List<String> notes;
    private final Set<Use> used = new HashSet<>();
    private final List<Ignored> ignored = new ArrayList<>();

    private Suppressions(SqlScript script, LocalDate today, Suppression.Read read) {
        this.script = script;
        this.today = today;
        all = read.suppressions();
        notes = new ArrayList<>(read.notes());
    }

    static Suppressions of(SqlScript script, List<CheckId> known, LocalDate today) {
        Set<String> codes = known.stream().map(CheckId::code).collect(Collectors.toSet());
        return new Suppressions(script, today, Suppression.of(script, codes));
    }

    /**
     * True if a comment ignores it today.
     *
     * @param statement the index of the one of which it was said
     */
    boolean ignore(Causes.Coded found, int statement) {
        boolean ignores = false;
        for (Suppression s : all) {
            String code = found.code().code();
            if (s.codes().contains(code) && concerns(s, found, statement)) {
                used.add(new Use(s, code));
                if (!ignores && !today.isAfter(s.until())) {
                    Ignored known = new Ignored(found, s);
                    if (!ignored.contains(known)) {
                        ignored.add(known);
                    }
                    ignores = true;
                }
            }
        }
        return ignores;
    }

    /** A finding may also stand in the definition of a view that a later statement reads. */
    private boolean concerns(Suppression s, Causes.Coded found, int statement) {
        if (s.statement().isEmpty()) {
            return false;
        }
        SqlStatement its = script.statements().get(s.statement().get());
        return s.statement().get() == statement
                || found.finding().subject().source().stream().anyMatch(its.at()::contains);
    }

    /** In the order in which they were found. */
    List<Ignored> ignored() {
        return List.copyOf(ignored);
    }

    /** What the author of the comments should know; complete when all checks have run. */
    List<String> notes() {
        List<String> said = new ArrayList<>(notes);
        for (Suppression s : all) {
            String where = script.name() + ":" + s.line() + ": ";
            Set<String> needed = new TreeSet<>();
            Set<String> idle = new TreeSet<>();
            s.codes().forEach(c -> (used.contains(new Use(s, c)) ? needed : idle).add(c));
            if (!needed.isEmpty() && today.isAfter(s.until())) {
                said.add(
                        where
                                + String.join(", ", needed)
                                + " is no longer ignored: that ended with "
                                + s.until()
                                + " ("
                                + s.reason()
                                + ")");
            }
            if (!idle.isEmpty()) {
                said.add(
                        where
                                + String.join(", ", idle)
                                + " is ignored for "
                                + (s.statement().isPresent()
                                        ? "a statement that does not have it"
                                        : "no statement: none follows")
                                + "; the comment can go");
            }
        }
        return said;
    }
}
