package coterie.lab;

import coterie.core.TimeText;
import coterie.sim.Whereabouts;
import coterie.sim.trace.Lines;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** An exception that came out of the code of a user's jar: what is said of it, and where it was. */
public final class OwnMistake {
  private static final int FRAMES_MAX = 5;

  private OwnMistake() {}

  /**
   * Whether code of a jar was at work when that was thrown. A recipe may refuse its settings, which
   * is the caller's mistake; a protocol that handles something refuses nothing.
   */
  public static boolean is(Throwable thrown) {
    boolean isRefusal =
        thrown instanceof IllegalArgumentException && Whereabouts.of(thrown) == null;
    return !isRefusal && !frames(thrown).isEmpty();
  }

  public static void print(Throwable thrown, PrintWriter err) {
    List<StackTraceElement> frames = frames(thrown);
    err.printf(
        "coterie: a mistake in %s: %s%s%n",
        frames.getFirst().getClassName(), where(thrown), thrown);
    frames.stream()
        .limit(FRAMES_MAX)
        .forEach(
            frame ->
                err.printf(
                    "  at %s.%s(%s:%d)%n",
                    frame.getClassName(),
                    frame.getMethodName(),
                    frame.getFileName(),
                    frame.getLineNumber()));
  }

  private static List<StackTraceElement> frames(Throwable thrown) {
    List<StackTraceElement> frames = new ArrayList<>();
    for (StackTraceElement frame : thrown.getStackTrace()) {
      boolean isOwn = Jars.Loader.NAME.equals(frame.getClassLoaderName());
      if (isOwn && (frames.isEmpty() || !isSameMethod(frame, frames.getLast()))) {
        frames.add(frame);
      }
    }
    return frames;
  }

  /** The compiler adds a second {@code receive}, which calls the one that was written. */
  private static boolean isSameMethod(StackTraceElement one, StackTraceElement other) {
    return one.getClassName().equals(other.getClassName())
        && one.getMethodName().equals(other.getMethodName());
  }

  private static String where(Throwable thrown) {
    Whereabouts at = Whereabouts.of(thrown);
    return at == null
        ? ""
        : "at %s, when %s %s, ".formatted(TimeText.format(at.atNanos()), at.node(), what(at));
  }

  private static String what(Whereabouts at) {
    return switch (at.doing()) {
      case STARTED -> "started";
      case RECEIVED -> "received %s from %s".formatted(Lines.text(at.subject()), at.peer());
      case WOKE -> "had its alarm " + at.subject();
      case UNREACHED -> "could not reach " + at.peer();
      case SAVED -> "had saved";
    };
  }
}
