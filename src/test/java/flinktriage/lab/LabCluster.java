package flinktriage.lab;

import flinktriage.model.JobId;
import java.net.URI;
import java.util.List;

/** A cluster of the lab with its jobs, in the order in which they were asked for. */
record LabCluster(URI url, List<JobId> ids, AutoCloseable cluster) implements AutoCloseable {

    /** One of the jobs; the cluster stays when it is closed. */
    RunningJob job(int index) {
        return new RunningJob(url, ids.get(index), () -> {});
    }

    @Override
    public void close() {
        try {
            cluster.close();
        } catch (Exception e) {
            throw new IllegalStateException("the lab's cluster does not end", e);
        }
    }
}
