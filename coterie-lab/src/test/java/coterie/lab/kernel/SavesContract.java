package coterie.lab.kernel;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What waits behind a save, and comes out when it is durable. */
interface SavesContract extends EngineContract {
  @Test
  default void whatFollowsASaveWaitsForIt() {
    engine().start(ONE);
    engine().deliver(0, "send:a;save:1;send:b;note:c");
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
  default void savesBecomeDurableInTheirOrder() {
    engine().start(ONE);
    engine().deliver(0, "save:1;note:a;write:log;note:b;save:2;note:c");
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
  default void protocolBelowDoesNotWaitForTheOneAbove() {
    engine().start(TWO);
    engine().call("save:1;note:up;below:note:down");
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
  default void protocolAboveWaitsForTheOneBelow() {
    engine().start(TWO);
    engine().deliver(1, "below:save:2;note:up");
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
  default void protocolAboveDoesNotWaitForOneThatShowsOnlyWhatIsDurable() {
    engine().start(PRIVATE);
    engine().deliver(1, "below:save:2;note:up");
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
  default void crashLosesWhatWaited() {
    engine().start(ONE);
    engine()
        .atOnce(
            () -> {
              engine().call("save:1;send:never;note:never");
              engine().crash();
            });
    engine().start(ONE);
    engine().deliver(0, "note:next");
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
  default void valueThatIsOpenedTwiceIsOne() {
    engine().start(ONE);
    engine().deliver(0, "save:5;again");
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

  @Test
  default void valueIsWhatWasSavedLast() {
    engine().start(ONE);
    engine().deliver(0, "kept;save:1;kept;save:2;kept");
    requireLog(
        ONE_STARTED,
        "received 0 kept;save:1;kept;save:2;kept",
        "noted 0 kept=null",
        "held 0 kept=Kept[value=1]",
        "held 0 kept=Kept[value=2]",
        "handled 0",
        "noted 0 kept=Kept[value=1]",
        "durable 0 kept",
        "held 0 saved",
        "handled 0",
        "noted 0 kept=Kept[value=2]",
        "noted 0 saved",
        "durable 0 kept",
        "noted 0 saved",
        "handled 0");
  }

  @Test
  default void whatWasHeldAndThrowsKeepsNothingBack() {
    engine().start(ONE);
    engine().deliver(0, "save:1;note:" + Engine.Log.THROWN_AT + ";note:after");
    engine().elapse(50);
    requireLog(
        ONE_STARTED,
        "received 0 save:1;note:boom;note:after",
        "held 0 boom",
        "held 0 after",
        "handled 0",
        "noted 0 boom",
        "noted 0 after",
        "durable 0 kept",
        "noted 0 saved",
        "handled 0");
  }

  @Test
  default void witnessHearsWhatBecameDurable() {
    engine().start(ONE);
    engine().deliver(0, "save:7;write:log");
    engine()
        .awaitDurable(
            List.of(
                "Kept[value=7]",
                "Batch[added=[], removed=[], marks=[Mark[name=log, stamp=1@P1]]]"));
  }
}
