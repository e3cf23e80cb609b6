package flinktriage.flink;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * The files of a capture, a directory or a zip. It may come from anyone: names stay inside of it,
 * and sizes are counted while reading, not believed.
 */
abstract class CaptureFiles implements Closeable {

    private static final int LARGEST_ENTRY = 64 << 20;
    private static final long LARGEST_TOTAL = 512L << 20;

    private long total;

    /**
     * @throws IOException if there is neither a directory nor a zip; the message says which
     */
    static CaptureFiles open(Path path) throws IOException {
        if (!Files.exists(path)) {
            throw new IOException("there is no such file or directory");
        }
        try {
            return Files.isDirectory(path) ? new Folder(path) : new Zip(path);
        } catch (ZipException e) {
            if (begins(path, "{\"archive\"")) {
                throw new IOException(
                        "not a capture but the archive of a job, which is read with --archive", e);
            }
            throw new IOException("neither a directory nor a complete zip file", e);
        }
    }

    /** Whether the first bytes of a file are these. */
    static boolean begins(Path file, String ascii) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] first = in.readNBytes(ascii.length());
            return new String(first, StandardCharsets.ISO_8859_1).equals(ascii);
        }
    }

    /**
     * @throws IOException if there is no such file, it lies outside, or it is too large
     */
    final byte[] read(String name) throws IOException {
        if (!safe(name)) {
            throw new IOException("not a name of a file in a capture: " + name);
        }
        try (InputStream in = stream(name)) {
            byte[] bytes = in.readNBytes(LARGEST_ENTRY + 1);
            total += bytes.length;
            if (bytes.length > LARGEST_ENTRY || total > LARGEST_TOTAL) {
                throw new IOException("the capture is too large to be read: " + name);
            }
            return bytes;
        }
    }

    abstract InputStream stream(String name) throws IOException;

    /** True for a name that stays inside. */
    static boolean safe(String name) {
        return name.length() <= 500
                && name.matches("[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*")
                && !("/" + name + "/").contains("/../")
                && !("/" + name + "/").contains("/./");
    }

    private static final class Folder extends CaptureFiles {

        private final Path root;

        Folder(Path path) throws IOException {
            root = path.toRealPath();
        }

        @Override
        InputStream stream(String name) throws IOException {
            // A link inside of the directory may point out of it.
            Path file;
            try {
                file = root.resolve(name).toRealPath();
            } catch (NoSuchFileException e) {
                throw new IOException("there is no " + name + " in it", e);
            }
            if (!file.startsWith(root)) {
                throw new IOException("outside of the capture: " + name);
            }
            return Files.newInputStream(file);
        }

        @Override
        public void close() {
            // Nothing stays open.
        }
    }

    private static final class Zip extends CaptureFiles {

        private final ZipFile zip;

        Zip(Path path) throws IOException {
            zip = new ZipFile(path.toFile());
        }

        @Override
        InputStream stream(String name) throws IOException {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null || entry.isDirectory()) {
                throw new IOException("there is no " + name + " in it");
            }
            return zip.getInputStream(entry);
        }

        @Override
        public void close() throws IOException {
            zip.close();
        }
    }
}
