package flinktriage.lab;

/** The versions that the lab has; names only, the numbers are in the pom. */
enum FlinkVersion {
    /** In this process, with the version that we are built with. */
    V2_3,
    /** In a process of its own. */
    V1_20
}
