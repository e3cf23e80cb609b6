package flinktriage.check;

import java.util.List;

/**
 * A finding in its place among the others.
 *
 * @param ref unique within the report: {@code f1}, {@code f2}
 * @param explains the refs of its symptoms
 */
public record LinkedFinding(String ref, CheckId code, Finding finding, List<String> explains) {

    public LinkedFinding {
        explains = List.copyOf(explains);
    }
}
