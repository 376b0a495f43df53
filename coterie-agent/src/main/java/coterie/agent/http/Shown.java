package coterie.agent.http;

/**
 * What others have said, for a terminal or a log. A member may call itself what it likes: in a
 * terminal control characters could move the cursor and hide lines, in a log make up lines.
 */
public final class Shown {
  private Shown() {}

  /** The text, with numbers for what would do something other than be seen. */
  public static String of(String text) {
    if (text.chars().noneMatch(Shown::isHidden)) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isHidden(c)) {
        shown.append("\\u%04x".formatted((int) c));
      } else {
        shown.append(c);
      }
    }
    return shown.toString();
  }

  /** Control characters, and those that turn the direction of the text or break its line. */
  private static boolean isHidden(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
