package flinktriage.check;

import flinktriage.model.Snapshot;

/** A check of the cluster itself. */
public non-sealed interface ClusterCheck extends Check {

    Verdict examine(Snapshot snapshot, Limits limits);
}
