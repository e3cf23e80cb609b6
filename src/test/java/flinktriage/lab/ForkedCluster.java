package flinktriage.lab;

import flinktriage.model.JobId;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A {@link LabMain} in a process of its own, with any Flink on its class path. */
final class ForkedCluster {

    private static final long START_SECONDS = 120;

    private ForkedCluster() {}

    static LabCluster start(List<LabJob> jobs, FlinkVersion version) throws IOException {
        Path log = version.log(jobs.get(0).name());
        LabProcess process =
                LabProcess.start(
                        version,
                        log,
                        List.of("-Xmx768m"),
                        LabMain.class,
                        jobs.stream().map(LabJob::name).toList());
        try {
            String[] ready = firstLine(process).split(" ");
            List<JobId> ids = Stream.of(ready).skip(2).map(JobId::new).toList();
            return new LabCluster(URI.create(ready[1]), ids, process);
        } catch (Exception e) {
            process.close();
            throw new IOException(jobs + " do not start, see " + log, e);
        }
    }

    private static String firstLine(LabProcess process) throws Exception {
        CompletableFuture<String> line =
                CompletableFuture.supplyAsync(
                        () ->
                                process.out()
                                        .lines()
                                        .filter(l -> l.startsWith("READY "))
                                        .findFirst()
                                        .orElse(""));
        return line.get(START_SECONDS, TimeUnit.SECONDS);
    }
}
