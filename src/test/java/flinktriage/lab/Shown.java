package flinktriage.lab;

final class Shown {
    static void print(FlinkVersion v, String name, ShapeReport r) {
        System.err.println("@@ " + v + " " + name + " | " + r.line() + " " + r.rules());
        r.others().forEach(o -> System.err.println("@@      " + o));
        r.unknown().forEach(o -> System.err.println("@@      unknown " + o));
    }
}
