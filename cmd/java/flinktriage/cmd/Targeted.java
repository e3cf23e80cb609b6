package flinktriage.cmd;

/** A command that looks at a cluster. */
interface Targeted {

    /** The address, and the last request if there was one; without secrets. */
    String target();
}
