package coterie.lab.store;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Lines of text in UTF-8. A line is cut out of the bytes before it is decoded, so that bytes that
 * are not text belong to a line, and those before it count.
 */
final class StoreLines {
  private final InputStream in;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  StoreLines(InputStream in) {
    this.in = new BufferedInputStream(in, 1 << 16);
  }

  /** The next line without its end, \n or \r\n; null after the last one. */
  @Nullable String next() throws IOException {
    line.reset();
    int next = in.read();
    if (next < 0) {
      return null;
    }
    for (; next >= 0 && next != '\n'; next = in.read()) {
      line.write(next);
    }
    byte[] bytes = line.toByteArray();
    int size = bytes.length;
    boolean hasReturn = next == '\n' && size > 0 && bytes[size - 1] == '\r';
    return text(ByteBuffer.wrap(bytes, 0, hasReturn ? size - 1 : size));
  }

  /** Whether more can be read without waiting. */
  boolean isReady() throws IOException {
    return in.available() > 0;
  }

  private static String text(ByteBuffer bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "this is not UTF-8; any byte can be written as \\x and two digits, or all with --hex", e);
    }
  }
}
