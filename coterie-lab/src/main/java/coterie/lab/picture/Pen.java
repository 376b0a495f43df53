package coterie.lab.picture;

import coterie.lab.svg.Svg;

/**
 * How words look: their class in the style sheet, and what of it decides how much room they take.
 */
record Pen(String look, double size, boolean isBold, Anchor anchor) {
  /** Where the given place is. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  static final Pen TIME = new Pen("time", 10.5, false, Anchor.END);
  static final Pen MESSAGE = new Pen("message", 9, false, Anchor.MIDDLE);
  static final Pen TERM = new Pen("reigntext", 9, true, Anchor.END);
  static final Pen PHASE = new Pen("phasetext", 8.5, true, Anchor.END);
  static final Pen REST = new Pen("resttext", 8.5, false, Anchor.END);
  static final Pen CONFLICT = new Pen("conflicttext", 10.5, true, Anchor.END);
  static final Pen FAULT = new Pen("fault", 10.5, true, Anchor.START);
  static final Pen VERDICT = new Pen("verdict", 10.5, true, Anchor.START);
  static final Pen DETAIL = new Pen("detail", 10, false, Anchor.START);
  static final Pen SENTENCE = new Pen("saidtext", Grid.SENTENCE_SIZE, false, Anchor.START);
  static final Pen FOLD = new Pen("breaktext", 10.5, false, Anchor.MIDDLE);
  static final Pen MORE = new Pen("moretext", 9, false, Anchor.START);

  private static final double ASCENT = 0.93;
  private static final double DESCENT = 0.24;

  /** The words beside a sign on a lane. */
  static Pen beside(String sign) {
    return switch (sign) {
      case "crash", "recover", "pause" -> new Pen(sign + "text", 9.5, true, Anchor.START);
      default -> new Pen(sign + "text", 9, false, Anchor.START);
    };
  }

  double widthOf(String words) {
    return Svg.widthOf(words, size) * (isBold ? Svg.BOLD : 1);
  }

  String shortened(String words, double room) {
    return Svg.shortened(words, isBold ? size * Svg.BOLD : size, room);
  }

  /** The room that words take at a place. */
  Box box(double x, double y, String words) {
    double width = widthOf(words);
    double left =
        switch (anchor) {
          case START -> x;
          case MIDDLE -> x - width / 2;
          case END -> x - width;
        };
    return new Box(left, y - ASCENT * size, left + width, y + DESCENT * size);
  }

  /** A part of the picture. */
  record Box(double left, double top, double right, double bottom) {
    boolean overlaps(Box other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
  }
}
