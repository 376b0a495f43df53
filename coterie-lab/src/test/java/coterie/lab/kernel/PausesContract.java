package coterie.lab.kernel;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a paused node takes when it goes on. */
interface PausesContract extends EngineContract {
  /** At once: on a busy machine, the alarm would expire before the pause. */
  private void startAlarmAndPause() {
    engine()
        .atOnce(
            () -> {
              engine().call("alarm:x:3");
              engine().pause();
            });
  }

  @Test
  default void pausedNodeTakesMessagesBeforeAlarms() {
    engine().start(ONE);
    startAlarmAndPause();
    engine().deliver(0, "note:one");
    engine().deliver(0, "note:two");
    engine().elapse(10);
    engine().resume();
    requireLog(
        ONE_STARTED,
        "called act alarm:x:3",
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
  default void messageThatWaitedMayStopAnAlarmThatWaitedToo() {
    engine().start(ONE);
    startAlarmAndPause();
    engine().elapse(10);
    engine().deliver(0, "stop:x;alarm:end:5");
    engine().resume();
    requireLog(
        ONE_STARTED,
        "called act alarm:x:3",
        "handled 0",
        "received 0 stop:x;alarm:end:5",
        "handled 0",
        "expired end",
        "noted 0 rang end",
        "handled 0");
  }

  @Test
  default void crashEndsAPause() {
    engine().start(ONE);
    engine().pause();
    engine().deliver(0, "note:never");
    engine().crash();
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
  default void newsOfASaveWaitsForAPausedNode() {
    engine().start(ONE);
    engine()
        .atOnce(
            () -> {
              engine().call("save:1;note:x");
              engine().pause();
            });
    engine().elapse(30);
    List<String> paused = after(ONE_STARTED, "called act save:1;note:x", "held 0 x", "handled 0");
    requireLog(paused);
    engine().resume();
    requireLog(paused, "noted 0 x", "durable 0 kept", "noted 0 saved", "handled 0");
  }

  @Test
  default void whatWaitedAndThrowsHarmsNoOther() {
    engine().start(ONE);
    engine().pause();
    engine().deliver(0, "throw");
    engine().deliver(0, "note:two");
    engine().resume();
    engine().elapse(20);
    requireLog(ONE_STARTED, "received 0 throw", "received 0 note:two", "noted 0 two", "handled 0");
  }

  @Test
  default void alarmThatWaitsIsRunning() {
    engine().start(ONE);
    startAlarmAndPause();
    engine().elapse(10);
    engine().deliver(0, "running:x");
    engine().resume();
    requireLog(
        ONE_STARTED,
        "called act alarm:x:3",
        "handled 0",
        "received 0 running:x",
        "noted 0 x=true",
        "handled 0",
        "expired x",
        "noted 0 rang x",
        "handled 0");
  }
}
