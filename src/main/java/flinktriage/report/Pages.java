package flinktriage.report;

import flinktriage.check.CheckId;
import flinktriage.check.LinkedFinding;
import flinktriage.model.Job;
import flinktriage.model.Target;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The pages of the checks. A missing page is no error here: a report goes out without it. */
public final class Pages {

    private static final String FOLDER = "/flinktriage/pages/";

    private final Function<CheckId, Optional<String>> texts;
    private final Map<CheckId, Optional<Page>> parsed = new ConcurrentHashMap<>();

    /**
     * @param texts the Markdown of a check's page
     */
    public Pages(Function<CheckId, Optional<String>> texts) {
        this.texts = texts;
    }

    /** Those that are packed with the program. */
    public static Pages packed() {
        return new Pages(Pages::read);
    }

    public Optional<Page> page(CheckId code) {
        return parsed.computeIfAbsent(code, c -> texts.apply(c).map(Page::parse));
    }

    /** The question that a check answers, or its code. */
    public String title(CheckId code) {
        return page(code).map(Page::title).filter(t -> !t.isEmpty()).orElse(code.code());
    }

    /** What to do now about a finding of a job. */
    public List<String> actions(LinkedFinding found, Job job, Target target) {
        return actions(found, Optional.of(job), target);
    }

    /** What to do now about a finding of the cluster. */
    public List<String> actions(LinkedFinding found, Target target) {
        return actions(found, Optional.empty(), target);
    }

    /** What to do about a finding of a script; what needs a running job is left out. */
    public List<String> actions(LinkedFinding found) {
        return page(found.code()).stream()
                .flatMap(page -> page.doNow(found.finding().reason()).stream())
                .map(Placeholders::without)
                .filter(step -> !step.isEmpty())
                .toList();
    }

    private List<String> actions(LinkedFinding found, Optional<Job> job, Target target) {
        Placeholders values = Placeholders.of(found.finding().subject(), job, target);
        return page(found.code()).stream()
                .flatMap(page -> page.doNow(found.finding().reason()).stream())
                .map(values::fill)
                .toList();
    }

    private static Optional<String> read(CheckId code) {
        try (InputStream in = Pages.class.getResourceAsStream(FOLDER + code + ".md")) {
            return in == null
                    ? Optional.empty()
                    : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the page of " + code, e);
        }
    }
}
