package flinktriage.model;

import java.time.Duration;

/** What the run cost the JobManager. */
public record Traffic(int requests, long bytes, Duration elapsed) {}
