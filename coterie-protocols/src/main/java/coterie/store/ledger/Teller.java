package coterie.store.ledger;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Silent;
import coterie.core.Stable;
import coterie.core.View;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.store.Began;
import java.util.List;

/** A workload: at random moments it moves a random amount between two random accounts. */
final class Teller implements Protocol<Silent> {
  private static final long RESOLUTION = 1L << 40;

  /**
   * How tellers behave.
   *
   * @param clients how many of the first members have a teller
   * @param thinkNanos from one transfer to the next, on average
   * @param writingNanos no transfers after this time; 0 means no end
   */
  record Config(long clients, long thinkNanos, long writingNanos) {
    Config {
      if (clients > 0 && thinkNanos == 0) {
        throw new IllegalArgumentException(
            "think must not be 0, or a client transfers without end in one instant");
      }
    }

    static List<Setting> settings() {
      return List.of(
          Setting.countOrAll("clients", "how many processes, at most all, make transfers"),
          Setting.duration("think", "200ms", "mean time from one transfer to the next"),
          Setting.duration("writing", "0", "no transfers after that time; 0: no end"));
    }

    static Config of(Settings settings) {
      return new Config(
          settings.count("clients"), settings.nanos("think"), settings.nanos("writing"));
    }
  }

  private final Context<Silent> context;
  private final boolean isClient;
  private final Ledger ledger;
  private final LedgerTerms terms;
  private final Config config;
  private final Stable<Began> began;
  private final Alarm thought;

  static void add(Node node, View members, Ledger ledger, LedgerTerms terms, Config config) {
    boolean isClient = members.indexOf(node.self()) < config.clients;
    node.add("work", Silent.class, context -> new Teller(context, isClient, ledger, terms, config));
  }

  private Teller(
      Context<Silent> context, boolean isClient, Ledger ledger, LedgerTerms terms, Config config) {
    this.context = context;
    this.isClient = isClient;
    this.ledger = ledger;
    this.terms = terms;
    this.config = config;
    this.began = context.stable("began", Began.class);
    this.thought = context.alarm("think", this::act);
  }

  @Override
  public void start() {
    if (!isClient) {
      return;
    }
    if (config.writingNanos > 0 && began.value() == null) {
      began.save(new Began(context.nowNanos()));
    }
    think();
  }

  @Override
  public void receive(NodeId from, Silent message) {
    throw new IllegalStateException("nobody sends a message of this family");
  }

  private void think() {
    double uniform = (context.random(RESOLUTION) + 1) / (double) RESOLUTION;
    thought.start((long) (-config.thinkNanos * StrictMath.log(uniform)));
  }

  /** Asks for half of what an account had at first at the most, so that some transfers are void. */
  private void act() {
    if (isOver()) {
      return;
    }
    int size = terms.accounts().size();
    int from = (int) context.random(size);
    int to = (from + 1 + (int) context.random(size - 1)) % size;
    long amount = 1 + context.random(Math.max(1, terms.opening() / 2));
    ledger.transfer(terms.accounts().get(from), terms.accounts().get(to), amount);
    think();
  }

  private boolean isOver() {
    Began first = began.value();
    return first != null && context.nowNanos() - first.nanos() > config.writingNanos;
  }
}
