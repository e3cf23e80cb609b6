package flinktriage.runbook;

import flinktriage.check.CheckId;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The runbooks that there are: those of the program, then the user's. */
public final class Runbooks {

    private static final String FOLDER = "/flinktriage/runbooks/";

    /** The files of the folder; a test compares them. */
    static final List<String> PACKED =
            List.of(
                    "backpressure",
                    "checkpoints-failing",
                    "cluster-unreachable",
                    "consumer-lag",
                    "job-not-running",
                    "memory-and-gc",
                    "parallelism-and-partitions",
                    "restart-loop",
                    "slow-external-system",
                    "sql-state",
                    "state-growing",
                    "union-deduplicates",
                    "watermark-stuck");

    private static final long MOST_BYTES = 256 * 1024;
    private static final int MOST_FILES = 500;

    private final Map<String, Runbook> byId;
    private final Map<String, Runbook> byAlert;
    private final List<String> notes;

    private Runbooks(Map<String, Runbook> byId, Map<String, Runbook> byAlert, List<String> notes) {
        this.byId = byId;
        this.byAlert = byAlert;
        this.notes = List.copyOf(notes);
    }

    /**
     * Those that are packed with the program.
     *
     * @param known the codes that there are
     */
    public static Runbooks packed(Set<CheckId> known) {
        RunbookParser parser = new RunbookParser(known);
        Map<String, Runbook> byId = new TreeMap<>();
        Map<String, Runbook> byAlert = new HashMap<>();
        for (String name : PACKED) {
            Runbook runbook = parser.parse("runbooks/" + name + ".md", resource(name));
            byId.put(runbook.id(), runbook);
            runbook.alerts().forEach(alert -> byAlert.put(alert, runbook));
        }
        return new Runbooks(byId, byAlert, List.of());
    }

    /**
     * With the user's own. One with the id of a packed one takes its place, and so does an alert;
     * {@link #notes} says so.
     *
     * @param folder whose files {@code *.md} are runbooks, without its subfolders
     * @throws InvalidRunbookException with everything that is wrong in any of the files
     */
    public Runbooks with(Path folder, Set<CheckId> known) {
        RunbookParser parser = new RunbookParser(known);
        List<String> faults = new ArrayList<>();
        Map<String, String> ownIds = new HashMap<>();
        Map<String, String> ownAlerts = new HashMap<>();
        Map<String, Runbook> ids = new TreeMap<>(byId);
        Map<String, Runbook> alerts = new HashMap<>(byAlert);
        List<String> said = new ArrayList<>();
        for (Path file : files(folder)) {
            try {
                Runbook runbook = parser.parse(file.toString(), text(file));
                String other = ownIds.putIfAbsent(runbook.id(), file.toString());
                if (other != null) {
                    faults.add(file + ":1: " + other + " has the id " + runbook.id() + " too");
                    continue;
                }
                Runbook former = ids.put(runbook.id(), runbook);
                if (former != null) {
                    said.add(file + " takes the place of the packed runbook " + runbook.id());
                    alerts.values().removeIf(former::equals);
                }
                for (String alert : runbook.alerts()) {
                    String rival = ownAlerts.putIfAbsent(alert, file.toString());
                    Runbook before = alerts.put(alert, runbook);
                    if (rival != null) {
                        faults.add(file + ":1: " + rival + " has the alert " + alert + " too");
                    } else if (before != null) {
                        said.add(file + " takes the alert " + alert + " from " + before.id());
                    }
                }
            } catch (InvalidRunbookException e) {
                faults.addAll(e.faults());
            }
        }
        if (!faults.isEmpty()) {
            throw new InvalidRunbookException(faults);
        }
        return new Runbooks(ids, alerts, said);
    }

    /** By id. */
    public List<Runbook> list() {
        return List.copyOf(byId.values());
    }

    /** By its id, else by the name of an alert that selects it. */
    public Optional<Runbook> find(String idOrAlert) {
        return Optional.ofNullable(byId.get(idOrAlert)).or(() -> forAlert(idOrAlert));
    }

    public Optional<Runbook> forAlert(String name) {
        return Optional.ofNullable(byAlert.get(name));
    }

    /** Which packed ones the user's have replaced. */
    public List<String> notes() {
        return notes;
    }

    private static List<Path> files(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> files =
                    entries.filter(f -> f.toString().endsWith(".md"))
                            .sorted()
                            .limit(MOST_FILES + 1)
                            .toList();
            if (files.isEmpty()) {
                throw new InvalidRunbookException(List.of(folder + ": no file *.md in it"));
            }
            if (files.size() > MOST_FILES) {
                throw new InvalidRunbookException(
                        List.of(folder + ": more than " + MOST_FILES + " files"));
            }
            return files;
        } catch (IOException e) {
            throw new InvalidRunbookException(List.of(folder + ": not a folder that can be read"));
        }
    }

    private static String text(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new InvalidRunbookException(
                        List.of(file + ":1: larger than " + MOST_BYTES / 1024 + " KB"));
            }
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new InvalidRunbookException(List.of(file + ":1: not UTF-8"));
        } catch (IOException e) {
            throw new InvalidRunbookException(List.of(file + ":1: cannot be read"));
        }
    }

    private static String resource(String name) {
        try (InputStream in = Runbooks.class.getResourceAsStream(FOLDER + name + ".md")) {
            if (in == null) {
                throw new IllegalStateException("the runbook " + name + " is not packed");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the runbook " + name, e);
        }
    }
}
