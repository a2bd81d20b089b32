// Reads secrets, starts a shell and threads without end, and exits in a shutdown hook.
// expect: RTE, TLE, MLE
import java.io.*;
import java.nio.file.*;

public class ProgramEscape {
    public static void main(String[] words) throws Exception {
        for (String name : new String[] {"@CONTEST@/canary.txt", "@HOME@/canary.txt", "@OUTSIDE@/canary.txt", "/etc/shadow"})
            try {
                System.err.println(new String(Files.readAllBytes(Paths.get(name))));
            } catch (IOException refused) {
            }
        try {
            Runtime.getRuntime().exec(new String[] {"/bin/sh", "-c", "cat @OUTSIDE@/* >&2; touch @OUTSIDE@/hostile-was-here"}).waitFor();
        } catch (IOException refused) {
        }
        System.err.println(System.getenv());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true) Thread.onSpinWait(); }));
        for (int i = 0; i < 1000; i++) {
            Thread one = new Thread(() -> { while (true) Thread.onSpinWait(); });
            one.setDaemon(true);
            one.start();
        }
        System.exit(0);
    }
}
