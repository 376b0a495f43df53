package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Blueprint;
import coterie.core.Context;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every engine promises to a protocol. Each case is a few words for a probe, and what a
 * witness is told then. Engines are tested by subclasses; {@link BrokenEnginesTest} shows that the
 * cases can fail.
 */
abstract class KernelContract {
  static final Blueprint ONE = node -> node.add("a", Probe.Msg.class, Probe::new);
  private static final Blueprint TWO =
      node -> {
        Probe below = node.add("a", Probe.Msg.class, Probe::new);
        node.add("b", Probe.Msg.class, context -> new Probe.Upper(context, below));
      };

  /** Below is a protocol that shows others only what is durable. */
  private static final Blueprint PRIVATE =
      node -> {
        Probe below = node.add("a", Probe.Msg.class, context -> new Probe(context, true));
        node.add("b", Probe.Msg.class, context -> new Probe.Upper(context, below));
      };

  static final List<String> ONE_STARTED = List.of("added a", "handled 0", "started");
  private static final List<String> TWO_STARTED =
      List.of("added a", "added b", "handled 0", "handled 1", "started");

  Engine engine = new ToyEngine(ToyEngine.Break.NOTHING);

  abstract Engine open() throws Exception;

  @BeforeEach
  void openEngine() throws Exception {
    engine = open();
  }

  @AfterEach
  void closeEngine() {
    engine.close();
  }

  final void requireLog(List<String> beginning, String... then) {
    List<String> expected = new ArrayList<>(beginning);
    expected.addAll(List.of(then));
    engine.awaitLog(expected);
  }

  // ---- lives

  @Test
  void allAreBuiltAndThenAllAreStarted() {
    engine.start(TWO);
    requireLog(TWO_STARTED);
  }

  @Test
  void nothingActsInItsConstructor() {
    for (String words : List.of("send:x", "alarm:x:1", "save:1", "write:x")) {
      Blueprint early = node -> node.add("a", Probe.Msg.class, context -> acting(context, words));
      assertThatThrownBy(() -> engine.start(early))
          .as(words)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("from start() on");
      assertThat(engine.isUp()).isFalse();
      engine.close();
      reopen();
    }
  }

