package flinktriage.lab;

import java.util.Map;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A job that shares its cluster with many others; an enum constant. */
interface Shape {

    String name();

    /** What Flink calls the job. */
    default String title() {
        return name();
    }

    /** Of the job, not of the cluster. */
    Map<String, String> settings();

    /** Adds the job to the environment, and does not run it. */
    void define(StreamExecutionEnvironment env) throws Exception;
}
