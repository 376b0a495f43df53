package coterie.sim;

import coterie.kernel.NodeAlarm;
import coterie.wheel.Wheel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Alarms that were started since the last ordinary event was taken. They go into the wheel before
 * the next one is, or when something else goes in that must not overtake them. On the instant
 * network most alarms that wait for an answer are stopped before that, and then never see the
 * wheel.
 */
final class FreshAlarms {
  /** The handle of an alarm that waits here is this minus its position. */
  private static final int FIRST = -2;

  private @Nullable NodeAlarm[] alarms = new @Nullable NodeAlarm[16];
  private long[] times = new long[16];
  private int count;

  /** Returns the handle of the alarm while it waits here. */
  int add(NodeAlarm alarm, long time) {
    if (count == times.length) {
      alarms = Arrays.copyOf(alarms, 2 * count);
      times = Arrays.copyOf(times, 2 * count);
    }
    alarms[count] = alarm;
    times[count] = time;
    return FIRST - count++;
  }

  /** In the order in which they were started; those stopped or started again are left out. */
  void moveTo(Wheel wheel) {
    for (int i = 0; i < count; i++) {
      NodeAlarm alarm = alarms[i];
      if (alarm != null && alarm.handle() == FIRST - i) {
        alarm.handle(wheel.add(times[i], (long) alarm.node() << 32, Engine.ALARM, alarm));
      }
      alarms[i] = null;
    }
    count = 0;
  }
}
