package flinktriage.lab;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Submits one constant of an enum of jobs to a cluster, and says how that went. */
final class SubmitMain {

    private SubmitMain() {}

    public static void main(String[] args) throws Exception {
        List<Object> jobs = List.of(Class.forName(args[0]).getEnumConstants());
        Shape job =
                (Shape)
                        jobs.stream()
                                .filter(j -> ((Shape) j).name().equals(args[1]))
                                .findFirst()
                                .orElseThrow();
        try (PrintStream out =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
            out.println(ShapesMain.submit(job, URI.create(args[2])));
        }
        // Threads of the client would keep the process for a while.
        Runtime.getRuntime().exit(0);
    }
}
