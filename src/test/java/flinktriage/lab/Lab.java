package flinktriage.lab;

import flinktriage.flink.client.DemoCluster;
import flinktriage.model.JobId;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Real clusters. All return when the jobs are submitted, not when they run. */
final class Lab {

    private Lab() {}

    /** A cluster with one job; 2.3 in this process. */
    static RunningJob start(LabJob job, FlinkVersion version) throws IOException {
        return alone(start(List.of(job), version));
    }

    /** A cluster with one job in a process of its own. */
    static RunningJob fork(LabJob job, FlinkVersion version) throws IOException {
        return alone(ForkedCluster.start(List.of(job), version));
    }

    /** One cluster for jobs that need next to no CPU; 2.3 in this process. */
    static LabCluster start(List<LabJob> jobs, FlinkVersion version) throws IOException {
        return version == FlinkVersion.V2_3
                ? inThisProcess(jobs)
                : ForkedCluster.start(jobs, version);
    }

    private static RunningJob alone(LabCluster cluster) {
        return new RunningJob(cluster.url(), cluster.ids().get(0), cluster);
    }

    private static LabCluster inThisProcess(List<LabJob> jobs) throws IOException {
        DemoCluster cluster = DemoCluster.start(LabMain.settings(jobs));
        try {
            URI url = cluster.restAddress();
            List<JobId> ids = new ArrayList<>();
            for (LabJob job : jobs) {
                ids.add(new JobId(LabMain.submit(job, url)));
            }
            return new LabCluster(url, List.copyOf(ids), cluster);
        } catch (Exception e) {
            cluster.close();
            throw new IOException(jobs + " cannot be submitted", e);
        }
    }
}
