package flinktriage.flink;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes the files of a capture, a zip or a directory. It has its name only when it is complete; it
 * replaces nothing, and only its owner may read it.
 */
abstract class CaptureWriter implements Closeable {

    private final Path target;
    final Path part;
    private boolean finished;

    private CaptureWriter(Path target) throws IOException {
        this.target = target.toAbsolutePath();
        if (occupied(this.target)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        part =
                Files.createTempDirectory(
                        this.target.getParent(), ".capture-", owned(this.target, true));
    }

    /**
     * @param target a name that ends with .zip, or that of a directory
     * @throws IOException if it is there, or cannot be written
     */
    static CaptureWriter create(Path target) throws IOException {
        return target.toString().endsWith(".zip") ? new Zip(target) : new Folder(target);
    }

    private static boolean occupied(Path target) throws IOException {
        if (!Files.isDirectory(target) || target.toString().endsWith(".zip")) {
            return Files.exists(target);
        }
        try (Stream<Path> files = Files.list(target)) {
            return files.findAny().isPresent();
        }
    }

    private static FileAttribute<?>[] owned(Path near, boolean folder) {
        boolean posix = near.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(folder ? "rwx------" : "rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /**
     * @param name with slashes, as in the manifest
     */
    abstract void write(String name, byte[] body) throws IOException;

    /** What gets the name of the capture, all of it written. */
    abstract Path complete() throws IOException;

    /** Gives the capture its name. */
    final void finish(CaptureManifest manifest) throws IOException {
        write(CaptureManifest.NAME, manifest.bytes());
        Path whole = complete();
        if (Files.isDirectory(target)) {
            Files.move(whole, target, StandardCopyOption.REPLACE_EXISTING);
        } else {
            Files.move(whole, target);
        }
        finished = true;
    }

    /** Leaves nothing behind but a finished capture. */
    @Override
    public void close() throws IOException {
        if (finished && !Files.exists(part)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(part)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }

    private static final class Folder extends CaptureWriter {

        Folder(Path target) throws IOException {
            super(target);
        }

        @Override
        void write(String name, byte[] body) throws IOException {
            Path file = part.resolve(name);
            Files.createDirectories(file.getParent(), owned(file, true));
            Files.write(file, body, StandardOpenOption.CREATE_NEW);
        }

        @Override
        Path complete() {
            return part;
        }
    }

    private static final class Zip extends CaptureWriter {

        private final Path file;
        private final ZipOutputStream zip;

        Zip(Path target) throws IOException {
            super(target);
            file = part.resolve("capture.zip");
            Files.createFile(file, owned(file, false));
            OutputStream out = Files.newOutputStream(file);
            zip = new ZipOutputStream(out);
        }

        @Override
        void write(String name, byte[] body) throws IOException {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(body);
            zip.closeEntry();
        }

        @Override
        Path complete() throws IOException {
            zip.close();
            return file;
        }

        @Override
        public void close() throws IOException {
            try {
                zip.close();
            } finally {
                super.close();
            }
        }
    }
}
