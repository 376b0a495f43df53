package coterie.sim.trace;

import coterie.core.View;
import java.util.List;

public final class SpaceTime {
  private SpaceTime() {}

  public static String svg(View members, List<TraceEvent> events, long untilNanos) {
    return "<svg/>";
  }
}
