package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** What reaches a protocol, and what it may ask for meanwhile. */
interface InputsContract extends EngineContract {
  @Test
  default void handlerIsFollowedByItsProtocolAndThenTheOthers() {
    engine().start(TWO);
    engine().deliver(1, "send:x");
    requireLog(TWO_STARTED, "received 1 send:x", "sent 1 x", "handled 1", "handled 0");
  }

  @Test
  default void messageToOneselfArrivesLater() {
    engine().start(ONE);
    engine().deliver(0, "self:x;note:y");
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
  default void boundOfARandomNumberIsPositive() {
    engine().start(ONE);
    engine().deliver(0, "draw:1");
    requireLog(ONE_STARTED, "received 0 draw:1", "noted 0 drew=0", "handled 0");
    Probe probe = engine().probe(0);
    assertThatThrownBy(() -> engine().atOnce(() -> probe.act("draw:0")))
        .hasMessageContaining("at least 1");
  }

  @Test
  default void messageToOneselfReachesADeafNode() {
    engine().start(ONE);
    engine().deafen();
    engine().post(0, "note:never");
    engine().call("self:x");
    engine().elapse(20);
    requireLog(
        ONE_STARTED, "called act self:x", "sent 0 x", "handled 0", "received 0 x", "handled 0");
  }

  @Test
  default void protocolHearsThatNobodyListens() {
    engine().start(ONE);
    engine().crashPeer();
    engine().call("send:x");
    requireLog(
        ONE_STARTED,
        "called act send:x",
        "sent 0 x",
        "handled 0",
        "unreachable 0 P2",
        "noted 0 nobody at P2",
        "handled 0");
  }

  @Test
  default void callThatThrowsReachesTheCaller() {
    engine().start(ONE);
    assertThatThrownBy(() -> engine().call("fail")).hasStackTraceContaining("as told");
    assertThat(engine().isUp()).isTrue();
  }

  @Test
  default void clockDoesNotMoveWithinAnEvent() {
    engine().start(ONE);
    engine().deliver(0, "clock");
    requireLog(ONE_STARTED, "received 0 clock", "noted 0 stood=true", "handled 0");
  }
}
