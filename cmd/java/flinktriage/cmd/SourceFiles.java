package flinktriage.cmd;

import flinktriage.check.Numbers;
import flinktriage.model.SqlScript;
import flinktriage.sql.SqlInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads the files that lint is to judge: text, in UTF-8, of a size that somebody may have written.
 */
final class SourceFiles {

    static final String STANDARD_INPUT = "-";

    private static final int MOST_BYTES = 16 << 20;

    private final Supplier<InputStream> in;
    private final Optional<SqlScript.Form> form;

    /**
     * @param form what the files are; empty to find out
     */
    SourceFiles(Supplier<InputStream> in, Optional<SqlScript.Form> form) {
        this.in = in;
        this.form = form;
    }

    /**
     * @param name of a file, or {@code -}
     * @throws UnusableFile if it cannot be read as text
     */
    SqlInput read(String name) {
        try {
            return new SqlInput(name, text(bytes(name)), form);
        } catch (InvalidPathException e) {
            throw new UnusableFile(Path.of(""), new IOException("'" + name + "' is no file name"));
        } catch (IOException e) {
            throw new UnusableFile(Path.of(name), e);
        }
    }

    private byte[] bytes(String name) throws IOException {
        if (name.equals(STANDARD_INPUT)) {
            return limited(in.get());
        }
        Path file = Path.of(name);
        if (Files.isDirectory(file)) {
            throw new IOException("is a directory; name its files, such as " + file + "/*.sql");
        }
        try (InputStream stream = Files.newInputStream(file)) {
            return limited(stream);
        }
    }

    private static byte[] limited(InputStream stream) throws IOException {
        byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new IOException(
                    "is larger than " + Numbers.bytes(MOST_BYTES) + ", which is no SQL script");
        }
        return bytes;
    }

    private static String text(byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        String text;
        try {
            text =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .onMalformedInput(CodingErrorAction.REPORT)
                            .onUnmappableCharacter(CodingErrorAction.REPORT)
                            .decode(buffer)
                            .toString();
        } catch (CharacterCodingException e) {
            throw new IOException(
                    "is not UTF-8 text (byte "
                            + Numbers.count(buffer.position() + 1.0)
                            + "); convert it, for example with iconv -f ISO-8859-1 -t UTF-8",
                    e);
        }
        if (text.indexOf('\0') >= 0) {
            throw new IOException("is not text: it holds bytes of zero, as UTF-16 and binaries do");
        }
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }
}
