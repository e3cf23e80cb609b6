package flinktriage.cmd;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file or directory that the user named cannot be read or written: one line says why. */
final class UnusableFile extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnusableFile(Path file, IOException e) {
        super(file + ": " + why(e), e);
    }

    /** The messages of these are the name of a file, and no more. */
    private static String why(IOException e) {
        if (e instanceof FileAlreadyExistsException) {
            return "exists already, and nothing is replaced";
        }
        if (e instanceof NoSuchFileException) {
            return "there is no such file or directory";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