  private void reopen() {
    try {
      engine = open();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static Probe acting(Context<Probe.Msg> context, String words) {
    Probe probe = new Probe(context);
    probe.act(words);
    return probe;
  }

  @Test
  void twoProtocolsCannotShareAName() {
    Blueprint same =
        node -> {
          node.add("a", Probe.Msg.class, Probe::new);
          node.add("a", Probe.Msg.class, Probe::new);
        };
    assertThatThrownBy(() -> engine.start(same)).hasMessageContaining("share the channel name a");
    assertThat(engine.isUp()).isFalse();
  }

  @Test
  void nodeHasSixtyProtocolsAtMost() {
    assertThatThrownBy(() -> engine.start(stack(61))).hasMessageContaining("at most 60 protocols");
    reopen();
    engine.start(stack(60));
    assertThat(engine.isUp()).isTrue();
  }

  private static Blueprint stack(int height) {
    return node -> {
      for (int i = 0; i < height; i++) {
        node.add("p" + i, Probe.Msg.class, Probe::new);
      }
    };
  }

  @Test
  void blueprintAddsAtLeastOneProtocol() {
    assertThatThrownBy(() -> engine.start(node -> {})).hasMessageContaining("at least one");
  }

  @Test
  void livesAreCountedAndTheDiskOutlivesThem() {
    engine.start(ONE);
    engine.deliver(0, "save:7");
    requireLog(
        ONE_STARTED,
        "received 0 save:7",
        "handled 0",
        "durable 0 kept",
        "noted 0 saved",
        "handled 0");
    engine.crash();
    engine.start(ONE);
    engine.deliver(0, "kept;life");
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
  void endedLifeDoesNothingMore() {
    engine.start(ONE);
    Probe ended = engine.probe(0);
    engine.atOnce(
        () -> {
          engine.call("alarm:old:1");
          engine.crash();
          ended.act("send:x;note:x;save:9;alarm:x:1");
        });
    engine.start(ONE);
    engine.deliver(0, "alarm:end:30");
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
  void messageForANodeThatIsDownIsForNobody() {
    engine.start(ONE);
    engine.crash();
    engine.deliver(0, "note:never");
    engine.start(ONE);
    engine.deliver(0, "note:next");
    requireLog(
        ONE_STARTED,
        "added a",
        "handled 0",
        "started",
        "received 0 note:next",
        "noted 0 next",
        "handled 0");
  }

  // ---- inputs

  @Test
  void handlerIsFollowedByItsProtocolAndThenTheOthers() {
    engine.start(TWO);
    engine.deliver(1, "send:x");
    requireLog(TWO_STARTED, "received 1 send:x", "sent 1 x", "handled 1", "handled 0");
  }

  @Test
  void messageToOneselfArrivesLater() {
    engine.start(ONE);
    engine.deliver(0, "self:x;note:y");
    requireLog(
        ONE_STARTED,
        "received 0 self:x;note:y",
        "sent 0 x",
        "noted 0 y",
        "handled 0",
        "received 0 x",
        "handled 0");
  }

  @Test
  void boundOfARandomNumberIsPositive() {
    engine.start(ONE);
    engine.deliver(0, "draw:1");
    requireLog(ONE_STARTED, "received 0 draw:1", "noted 0 drew=0", "handled 0");
    Probe probe = engine.probe(0);
    assertThatThrownBy(() -> engine.atOnce(() -> probe.act("draw:0")))
        .hasMessageContaining("at least 1");
  }

  // ---- alarms

  @Test
  void alarmThatStartsAgainExpiresOnce() {
    engine.start(ONE);
    engine.deliver(0, "alarm:x:5;alarm:x:10;alarm:end:40;running:x");
    requireLog(
        ONE_STARTED,
        "received 0 alarm:x:5;alarm:x:10;alarm:end:40;running:x",
        "noted 0 x=true",
        "handled 0",
        "expired x",
        "noted 0 rang x",
        "handled 0",
        "expired end",
        "noted 0 rang end",
        "handled 0");
  }

  @Test
  void stoppedAlarmDoesNotExpire() {
    engine.start(ONE);
    engine.deliver(0, "alarm:x:5;stop:x;stop:x;alarm:end:30;running:x");
    requireLog(
        ONE_STARTED,
        "received 0 alarm:x:5;stop:x;stop:x;alarm:end:30;running:x",
        "noted 0 x=false",
        "handled 0",
        "expired end",
        "noted 0 rang end",
        "handled 0");
  }

  @Test
  void delayIsNotNegative() {
    engine.start(ONE);
    Probe probe = engine.probe(0);
    assertThatThrownBy(() -> engine.atOnce(() -> probe.act("alarm:x:-1")))
        .hasMessageContaining("delay from 0");
  }

  // ---- what waits behind a save

  @Test
  void whatFollowsASaveWaitsForIt() {
    engine.start(ONE);
    engine.deliver(0, "send:a;save:1;send:b;note:c");
    requireLog(
        ONE_STARTED,
        "received 0 send:a;save:1;send:b;note:c",
        "sent 0 a",
        "held 0 b",
        "held 0 c",
        "handled 0",
        "sent 0 b",
        "noted 0 c",
        "durable 0 kept",
        "noted 0 saved",
        "handled 0");
  }

  @Test
  void savesBecomeDurableInTheirOrder() {
    engine.start(ONE);
    engine.deliver(0, "save:1;note:a;write:log;note:b;save:2;note:c");
    requireLog(
        ONE_STARTED,
        "received 0 save:1;note:a;write:log;note:b;save:2;note:c",
        "held 0 a",
        "held 0 b",
        "held 0 c",
        "handled 0",
        "noted 0 a",
        "durable 0 kept",
        "held 0 saved",
        "handled 0",
        "noted 0 b",
        "durable 0 log",
        "held 0 stored",
        "handled 0",
        "noted 0 c",
        "noted 0 saved",
        "noted 0 stored",
        "durable 0 kept",
        "noted 0 saved",
        "handled 0");
  }

  @Test
  void protocolBelowDoesNotWaitForTheOneAbove() {
    engine.start(TWO);
    engine.call("save:1;note:up;below:note:down");
    requireLog(
        TWO_STARTED,
        "called act save:1;note:up;below:note:down",
        "held 1 up",
        "noted 0 down",
        "handled 1",
        "handled 0",
        "noted 1 up",
        "durable 1 kept",
        "noted 1 saved",
        "handled 1",
        "handled 0");
  }

  @Test
  void protocolAboveWaitsForTheOneBelow() {
    engine.start(TWO);
    engine.deliver(1, "below:save:2;note:up");
    requireLog(
        TWO_STARTED,
        "received 1 below:save:2;note:up",
        "held 1 up",
        "handled 1",
        "handled 0",
        "noted 1 up",
        "durable 0 kept",
        "noted 0 saved",
        "handled 0",
        "handled 1");
  }

  @Test
  void protocolAboveDoesNotWaitForOneThatShowsOnlyWhatIsDurable() {
    engine.start(PRIVATE);
    engine.deliver(1, "below:save:2;note:up");
    requireLog(
        TWO_STARTED,
        "received 1 below:save:2;note:up",
        "noted 1 up",
        "handled 1",
        "handled 0",
        "durable 0 kept",
        "noted 0 saved",
        "handled 0",
        "handled 1");
  }

  @Test
  void crashLosesWhatWaited() {
    engine.start(ONE);
    engine.atOnce(
        () -> {
          engine.call("save:1;send:never;note:never");
          engine.crash();
        });
    engine.start(ONE);
    engine.deliver(0, "note:next");
    requireLog(
        ONE_STARTED,
        "called act save:1;send:never;note:never",
        "held 0 never",
        "held 0 never",
        "handled 0",
        "added a",
        "handled 0",
        "started",
        "received 0 note:next",
        "noted 0 next",
        "handled 0");
  }

  @Test
  void valueThatIsOpenedTwiceIsOne() {
    engine.start(ONE);
    engine.deliver(0, "save:5;again");
    requireLog(
        ONE_STARTED,
        "received 0 save:5;again",
        "held 0 again=Kept[value=5]",
        "handled 0",
        "noted 0 again=Kept[value=5]",
        "durable 0 kept",
        "noted 0 saved",
        "handled 0");
  }

  // ---- pauses

  @Test
  void pausedNodeTakesMessagesBeforeAlarms() {
    engine.start(ONE);
    engine.deliver(0, "alarm:x:3");
    engine.pause();
    engine.deliver(0, "note:one");
    engine.deliver(0, "note:two");
    engine.elapse(10);
    engine.resume();
    requireLog(
        ONE_STARTED,
        "received 0 alarm:x:3",
        "handled 0",
        "received 0 note:one",
        "noted 0 one",
        "handled 0",
        "received 0 note:two",
        "noted 0 two",
        "handled 0",
        "expired x",
        "noted 0 rang x",
        "handled 0");
  }

  @Test
  void messageThatWaitedMayStopAnAlarmThatWaitedToo() {
    engine.start(ONE);
    engine.deliver(0, "alarm:x:3");
    engine.pause();
    engine.elapse(10);
    engine.deliver(0, "stop:x;alarm:end:5");
    engine.resume();
    requireLog(
        ONE_STARTED,
        "received 0 alarm:x:3",
        "handled 0",
        "received 0 stop:x;alarm:end:5",
        "handled 0",
        "expired end",
        "noted 0 rang end",
        "handled 0");
  }

  @Test
  void crashEndsAPause() {
    engine.start(ONE);
    engine.pause();
    engine.deliver(0, "note:never");
    engine.crash();
    engine.start(ONE);
    engine.deliver(0, "note:next");
    requireLog(
        ONE_STARTED,
        "added a",
        "handled 0",
        "started",
        "received 0 note:next",
        "noted 0 next",
        "handled 0");
  }
}
