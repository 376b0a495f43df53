package coterie.lab.kernel;

import org.junit.jupiter.api.Test;

/** For engines in which a message to oneself takes time, so that a life may end meanwhile. */
interface SelfMessageContract extends EngineContract {
  @Test
  default void messageToOneselfIsNotForAnEndedLifeOrTheNext() {
    engine().start(ONE);
    engine()
        .atOnce(
            () -> {
              engine().call("self:late");
              engine().crash();
            });
    engine().start(ONE);
    engine().deliver(0, "note:next");
    requireLog(
        ONE_STARTED,
        "called act self:late",
        "sent 0 late",
        "handled 0",
        "added a",
        "handled 0",
        "started",
        "received 0 note:next",
        "noted 0 next",
        "handled 0");
  }
}
