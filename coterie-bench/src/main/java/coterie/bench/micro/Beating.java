package coterie.bench.micro;

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

  /** What all processes have in common. */
  record Load(View ring, long periodNanos, boolean scattered) {}

  private final Context<Msg> context;
  private final NodeId successor;
  private final Load load;
  private final Alarm beat;
  private final Alarm check;
  private int number;
  private int heard;
  private int heardBefore;
  private int missed;

  Beating(Context<Msg> context, Load load) {
    this.context = context;
    this.successor = load.ring.at(load.ring.after(load.ring.indexOf(context.self())));
    this.load = load;
    this.beat = context.alarm("beat", this::beatDue);
    this.check = context.alarm("check", this::checkDue);
  }

  @Override
  public void start() {
    long period = load.periodNanos;
    beat.start(load.scattered ? context.random(period) : period / 2);
    check.start(load.scattered ? period + context.random(period) : period);
  }

  @Override
  public void receive(NodeId from, Msg message) {
    heard =
        switch (message) {
          case Beat beaten -> beaten.number;
        };
  }

  int missed() {
    return missed;
  }

  private void beatDue() {
    beat.start(load.periodNanos);
    context.send(successor, new Beat(++number));
  }

  private void checkDue() {
    check.start(load.periodNanos);
    if (heard == heardBefore) {
      missed++;
    }
    heardBefore = heard;
  }
}
