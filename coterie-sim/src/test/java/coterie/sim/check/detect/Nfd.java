package coterie.sim.check.detect;

import coterie.core.Alarm;
import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;

/**
 * NFD-S of Chen, Toueg and Aguilera for every pair of a group: all start together, which is what
 * synchronized clocks come to.
 */
final class Nfd implements Protocol<Nfd.Beat> {
  record Beat(long number) implements Message {}

  private final Context<Beat> context;
  private final View view;
  private final long periodNanos;
  private final long shiftNanos;
  private final Alarm beat;
  private final Alarm look;
  private final long[] newest;
  private final boolean[] suspected;
  private long sent;
  private long looked;

  private Nfd(Context<Beat> context, View view, long periodNanos, long shiftNanos) {
    this.context = context;
    this.view = view;
    this.periodNanos = periodNanos;
    this.shiftNanos = shiftNanos;
    this.beat = context.alarm("beat", this::beatDue);
    this.look = context.alarm("look", this::lookDue);
    this.newest = new long[view.size()];
    this.suspected = new boolean[view.size()];
  }

  static Blueprint blueprint(View view, long periodNanos, long shiftNanos) {
    return node ->
        node.add("nfd", Beat.class, context -> new Nfd(context, view, periodNanos, shiftNanos));
  }

  @Override
  public void start() {
    beat.start(periodNanos);
    look.start(periodNanos + shiftNanos);
  }

  private void beatDue() {
    beat.start(periodNanos);
    sent++;
    for (int i = 0; i < view.size(); i++) {
      if (!view.at(i).equals(context.self())) {
        context.send(view.at(i), new Beat(sent));
      }
    }
  }

  private void lookDue() {
    look.start(periodNanos);
    looked++;
    for (int i = 0; i < newest.length; i++) {
      if (newest[i] < looked && !suspected[i] && !view.at(i).equals(context.self())) {
        suspected[i] = true;
        context.note(new Note.Suspected(view.at(i)));
      }
    }
  }

  @Override
  public void receive(NodeId from, Beat message) {
    int index = view.indexOf(from);
    newest[index] = Math.max(newest[index], message.number);
    if (suspected[index] && newest[index] >= looked) {
      suspected[index] = false;
      context.note(new Note.Trusted(from));
    }
  }
}
