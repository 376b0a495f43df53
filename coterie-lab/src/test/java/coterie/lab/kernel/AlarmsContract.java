package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** When alarms expire. */
interface AlarmsContract extends EngineContract {
  @Test
  default void alarmThatStartsAgainExpiresOnce() {
    engine().start(ONE);
    engine().deliver(0, "alarm:x:5;alarm:x:10;alarm:end:40;running:x");
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
  default void stoppedAlarmDoesNotExpire() {
    engine().start(ONE);
    engine().deliver(0, "alarm:x:5;stop:x;stop:x;alarm:end:30;running:x");
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
  default void delayIsNotNegative() {
    engine().start(ONE);
    Probe probe = engine().probe(0);
    assertThatThrownBy(() -> engine().atOnce(() -> probe.act("alarm:x:-1")))
        .hasMessageContaining("delay from 0");
  }

  @Test
  default void alarmDoesNotRunBeforeItsStart() {
    engine().start(ONE);
    engine().deliver(0, "running:x;stop:x;alarm:end:5");
    requireLog(
        ONE_STARTED,
        "received 0 running:x;stop:x;alarm:end:5",
        "noted 0 x=false",
        "handled 0",
        "expired end",
        "noted 0 rang end",
        "handled 0");
  }

  @Test
  default void alarmsExpireInTheOrderOfTheirTimes() {
    engine().start(ONE);
    engine().deliver(0, "alarm:late:20;alarm:soon:5");
    requireLog(
        ONE_STARTED,
        "received 0 alarm:late:20;alarm:soon:5",
        "handled 0",
        "expired soon",
        "noted 0 rang soon",
        "handled 0",
        "expired late",
        "noted 0 rang late",
        "handled 0");
  }

  /** An alarm of the probe notes that it is early if its clock says so. */
  @Test
  default void alarmWaitsOutItsDelayOnTheLocalClock() {
    engine().start(ONE);
    engine().deliver(0, "alarm:x:10");
    requireLog(
        ONE_STARTED,
        "received 0 alarm:x:10",
        "handled 0",
        "expired x",
        "noted 0 rang x",
        "handled 0");
  }

  @Test
  default void longestDelayIsTaken() {
    engine().start(ONE);
    engine().deliver(0, "far:x;alarm:end:5;running:x");
    requireLog(
        ONE_STARTED,
        "received 0 far:x;alarm:end:5;running:x",
        "noted 0 x=true",
        "handled 0",
        "expired end",
        "noted 0 rang end",
        "handled 0");
  }
}
