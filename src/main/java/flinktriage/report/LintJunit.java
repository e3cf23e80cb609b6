package flinktriage.report;

import flinktriage.check.Coverage.Reasoned;
import flinktriage.check.LinkedFinding;
import flinktriage.check.LintReport;
import flinktriage.check.ScriptReport;
import flinktriage.check.ScriptReport.Ignored;
import flinktriage.check.Severity;
import flinktriage.model.SourceSpan;
import flinktriage.model.SqlStatement;
import flinktriage.plan.SqlComment;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The report as JUnit XML, as Jenkins and GitLab read it: a suite for each script, a case for each
 * statement. It fails from WARNING on, and is skipped if nothing could be said of it.
 */
public final class LintJunit {

    private static final int LONGEST_NAME = 80;

    private final Pages pages;
    private final Against against;

    /**
     * @param against the earlier version of the same scripts, whose findings fail nothing
     */
    public LintJunit(Pages pages, Against against) {
        this.against = against;
        this.pages = pages;
    }

    /** One statement. */
    private record Case(
            String name,
            Optional<SourceSpan> at,
            List<LinkedFinding> wrong,
            List<String> noted,
            Optional<String> skipped,
            List<String> crashed) {}

    /** With a line feed at its end. */
    public String render(LintReport report) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            write(xml, report);
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a writer into memory does not fail", e);
        }
        return text + "\n";
    }

    private void write(XMLStreamWriter xml, LintReport report) throws XMLStreamException {
        List<List<Case>> suites = report.scripts().stream().map(this::cases).toList();
        List<Case> all = suites.stream().flatMap(List::stream).toList();
        xml.writeCharacters("\n");
        xml.writeStartElement("testsuites");
        xml.writeAttribute("name", "flink-triage lint");
        counts(xml, all);
        for (int i = 0; i < suites.size(); i++) {
            suite(xml, report, report.scripts().get(i), suites.get(i));
        }
        line(xml, 0);
        xml.writeEndElement();
    }

    private void suite(
            XMLStreamWriter xml, LintReport report, ScriptReport script, List<Case> cases)
            throws XMLStreamException {
        line(xml, 1);
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", shown(script.script().name()));
        counts(xml, cases);
        xml.writeAttribute(
                "timestamp",
                DateTimeFormatter.ISO_LOCAL_DATE_TIME
                        .withZone(ZoneOffset.UTC)
                        .format(report.takenAt().truncatedTo(ChronoUnit.SECONDS)));
        line(xml, 2);
        xml.writeStartElement("properties");
        property(xml, "verdict", script.verdict().name());
        for (String version : script.script().flinkVersion().stream().toList()) {
            property(xml, "flinkVersion", version);
        }
        line(xml, 2);
        xml.writeEndElement();
        for (Case one : cases) {
            test(xml, script, one);
        }
        line(xml, 1);
        xml.writeEndElement();
    }

    private void test(XMLStreamWriter xml, ScriptReport script, Case test)
            throws XMLStreamException {
        line(xml, 2);
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", shown(script.script().name()));
        xml.writeAttribute("name", test.name());
        if (test.at().isPresent()) {
            xml.writeAttribute("file", shown(test.at().get().file()));
            xml.writeAttribute("line", Integer.toString(test.at().get().line()));
        }
        xml.writeAttribute("time", "0");
        if (!test.crashed().isEmpty()) {
            element(xml, "error", test.crashed().get(0), "crash", test.crashed());
        } else if (!test.wrong().isEmpty()) {
            LinkedFinding first = test.wrong().get(0);
            List<String> lines = new ArrayList<>();
            test.wrong().forEach(f -> lines.addAll(lines(f)));
            element(xml, "failure", title(first), first.finding().severity().name(), lines);
        } else if (test.skipped().isPresent()) {
            line(xml, 3);
            xml.writeEmptyElement("skipped");
            xml.writeAttribute("message", test.skipped().get());
        }
        if (!test.noted().isEmpty()) {
            line(xml, 3);
            xml.writeStartElement("system-out");
            xml.writeCharacters(String.join("\n", test.noted()));
            xml.writeEndElement();
        }
        line(xml, 2);
        xml.writeEndElement();
    }

    private static void element(
            XMLStreamWriter xml, String name, String message, String type, List<String> lines)
            throws XMLStreamException {
        line(xml, 3);
        xml.writeStartElement(name);
        xml.writeAttribute("message", message);
        xml.writeAttribute("type", type);
        xml.writeCharacters(String.join("\n", lines));
        xml.writeEndElement();
    }

    private List<String> lines(LinkedFinding f) {
        List<String> lines = new ArrayList<>();
        lines.add(place(f) + ": " + f.finding().severity() + " " + title(f));
        int step = 1;
        for (String action : pages.actions(f)) {
            lines.add("  " + step++ + ". " + shown(action));
        }
        lines.add("  flink-triage explain " + f.code());
        return lines;
    }

    private List<Case> cases(ScriptReport report) {
        List<Case> cases = new ArrayList<>();
        List<SqlStatement> statements = report.script().statements();
        List<SqlStatement> unassessed = report.unassessed();
        int digits = Integer.toString(statements.size()).length();
        for (int i = 0; i < statements.size(); i++) {
            SqlStatement s = statements.get(i);
            int index = i;
            List<LinkedFinding> own =
                    report.findings().stream().filter(f -> in(report, f, index)).toList();
            List<String> noted = new ArrayList<>();
            own.stream().filter(f -> !wrong(f)).forEach(f -> noted.add(noted(f)));
            for (Ignored ignored : report.ignored()) {
                if (in(report, ignored.finding(), index)) {
                    noted.add(
                            "%s: ignored until %s (%s): %s"
                                    .formatted(
                                            place(ignored.finding()),
                                            ignored.until(),
                                            shown(ignored.reason()),
                                            title(ignored.finding())));
                }
            }
            cases.add(
                    new Case(
                            ("%0" + digits + "d %s").formatted(i + 1, name(s)),
                            s.text().isEmpty() ? Optional.empty() : Optional.of(s.at()),
                            own.stream().filter(this::wrong).toList(),
                            noted,
                            skipped(s, unassessed),
                            List.of()));
        }
        rest(report, cases);
        return cases;
    }

    /** What is said of no statement of the script: it must not vanish. */
    private void rest(ScriptReport report, List<Case> cases) {
        List<LinkedFinding> elsewhere =
                report.findings().stream()
                        .filter(f -> Statements.of(report.script(), f).isEmpty() && wrong(f))
                        .toList();
        List<String> crashed = new ArrayList<>();
        for (Reasoned c : report.coverage().crashed()) {
            crashed.add(c.code() + " crashed: " + shown(c.why()));
        }
        Optional<String> empty =
                report.script().statements().isEmpty()
                        ? Optional.of("the script has no statement")
                        : Optional.empty();
        if (!elsewhere.isEmpty() || !crashed.isEmpty() || empty.isPresent()) {
            cases.add(
                    new Case(
                            "the script as a whole",
                            Optional.empty(),
                            elsewhere,
                            List.of(),
                            empty,
                            crashed));
        }
    }

    private static boolean in(ScriptReport report, LinkedFinding f, int index) {
        return Statements.of(report.script(), f).filter(i -> i == index).isPresent();
    }

    private String noted(LinkedFinding f) {
        return place(f)
                + ": "
                + f.finding().severity()
                + (against.knows(f) ? " (known) " : " ")
                + title(f);
    }

    private boolean wrong(LinkedFinding f) {
        return f.finding().severity() != Severity.INFO && !against.knows(f);
    }

    private static Optional<String> skipped(SqlStatement s, List<SqlStatement> unassessed) {
        return unassessed.stream().filter(u -> u == s).findFirst().map(LintText::why);
    }

    /** The beginning of the statement: lines move, and names of tests should not. */
    private static String name(SqlStatement s) {
        String text = SqlComment.without(s.text());
        return text.isEmpty()
                ? s.kind().name().toLowerCase(Locale.ROOT).replace("other", "plan")
                : Harmless.line(text, LONGEST_NAME);
    }

    private static String title(LinkedFinding f) {
        return f.code() + " " + f.finding().reason() + ": " + shown(f.finding().summary());
    }

    private static String place(LinkedFinding f) {
        return shown(
                f.finding()
                        .subject()
                        .source()
                        .map(SourceSpan::start)
                        .orElse(f.finding().subject().name()));
    }

    private static void counts(XMLStreamWriter xml, List<Case> cases) throws XMLStreamException {
        long errors = cases.stream().filter(c -> !c.crashed().isEmpty()).count();
        long failures =
                cases.stream().filter(c -> c.crashed().isEmpty() && !c.wrong().isEmpty()).count();
        long skipped =
                cases.stream()
                        .filter(c -> c.crashed().isEmpty() && c.wrong().isEmpty())
                        .filter(c -> c.skipped().isPresent())
                        .count();
        xml.writeAttribute("tests", Integer.toString(cases.size()));
        xml.writeAttribute("failures", Long.toString(failures));
        xml.writeAttribute("errors", Long.toString(errors));
        xml.writeAttribute("skipped", Long.toString(skipped));
        xml.writeAttribute("time", "0");
    }

    private static void property(XMLStreamWriter xml, String name, String value)
            throws XMLStreamException {
        line(xml, 3);
        xml.writeEmptyElement("property");
        xml.writeAttribute("name", name);
        xml.writeAttribute("value", shown(value));
    }

    private static void line(XMLStreamWriter xml, int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }

    /** Without controls, which XML cannot hold at all. */
    private static String shown(String text) {
        return Harmless.line(text);
    }
}
