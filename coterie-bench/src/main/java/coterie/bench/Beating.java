package coterie.bench;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.View;

/**
 * The load of the engine's benchmark: once a period a process beats to its successor on the ring,
 * and once a period it checks whether its predecessor's beat has come. Three events a period.
 */
final class Beating implements Protocol<Beating.Msg> {
  sealed interface Msg extends Message {}

  record Beat(int number) implements Msg {}

  private final Context<Msg> context;
  private final NodeId successor;
  private final long periodNanos;
  private final boolean scattered;
  private final Alarm beat;
  private final Alarm check;
  private int number;
  private int heard;
  private int heardBefore;
  private long missed;

  Beating(Context<Msg> context, View view, long periodNanos, boolean scattered) {
    this.context = context;
    this.successor = view.at(view.after(view.indexOf(context.self())));
    this.periodNanos = periodNanos;
    this.scattered = scattered;
    this.beat = context.alarm("beat", this::beatDue);
    this.check = context.alarm("check", this::checkDue);
  }

  @Override
  public void start() {
    beat.start(scattered ? context.random(periodNanos) : periodNanos / 2);
    check.start(scattered ? periodNanos + context.random(periodNanos) : periodNanos);
  }

  @Override
  public void receive(NodeId from, Msg message) {
    heard =
        switch (message) {
          case Beat beaten -> beaten.number;
        };
  }

  long missed() {
    return missed;
  }

  private void beatDue() {
    beat.start(periodNanos);
    context.send(successor, new Beat(++number));
  }

  private void checkDue() {
    check.start(periodNanos);
    if (heard == heardBefore) {
      missed++;
    }
    heardBefore = heard;
  }
}
