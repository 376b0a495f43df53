package coterie.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files that people write, in whatever editor they like. */
public final class TextFile {
  /** What some editors put before the first line; it does not belong to it. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private TextFile() {}

  /** The lines of a file in UTF-8, without a byte order mark. */
  public static List<String> lines(Path file) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    if (!lines.isEmpty() && lines.getFirst().startsWith(BYTE_ORDER_MARK)) {
      lines.set(0, lines.getFirst().substring(1));
    }
    return lines;
  }
}
