package coterie.examples;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;

/**
 * An example of a protocol of one's own: a process that has heard a rumour passes it on, once a
 * period, to a member drawn by chance, until it has met somebody who knew it already often enough.
 *
 * <p>Guarantees: most members hear the rumour, after about log2(n) periods; not surely all of them.
 *
 * <p>Assumes nothing of the network.
 *
 * <p>Cost: about 2 n times the patience in messages. After A. Demers et al., "Epidemic algorithms
 * for replicated database maintenance", PODC 1987 (rumor mongering with feedback and counter).
 */
public final class Rumor implements Protocol<Rumor.Msg> {
  /** What members say to each other: a sealed family of records. */
  public sealed interface Msg extends Message {}

  /** Have you heard? */
  public record Tell(String rumor) implements Msg {}

  /** Yes, before you told me. */
  public record Known() implements Msg {}

  /** An outcome, for traces and checkers. */
  public record Heard(String rumor, NodeId from) implements Note {}

  /** What a trace shows of a member. */
  public record State(String rumor, boolean telling) {}

  /** How the protocol runs; it rejects bad values at once and says which. */
  public record Config(long periodNanos, long patience) {
    public Config {
      if (periodNanos < 1 || patience < 1) {
        throw new IllegalArgumentException("period and patience must be at least 1");
      }
    }
  }

  private final Context<Msg> context;
  private final View view;
  private final Config config;
  private final Alarm next;
  private String rumor = "";
  private long patience;

  public Rumor(Context<Msg> context, View view, Config config) {
    this.context = context;
    this.view = view;
    this.config = config;
    this.next = context.alarm("next", this::tellSomebody);
  }

  /** Starts a rumour here: a local method, which a scenario calls by its name. */
  public void spread(String newRumor) {
    hear(newRumor, context.self());
  }

  @Override
  public State state() {
    return new State(rumor, next.isRunning());
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Tell tell when rumor.isEmpty() -> hear(tell.rumor(), from);
      case Tell tell -> context.send(from, new Known());
      case Known known -> knewAlready();
    }
  }

  private void hear(String newRumor, NodeId from) {
    rumor = newRumor;
    patience = config.patience();
    context.note(new Heard(newRumor, from));
    next.start(config.periodNanos());
  }

  private void tellSomebody() {
    NodeId other = view.at((int) context.random(view.size()));
    if (!other.equals(context.self())) {
      context.send(other, new Tell(rumor));
    }
    next.start(config.periodNanos());
  }

  private void knewAlready() {
    patience--;
    if (patience <= 0) {
      next.stop();
    }
  }
}
