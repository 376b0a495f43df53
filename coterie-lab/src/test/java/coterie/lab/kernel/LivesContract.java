package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Blueprint;
import coterie.core.Context;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How lives begin and end, and what outlives them. */
interface LivesContract extends EngineContract {
  @Test
  default void allAreBuiltAndThenAllAreStarted() {
    engine().start(TWO);
    requireLog(TWO_STARTED);
  }

  @Test
  default void nothingActsInItsConstructor() {
    for (String words : List.of("send:x", "alarm:x:1", "save:1", "write:x")) {
      Blueprint early = node -> node.add("a", Probe.Msg.class, context -> acting(context, words));
      assertThatThrownBy(() -> engine().start(early))
          .as(words)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("from start() on");
      assertThat(engine().isUp()).isFalse();
      reopen();
    }
  }

  private static Probe acting(Context<Probe.Msg> context, String words) {
    Probe probe = new Probe(context);
    probe.act(words);
    return probe;
  }

  @Test
  default void twoProtocolsCannotShareAName() {
    Blueprint same =
        node -> {
          node.add("a", Probe.Msg.class, Probe::new);
          node.add("a", Probe.Msg.class, Probe::new);
        };
    assertThatThrownBy(() -> engine().start(same)).hasMessageContaining("share the channel name a");
    assertThat(engine().isUp()).isFalse();
  }

  @Test
  default void nodeHasSixtyProtocolsAtMost() {
    assertThatThrownBy(() -> engine().start(stack(61)))
        .hasMessageContaining("at most 60 protocols");
    reopen();
    engine().start(stack(60));
    assertThat(engine().isUp()).isTrue();
  }

  private static Blueprint stack(int height) {
    return node -> {
      for (int i = 0; i < height; i++) {
        node.add("p" + i, Probe.Msg.class, Probe::new);
      }
    };
  }

  @Test
  default void blueprintAddsAtLeastOneProtocol() {
    assertThatThrownBy(() -> engine().start(node -> {})).hasMessageContaining("at least one");
  }

  @Test
  default void livesAreCountedAndTheDiskOutlivesThem() {
    engine().start(ONE);
    engine().deliver(0, "save:7");
    requireLog(
        ONE_STARTED,
        "received 0 save:7",
        "handled 0",
        "durable 0 kept",
        "noted 0 saved",
        "handled 0");
    engine().crash();
    engine().start(ONE);
    engine().deliver(0, "kept;life");
    requireLog(
        ONE_STARTED,
        "received 0 save:7",
        "handled 0",
        "durable 0 kept",
        "noted 0 saved",
        "handled 0",
        "added a",
        "handled 0",
        "started",
        "received 0 kept;life",
        "noted 0 kept=Kept[value=7]",
        "noted 0 life=2",
        "handled 0");
  }

  @Test
  default void endedLifeDoesNothingMore() {
    engine().start(ONE);
    Probe ended = engine().probe(0);
    engine()
        .atOnce(
            () -> {
              engine().call("alarm:old:1");
              engine().crash();
              ended.act("send:x;note:x;save:9;alarm:x:1");
            });
    engine().start(ONE);
    engine().deliver(0, "alarm:end:30");
    requireLog(
        ONE_STARTED,
        "called act alarm:old:1",
        "handled 0",
        "added a",
        "handled 0",
        "started",
        "received 0 alarm:end:30",
        "handled 0",
        "expired end",
        "noted 0 rang end",
        "handled 0");
  }

  @Test
  default void messageForANodeThatIsDownIsForNobody() {
    engine().start(ONE);
    engine().crash();
    engine().deliver(0, "note:never");
    engine().start(ONE);
    engine().deliver(0, "note:next");
    requireLog(
        ONE_STARTED,
        "added a",
        "handled 0",
        "started",
        "received 0 note:next",
        "noted 0 next",
        "handled 0");
  }

  @Test
  default void everyLifeHasTheSameProtocols() {
    engine().start(ONE);
    engine().crash();
    assertThatThrownBy(() -> engine().start(TWO)).hasMessageContaining("on the first node");
    assertThat(engine().isUp()).isFalse();
  }

