package coterie.lab.report;

import coterie.core.TimeText;
import coterie.sim.trace.Lines;
import coterie.sim.trace.TraceEvent;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Prints a trace for people, with the points of all times below each other. How wide times are is
 * known only from the lines themselves, so the first ones are held back; on a stage in real time
 * none are.
 */
public final class TraceLines implements Consumer<TraceEvent> {
  private static final int HELD_MAX = 1000;
  private static final int WIDTH_MIN = 8;

  /** In real time every time has a fraction, of up to nine digits. */
  private static final int LIVE_WHOLE = 4;

  private static final int LIVE_FRACTION = 10;

  private record Line(String time, String rest) {}

  private final PrintWriter out;
  private final List<Line> held = new ArrayList<>();
  private boolean isHolding;
  private int whole;
  private int fraction;

  /**
   * @param isVirtual whether nobody waits for the lines while they come
   */
  public TraceLines(PrintWriter out, boolean isVirtual) {
    this.out = out;
    this.isHolding = isVirtual;
    this.whole = isVirtual ? 0 : LIVE_WHOLE;
    this.fraction = isVirtual ? 0 : LIVE_FRACTION;
  }

  @Override
  public void accept(TraceEvent event) {
    Line line = new Line(TimeText.format(event.atNanos()), Lines.rest(event));
    if (!isHolding) {
      print(line);
      return;
    }
    held.add(line);
    whole = Math.max(whole, point(line.time));
    fraction = Math.max(fraction, line.time.length() - point(line.time));
    if (held.size() >= HELD_MAX) {
      end();
    }
  }

  /** Prints what is held back; to be called after the last event. */
  public void end() {
    isHolding = false;
    held.forEach(this::print);
    held.clear();
  }

  private void print(Line line) {
    int left = Math.max(whole, WIDTH_MIN - fraction) - point(line.time);
    int right = fraction - (line.time.length() - point(line.time));
    out.println(
        " ".repeat(Math.max(0, left))
            + line.time
            + " ".repeat(Math.max(0, right))
            + "  "
            + line.rest);
  }

  private static int point(String time) {
    int point = time.indexOf('.');
    return point < 0 ? time.length() : point;
  }
}
