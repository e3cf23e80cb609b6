package flinktriage.pages;

import static org.assertj.core.api.Assertions.assertThat;

import flinktriage.checks.AllChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The form of the pages: programs cut them at these headings, reasons and numbers. */
class PagesTest {

    private static final List<String> HEADINGS =
            List.of(
                    "## Meaning",
                    "## Impact",
                    "## How it is measured",
                    "## Thresholds",
                    "## Do now",
                    "## Prevent",
                    "## False alarms",
                    "## Versions");

    /** Behind {@code Do now}, in the pages of SQL rules only. */
    private static final String EXAMPLE = "## Example";

    private static final Set<String> PLACEHOLDERS =
            Set.of("{job}", "{vertex}", "{subtask}", "{url}");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{[^}]*}");

    private static final Map<String, String> REASONS = reasons();

    private static Map<String, String> reasons() {
        Map<String, String> reasons = new TreeMap<>();
        reasons.put("FT-BP-001", "BUSY SKEW SINK_SLOW LOOKUP_SLOW STATE_ACCESS GC NETWORK");
        reasons.put("FT-BP-002", "HOT_KEY UNEVEN_INPUT");
        reasons.put("FT-BP-003", "SOURCE_BOUND");
        reasons.put("FT-BP-004", "MOVING");
        reasons.put("FT-CL-001", "DNS REFUSED TLS AUTH NO_LEADER TIMEOUT NOT_FLINK FAILED");
        reasons.put("FT-CP-001", "EXPIRED DECLINED FAILED");
        reasons.put("FT-CP-002", "STALE NEVER");
        reasons.put("FT-CP-003", "START_DELAY ALIGNMENT SYNC ASYNC");
        reasons.put("FT-CP-004", "DISABLED INTERVAL_TOO_SHORT TIMEOUT_TOO_SHORT NO_TOLERANCE");
        reasons.put("FT-CP-005", "INFLIGHT");
        reasons.put("FT-LG-001", "GROWING HIGH");
        reasons.put("FT-PA-001", "IDLE_SUBTASKS UNREAD_PARTITIONS");
        reasons.put("FT-PA-002", "UNEVEN AT_LIMIT");
        reasons.put("FT-PA-003", "UNEVEN");
        reasons.put("FT-PA-004", "MISMATCH");
        reasons.put("FT-PA-005", "SINGLETON");
        reasons.put("FT-RD-001", "CACHE_MISSES WRITE_STALL COMPACTION");
        reasons.put("FT-RS-001", "LOOP CHECKPOINTS MEMORY RESTARTED");
        reasons.put("FT-RS-002", "FAILED NOT_RUNNING");
        reasons.put("FT-RS-003", "NONE EXHAUSTIBLE");
        reasons.put("FT-SQ-101", "UNION_DISTINCT");
        reasons.put("FT-SQ-102", "SELECT_DISTINCT");
        reasons.put("FT-SQ-103", "NO_UNIQUE_KEY");
        reasons.put("FT-SQ-104", "NO_TIME_BOUND");
        reasons.put("FT-SQ-105", "SEMI_JOIN ANTI_JOIN");
        reasons.put("FT-SQ-106", "RETRACT_STRATEGY");
        reasons.put("FT-SQ-107", "DEDUPLICATE TOP_N");
        reasons.put("FT-SQ-108", "UNBOUNDED_OVER NO_PARTITION");
        reasons.put("FT-SQ-109", "CHANGELOG_NORMALIZE");
        reasons.put("FT-SQ-110", "UPSERT_MATERIALIZE");
        reasons.put("FT-SQ-111", "TTL_DISABLED");
        reasons.put("FT-SQ-112", "TTL_IGNORED");
        reasons.put("FT-SQ-113", "NO_WITHIN");
        reasons.put("FT-SQ-114", "IGNORED_HINT");
        reasons.put("FT-SQ-115", "NOT_A_WINDOW");
        reasons.put("FT-SQ-116", "ONE_PHASE");
        reasons.put("FT-SQ-117", "NO_IDLE_TIMEOUT");
        reasons.put("FT-SQ-118", "SYNCHRONOUS");
        reasons.put("FT-SQ-119", "SHORTER_DOWNSTREAM");
        reasons.put("FT-SQ-120", "SINGLETON");
        reasons.put("FT-SQ-121", "EXPIRED_STATE_STAYS");
        reasons.put("FT-SQ-122", "PLAN_ADVICE");
        reasons.put("FT-SQ-123", "TABLE_LOST BRANCH_EMPTY");
        reasons.put("FT-SQ-124", "DELAYS_DIFFER");
        reasons.put("FT-SQ-125", "PADDED CAST");
        reasons.put("FT-SQ-126", "UNBOUNDED_GROUPS");
        reasons.put("FT-SQ-127", "LONG_RANGE");
        reasons.put("FT-SQ-130", "COLUMN_TYPE COLUMN_COUNT UNKNOWN_OBJECT SYNTAX UNSUPPORTED");
        reasons.put("FT-SQ-131", "UNKNOWN_KEY");
        reasons.put("FT-ST-001", "GROWING");
        reasons.put("FT-ST-002", "UNBOUNDED_OPERATOR");
        reasons.put("FT-ST-003", "SKEW");
        reasons.put("FT-ST-004", "HEAP_TOO_LARGE NOT_INCREMENTAL");
        reasons.put("FT-TM-001", "GC");
        reasons.put("FT-TM-002", "HEAP METASPACE DIRECT MANAGED");
        reasons.put("FT-TM-003", "BUFFERS");
        reasons.put("FT-TM-004", "NO_SLOTS");
        reasons.put("FT-TM-005", "LOST REPLACED SILENT");
        reasons.put("FT-WM-001", "LAGGING_INPUT IDLE_INPUT EMPTY_SUBTASK NO_WATERMARK");
        reasons.put("FT-WM-002", "STUCK");
        reasons.put("FT-WM-003", "DELAY BACKLOG");
        reasons.put("FT-WM-004", "AHEAD");
        reasons.put("FT-WM-005", "LATE_DROPS");
        return reasons;
    }

    @Test
    void every_page_has_the_form() {
        List<String> wrong = new ArrayList<>();
        for (Page page : Page.all()) {
            wrong.addAll(faults(page));
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void every_page_has_a_subsection_for_each_reason_and_no_other() {
        Map<String, Set<String>> expected = new TreeMap<>();
        Map<String, Set<String>> actual = new TreeMap<>();
        REASONS.forEach((code, names) -> expected.put(code, new TreeSet<>(words(names))));
        for (Page page : Page.all()) {
            Set<String> names = new TreeSet<>(page.steps().keySet());
            names.remove("");
            actual.put(page.code(), names);
        }
        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void every_check_has_a_page_that_asks_its_question() {
        Map<String, String> titles = new TreeMap<>();
        Page.all().forEach(page -> titles.put(page.code(), page.lines().get(0)));
        AllChecks.list()
                .forEach(
                        check ->
                                assertThat(titles)
                                        .containsEntry(
                                                check.spec().id().code(),
                                                "# "
                                                        + check.spec().id()
                                                        + ": "
                                                        + check.spec().title()));
    }

    @Test
    void a_page_of_the_wrong_form_is_rejected() {
        Page page =
                new Page(
                        "FT-BP-001",
                        List.of(
                                "# FT-BP-002: what is this?",
                                "## Meaning",
                                "## Do now",
                                "### BUSY",
                                "1. Look at `{url}/jobs/{id}` and",
                                "   then at the rest"));
        assertThat(faults(page))
                .containsExactly(
                        "FT-BP-001: first line # FT-BP-002: what is this?",
                        "FT-BP-001: headings [## Meaning, ## Do now]",
                        "FT-BP-001: thresholds []",
                        "FT-BP-001: nothing under Meaning",
                        "FT-BP-001: nothing under Impact",
                        "FT-BP-001: nothing under How it is measured",
                        "FT-BP-001: nothing under Prevent",
                        "FT-BP-001: nothing under False alarms",
                        "FT-BP-001: nothing under Versions",
                        "FT-BP-001: BUSY has 2 steps",
                        "FT-BP-001: not step 2 of BUSY:    then at the rest",
                        "FT-BP-001: placeholder {id}");
    }

    private static List<String> faults(Page page) {
        List<String> faults = new ArrayList<>();
        if (!page.lines().get(0).matches("# " + page.code() + ": [a-z].*\\?")) {
            faults.add("first line " + page.lines().get(0));
        }
        if (!page.headings().equals(headings(page.code()))) {
            faults.add("headings " + page.headings());
        }
        if (page.code().startsWith("FT-SQ-")) {
            faults.addAll(faultsOfExample(page));
        }
        if (!page.section("Thresholds").equals(List.of("(generated)"))) {
            faults.add("thresholds " + page.section("Thresholds"));
        }
        for (String heading :
                List.of(
                        "Meaning",
                        "Impact",
                        "How it is measured",
                        "Prevent",
                        "False alarms",
                        "Versions")) {
            if (page.section(heading).isEmpty()) {
                faults.add("nothing under " + heading);
            }
        }
        page.steps().forEach((reason, steps) -> faults.addAll(faults(reason, steps)));
        page.lines()
                .forEach(
                        line -> {
                            Matcher matcher = PLACEHOLDER.matcher(line);
                            while (matcher.find()) {
                                if (!PLACEHOLDERS.contains(matcher.group())) {
                                    faults.add("placeholder " + matcher.group());
                                }
                            }
                        });
        return faults.stream().map(fault -> page.code() + ": " + fault).toList();
    }

    private static List<String> headings(String code) {
        List<String> headings = new ArrayList<>(HEADINGS);
        if (code.startsWith("FT-SQ-")) {
            headings.add(headings.indexOf("## Prevent"), EXAMPLE);
        }
        return headings;
    }

    /** A version without an example must be spoken of under Versions. */
    private static List<String> faultsOfExample(Page page) {
        List<String> faults = new ArrayList<>();
        for (String version : List.of("1.20", "2.3")) {
            boolean sick = page.examples().stream().anyMatch(e -> e.sick() && e.isFor(version));
            boolean healthy = page.examples().stream().anyMatch(e -> !e.sick() && e.isFor(version));
            String versions = String.join("\n", page.section("Versions"));
            if (!(sick && healthy) && !versions.contains(version)) {
                faults.add("no example and no word about " + version);
            }
        }
        List<String> said =
                page.section("Example").stream()
                        .filter(line -> line.startsWith("- "))
                        .map(line -> line.replaceFirst(": .*", ""))
                        .toList();
        if (!said.equals(List.of("- Rewrite", "- Results", "- Restore"))) {
            faults.add("the example says " + said);
        }
        return faults;
    }

    private static List<String> faults(String reason, List<String> steps) {
        List<String> faults = new ArrayList<>();
        if (!reason.isEmpty() && (steps.size() < 3 || steps.size() > 6)) {
            faults.add(reason + " has " + steps.size() + " steps");
        }
        for (int i = 0; i < steps.size(); i++) {
            if (!steps.get(i).startsWith(i + 1 + ". ")) {
                faults.add("not step " + (i + 1) + " of " + reason + ": " + steps.get(i));
            }
        }
        return faults;
    }

    @Test
    void a_page_of_a_rule_without_a_complete_example_is_rejected() {
        Page page =
                new Page(
                        "FT-SQ-101",
                        List.of(
                                "# FT-SQ-101: what is this?",
                                "## Example",
                                "```sql",
                                "-- sick on 2.3",
                                "SELECT 1;",
                                "```",
                                "```sql",
                                "-- healthy",
                                "SELECT 2;",
                                "```",
                                "- Rewrite: another number.",
                                "## Versions",
                                "Since 2.3."));
        assertThat(faults(page))
                .contains(
                        "FT-SQ-101: no example and no word about 1.20",
                        "FT-SQ-101: the example says [- Rewrite]")
                .doesNotContain("FT-SQ-101: no example and no word about 2.3");
    }

    private static List<String> words(String names) {
        return names.isEmpty() ? List.of() : List.of(names.split(" "));
    }
}
