package flinktriage.lab;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs one of Flink's own main classes, and ends it with its standard input, that is with its
 * parent, or at its deadline.
 */
final class BoundMain {

    private static final long DEADLINE_MINUTES = 15;

    private BoundMain() {}

    public static void main(String[] args) throws Exception {
        CompletableFuture.delayedExecutor(DEADLINE_MINUTES, TimeUnit.MINUTES)
                .execute(() -> Runtime.getRuntime().halt(2));
        Thread parent = new Thread(BoundMain::endWithTheParent, "ends with its parent");
        parent.setDaemon(true);
        parent.start();
        Class.forName(args[0])
                .getMethod("main", String[].class)
                .invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
    }

    private static void endWithTheParent() {
        try {
            int read = 0;
            while (read >= 0) {
                read = System.in.read();
            }
        } catch (IOException e) {
            // Then nobody holds the other end.
        }
        Runtime.getRuntime().exit(0);
    }
}