  @Test
  default void buildThatThrowsLeavesTheNodeDown() {
    Blueprint halfway =
        node -> {
          node.add("a", Probe.Msg.class, Probe::new);
          throw new IllegalStateException("as told");
        };
    assertThatThrownBy(() -> engine().start(halfway)).hasStackTraceContaining("as told");
    assertThat(engine().isUp()).isFalse();
    engine().start(ONE);
    assertThat(engine().isUp()).isTrue();
  }

  @Test
  default void startThatThrowsReachesTheCaller() {
    Blueprint failing = node -> node.add("a", Probe.Msg.class, Failing::new);
    assertThatThrownBy(() -> engine().start(failing)).hasStackTraceContaining("as told");
  }

  /** Throws an error, which is not an exception. */
  final class Failing extends Probe {
    Failing(Context<Msg> context) {
      super(context);
    }

    @Override
    public void start() {
      act("fail");
    }
  }

  @Test
  default void familyThatCannotBeEncodedIsRefused() {
    Blueprint odd = node -> node.add("a", Probe.Unsendable.class, Probe.Mute::new);
    assertThatThrownBy(() -> engine().start(odd)).hasMessageContaining("a field is a number");
    assertThat(engine().isUp()).isFalse();
  }

  @Test
  default void nodeKnowsItself() {
    engine().start(ONE);
    engine().deliver(0, "who;life");
    requireLog(
        ONE_STARTED, "received 0 who;life", "noted 0 self=P1", "noted 0 life=1", "handled 0");
  }

  @Test
  default void storageOutlivesALife() {
    engine().start(ONE);
    engine().deliver(0, "mark:log;write:log");
    List<String> first =
        after(
            ONE_STARTED,
            "received 0 mark:log;write:log",
            "noted 0 log=null",
            "handled 0",
            "durable 0 log",
            "noted 0 stored",
            "handled 0");
    requireLog(first);
    engine().crash();
    engine().start(ONE);
    engine().deliver(0, "mark:log");
    requireLog(
        after(first, ONE_STARTED.toArray(String[]::new)),
        "received 0 mark:log",
        "noted 0 log=1@P1",
        "handled 0");
  }

  @Test
  default void protocolsDoNotShareValues() {
    engine().start(TWO);
    engine().call("save:1;below:save:2");
    List<String> first =
        after(
            TWO_STARTED,
            "called act save:1;below:save:2",
            "handled 1",
            "handled 0",
            "durable 1 kept",
            "held 1 saved",
            "handled 1",
            "handled 0",
            "noted 1 saved",
            "durable 0 kept",
            "noted 0 saved",
            "handled 0",
            "handled 1");
    requireLog(first);
    engine().crash();
    engine().start(TWO);
    engine().deliver(1, "kept;below:kept");
    requireLog(
        after(first, TWO_STARTED.toArray(String[]::new)),
        "received 1 kept;below:kept",
        "noted 1 kept=Kept[value=1]",
        "noted 0 kept=Kept[value=2]",
        "handled 1",
        "handled 0");
  }

  @Test
  default void messageForAnEarlierLifeIsForNobody() {
    engine().start(ONE);
    engine()
        .atOnce(
            () -> {
              engine().post(0, "note:never");
              engine().crash();
            });
    engine().start(ONE);
    engine().deliver(0, "note:next");
    requireLog(
        ONE_STARTED,
        "added a",
        "handled 0",
        "started",
        "received 0 note:next",
        "noted 0 next",
        "handled 0");
  }

  @Test
  default void everyLifeDrawsOtherNumbers() {
    engine().start(ONE);
    engine().deliver(0, "draws:8");
    List<Long> first = engine().probe(0).drawn();
    engine().crash();
    engine().start(ONE);
    engine().deliver(0, "draws:8");
    assertThat(first).hasSize(8).allMatch(value -> value >= 0 && value < Probe.BOUND);
    assertThat(engine().probe(0).drawn()).hasSize(8).isNotEqualTo(first);
  }
}
