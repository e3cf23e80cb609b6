package flinktriage.lab;

import flinktriage.flink.client.DemoCluster;
import flinktriage.model.JobId;
import java.io.IOException;
import java.net.URI;

/** Real clusters with one job each. */
final class Lab {

    private Lab() {}

    /** Starts a cluster and the job; returns when it is submitted, not when it runs. */
    static RunningJob start(LabJob job, FlinkVersion version) throws IOException {
        return version == FlinkVersion.V2_3 ? inThisProcess(job) : ForkedCluster.start(job);
    }

    private static RunningJob inThisProcess(LabJob job) throws IOException {
        DemoCluster cluster = DemoCluster.start(job.settings());
        try {
            URI url = cluster.restAddress();
            return new RunningJob(url, new JobId(LabMain.submit(job, url)), cluster);
        } catch (Exception e) {
            cluster.close();
            throw new IOException(job + " cannot be submitted", e);
        }
    }
}
