package flinktriage.cmd;

import picocli.CommandLine.IVersionProvider;

/** The version, as in the project's POM; a test keeps the two together. */
public final class ToolVersion implements IVersionProvider {

    public static final String NUMBER = "0.1.0";

    @Override
    public String[] getVersion() {
        return new String[] {
            "flink-triage " + NUMBER,
            "Java " + System.getProperty("java.version") + " " + System.getProperty("os.name")
        };
    }
}
