package coterie.lab.store;

import coterie.core.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/** Keys and values in one line each, between tabs. */
final class StoreText {
  private static final HexFormat HEX = HexFormat.of();

  private StoreText() {}

  static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> out.append(c < ' ' || c == 127 ? "\\x" + HEX.toHexDigits((byte) c) : c);
      }
    }
    return out.toString();
  }

  /** For what is not text. */
  static String escapedBytes(Bytes bytes) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < bytes.size(); i++) {
      byte b = bytes.at(i);
      out.append(b < 0 ? "\\x" + HEX.toHexDigits(b) : escaped(String.valueOf((char) b)));
    }
    return out.toString();
  }

  static Bytes unescaped(String text) {
    if (text.indexOf('\\') < 0) {
      return Bytes.utf8(text);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int at = 0;
    while (at < text.length()) {
      int escape = text.indexOf('\\', at);
      int end = escape < 0 ? text.length() : escape;
      out.writeBytes(text.substring(at, end).getBytes(StandardCharsets.UTF_8));
      at = escape < 0 ? end : end + unescape(text, end, out);
    }
    return Bytes.of(out.toByteArray());
  }

  /** Returns how many characters the escape has. */
  private static int unescape(String text, int at, ByteArrayOutputStream out) {
    char kind = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
    switch (kind) {
      case '\\' -> out.write('\\');
      case 'n' -> out.write('\n');
      case 'r' -> out.write('\r');
      case 't' -> out.write('\t');
      case 'x' -> {
        String digits = text.substring(at + 2, Math.min(at + 4, text.length()));
        if (!digits.matches("[0-9a-fA-F]{2}")) {
          throw notUnderstood(text);
        }
        out.write(Integer.parseInt(digits.toLowerCase(Locale.ROOT), 16));
        return 4;
      }
      default -> throw notUnderstood(text);
    }
    return 2;
  }

  private static IllegalArgumentException notUnderstood(String text) {
    return new IllegalArgumentException(
        "\"%s\" has a backslash that is not understood; allowed are \\\\ \\n \\r \\t and \\x00"
            .formatted(text));
  }
}
