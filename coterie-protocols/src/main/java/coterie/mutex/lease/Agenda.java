package coterie.mutex.lease;

import coterie.core.Alarm;
import coterie.core.Context;
import java.util.TreeMap;

/**
 * Many deadlines on one alarm of the context. Its alarms may be made and forgotten at will, which
 * those of a context, that are named once and for all, may not.
 */
final class Agenda {
  /** When something is due; deadlines at one instant come in the order in which they were set. */
  private record Slot(long atNanos, long number) implements Comparable<Slot> {
    /** By difference: a clock may start anywhere. */
    @Override
    public int compareTo(Slot other) {
      long difference = atNanos - other.atNanos;
      return Long.signum(difference != 0 ? difference : number - other.number);
    }
  }

  /** One deadline. */
  private final class Item implements Alarm {
    private final String name;
    private final Runnable onExpiry;
    private Slot slot = new Slot(0, 0);

    Item(String name, Runnable onExpiry) {
      this.name = name;
      this.onExpiry = onExpiry;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void start(long delayNanos) {
      items.remove(slot);
      slot = new Slot(context.nowNanos() + delayNanos, ++count);
      items.put(slot, this);
      set();
    }

    @Override
    public void stop() {
      items.remove(slot);
    }

    @Override
    public boolean isRunning() {
      return items.containsKey(slot);
    }
  }

  private final Context<?> context;
  private final Alarm alarm;
  private final TreeMap<Slot, Item> items = new TreeMap<>();
  private long count;

  Agenda(Context<?> context, String name) {
    this.context = context;
    this.alarm = context.alarm(name, this::due);
  }

  /** An alarm that is not running yet. */
  Alarm alarm(String name, Runnable onExpiry) {
    return new Item(name, onExpiry);
  }

  private void due() {
    long now = context.nowNanos();
    while (!items.isEmpty() && items.firstKey().atNanos - now <= 0) {
      items.pollFirstEntry().getValue().onExpiry.run();
    }
    set();
  }

  private void set() {
    if (items.isEmpty()) {
      alarm.stop();
    } else {
      alarm.start(Math.max(0, items.firstKey().atNanos - context.nowNanos()));
    }
  }
}
