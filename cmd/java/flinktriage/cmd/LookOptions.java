package flinktriage.cmd;

import flinktriage.flink.CollectSettings;
import flinktriage.flink.Progress;
import flinktriage.flink.RestSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;

/** Where a diagnosis looks, how closely, and whom else it asks. */
final class LookOptions {

    @Mixin private TargetOptions targetOptions;
    @Mixin private OfflineOptions offlineOptions;
    @Mixin private SampleOptions sampleOptions;
    @Mixin private EvidenceOptions evidenceOptions;

    /** How a cluster is measured; a file has what was measured then. */
    CollectSettings settings() {
        return offlineOptions.offline() ? CollectSettings.standard() : sampleOptions.settings();
    }

    /** Whom else to ask; a capture has what they said. */
    OutsideSources outside(Surroundings surroundings, CollectSettings settings) {
        return offlineOptions.offline()
                ? OutsideSources.NONE
                : evidenceOptions.sources(
                        surroundings, sampleOptions.timeout(), settings.samples() > 1);
    }

    /**
     * Opens the file that is named, if one is.
     *
     * @param own options of the command that mean nothing without a cluster
     */
    Optional<Looking> file(Surroundings surroundings, List<OptionSpec> own) {
        List<OptionSpec> live = new ArrayList<>(targetOptions.options());
        live.addAll(sampleOptions.options());
        live.addAll(evidenceOptions.options());
        live.addAll(own);
        return offlineOptions.open(surroundings, live);
    }

    Looking cluster(Surroundings surroundings, Progress progress) {
        return Looking.atCluster(surroundings, rest(surroundings), progress);
    }

    RestSource rest(Surroundings surroundings) {
        return targetOptions.open(surroundings, sampleOptions.timeout());
    }
}
