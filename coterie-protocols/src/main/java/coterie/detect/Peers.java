package coterie.detect;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * What detectors with beats from everybody share: which beat is news, whose next beat is overdue,
 * and who is suspected therefore. When a beat is overdue, the detector decides.
 *
 * <p>All deadlines share one alarm, set to the earliest. A beat moves its sender's deadline on, but
 * hardly ever the alarm: that one finds out when it expires. So a beat costs a few writes to
 * arrays, and the alarm a look at all deadlines, once in every timeout less a period.
 */
public final class Peers {
  /** What a beat is to its receiver. */
  public enum Arrival {
    /** It came twice, or was overtaken by a later one. */
    OLD,
    /** The first that comes from this life of its sender. */
    FIRST,
    NEXT
  }

  private static final long NEVER = Long.MAX_VALUE;

  private final IntConsumer beforeSuspicion;
  private final Context<?> context;
  private final View view;
  private final int self;
  private final Alarm overdue;
  private final Verdicts verdicts;
  private final long epochNanos;
  private final long[] incarnations;
  private final long[] numbers;
  private final long[] deadlines;
  private final boolean[] suspected;
  private long wakeNanos = NEVER;

  public Peers(Context<?> context, View view) {
    this(context, view, index -> {});
  }

  /**
   * @param beforeSuspicion hears whose beat is overdue, before it is noted that it is suspected
   */
  public Peers(Context<?> context, View view, IntConsumer beforeSuspicion) {
    this.beforeSuspicion = beforeSuspicion;
    this.context = context;
    this.view = view;
    this.self = view.indexOf(context.self());
    if (self < 0) {
      throw new IllegalArgumentException(context.self() + " is not a member of the group");
    }
    this.overdue = context.alarm("overdue", this::deadlinePassed);
    this.verdicts = new Verdicts(context);
    this.epochNanos = context.nowNanos();
    this.incarnations = new long[view.size()];
    this.numbers = new long[view.size()];
    this.deadlines = new long[view.size()];
    Arrays.fill(deadlines, NEVER);
    this.suspected = new boolean[view.size()];
  }

  /** The position of the process itself. */
  public int self() {
    return self;
  }

  /** Time since this process started: the local clock may begin anywhere, near overflow too. */
  public long now() {
    return context.nowNanos() - epochNanos;
  }

  /** Tells beats apart by the life of their sender and their number, and remembers the newest. */
  public Arrival arrived(int index, long incarnation, long number) {
    if (incarnation == incarnations[index]) {
      if (number <= numbers[index]) {
        return Arrival.OLD;
      }
      numbers[index] = number;
      return Arrival.NEXT;
    }
    if (incarnation < incarnations[index]) {
      return Arrival.OLD;
    }
    incarnations[index] = incarnation;
    numbers[index] = number;
    return Arrival.FIRST;
  }

  /** A peer that is not heard of before that moment is suspected then. Until then it is trusted. */
  public void expect(int index, long deadlineNanos) {
    deadlines[index] = deadlineNanos;
    if (deadlineNanos < wakeNanos) {
      wakeNanos = deadlineNanos;
      overdue.start(Math.max(0, deadlineNanos - now()));
    }
    if (suspected[index]) {
      suspected[index] = false;
      verdicts.trusted(view.at(index));
    }
  }

  private void deadlinePassed() {
    long now = now();
    long next = NEVER;
    for (int i = 0; i < deadlines.length; i++) {
      if (deadlines[i] <= now) {
        deadlines[i] = NEVER;
        suspected[i] = true;
        beforeSuspicion.accept(i);
        verdicts.suspected(view.at(i));
      }
      next = Math.min(next, deadlines[i]);
    }
    wakeNanos = next;
    if (next != NEVER) {
      overdue.start(next - now);
    }
  }

  public boolean isSuspected(int index) {
    return suspected[index];
  }

  public boolean suspects(NodeId member) {
    int index = view.indexOf(member);
    return index >= 0 && suspected[index];
  }

  public List<NodeId> suspects() {
    return all(true);
  }

  /** All others, and this process itself. */
  public List<NodeId> alive() {
    return all(false);
  }

  private List<NodeId> all(boolean areSuspected) {
    List<NodeId> found = new ArrayList<>();
    for (int i = 0; i < suspected.length; i++) {
      if (suspected[i] == areSuspected) {
        found.add(view.at(i));
      }
    }
    return found;
  }

  public void listen(Detector.Listener listener) {
    verdicts.listen(listener);
  }
}
