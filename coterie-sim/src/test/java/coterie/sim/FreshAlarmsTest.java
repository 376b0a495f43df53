package coterie.sim;

import static coterie.sim.Probe.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.sim.Probe.Group;
import coterie.sim.Probe.Value;
import coterie.sim.fault.Fault;
import org.junit.jupiter.api.Test;

/** An alarm waits outside the wheel for a while, and nobody can tell. */
class FreshAlarmsTest {
  private static final long SECOND = 1_000_000_000;

  private static Group group(Setup setup, java.util.function.Consumer<Probe> onStart) {
    return new Group(
        1,
        setup,
        new Probe.Script() {
          @Override
          public void start(Probe probe) {
            onStart.accept(probe);
          }
        });
  }

  @Test
  void whatIsScheduledLaterDoesNotOvertakeAnAlarm() {
    Group group =
        group(
            Setup.standard().withSyncNanos(SECOND),
            probe -> {
              probe.alarm("before", "1");
              probe.context.stable("x", Value.class).save(new Value(1));
              probe.alarm("after", "1");
            });
    group.simulation.start();
    group.at("1", new Fault.Loss(0));
    group.run("2");
    assertThat(group.log)
        .containsExactly("1 P0 alarm before", "1 P0 saved x", "1 P0 alarm after", "1 loss 0.0");
  }

  @Test
  void stoppedAlarmsAreForgottenAndRestartedOnesGoToTheEnd() {
    Group group =
        group(
            Setup.standard(),
            probe -> {
              probe.alarm("stopped", "1");
              probe.alarm("restarted", "1");
              probe.alarm("kept", "1");
              probe.alarm("stopped").stop();
              probe.alarm("restarted", "1");
              assertThat(probe.alarm("stopped").isRunning()).isFalse();
              assertThat(probe.alarm("kept").isRunning()).isTrue();
            });
    group.run("2");
    assertThat(group.log).containsExactly("1 P0 alarm kept", "1 P0 alarm restarted");
  }

  @Test
  void manyAlarmsOfOneEventKeepTheirOrder() {
    Group group =
        group(
            Setup.standard(),
            probe -> {
              for (int i = 0; i < 40; i++) {
                probe.alarm("a" + i, "1");
              }
            });
    group.run("1");
    assertThat(group.log).hasSize(40).startsWith("1 P0 alarm a0").endsWith("1 P0 alarm a39");
  }

  @Test
  void crashForgetsAlarmsThatWereJustStarted() {
    Group group = group(Setup.standard(), probe -> probe.alarm("x", "1"));
    group.simulation.start();
    group.simulation.inject(new Fault.Crash(id(0)));
    group.run("5");
    assertThat(group.log).containsExactly("0 crash P0");
  }
}
