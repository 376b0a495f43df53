package coterie.sim;

import static coterie.sim.Probe.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import coterie.sim.Probe.Group;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Crash, recovery, pause and slowness of a node. */
class NodeFaultsTest {
  private static final Probe.Script SILENT = new Probe.Script() {};
  private static final Setup ONE_SECOND =
      Setup.standard().withLatency(new Latency.Constant(1_000_000_000));

  @Test
  void crashStopsAllAlarms() {
    Group group = new Group(2, Setup.standard(), SILENT);
    group.simulation.start();
    group.probe(0).alarm("a", "10");
    group.probe(0).alarm("b", "20");
    group.probe(1).alarm("a", "10");
    group.at("5", new Fault.Crash(id(0)));
    group.at("6", new Fault.Recover(id(0)));
    group.run("30");
    assertThat(group.log).containsExactly("5 crash P0", "6 recover P0", "10 P1 alarm a");
  }

  @Test
  void recoveredNodeIsBuiltAfreshInItsNextIncarnation() {
    Group group = new Group(2, Setup.standard(), SILENT);
    group.simulation.start();
    Probe first = group.probe(0);
    assertThat(first.context.incarnation()).isEqualTo(1);
    group.simulation.inject(new Fault.Crash(id(0)));
    assertThat(group.simulation.isUp(id(0))).isFalse();
    assertThat(group.simulation.upCount()).isEqualTo(1);
    assertThat(group.simulation.protocols(id(0))).isEmpty();
    assertThatThrownBy(() -> group.probe(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("P0 is down; a protocol can be asked while its node is up");
    group.simulation.inject(new Fault.Recover(id(0)));
    assertThat(group.simulation.isUp(id(0))).isTrue();
    assertThat(group.probe(0)).isNotSameAs(first);
    assertThat(group.probe(0).context.incarnation()).isEqualTo(2);
    assertThat(group.probe(1).context.incarnation()).isEqualTo(1);
  }

  @Test
  void messageToAnEarlierIncarnationIsDropped() {
    Group group = new Group(2, ONE_SECOND, SILENT);
    group.simulation.start();
    group.send(0, 1, "old");
    group.at("0.2", new Fault.Crash(id(1)));
    group.run("0.3");
    group.send(0, 1, "between");
    group.at("0.4", new Fault.Recover(id(1)));
    group.run("0.5");
    group.send(0, 1, "new");
    group.run("5");
    assertThat(group.log)
        .containsExactly(
            "0.2 crash P1",
            "0.4 recover P1",
            "1 P1 misses old: STALE",
            "1.3 P1 misses between: STALE",
            "1.5 P1 gets new from P0");
  }

  @Test
  void recoveryOfAnotherNodeDoesNotMakeAMessageStale() {
    Group group = new Group(3, ONE_SECOND, SILENT);
    group.simulation.inject(new Fault.Crash(id(2)));
    group.send(0, 1, "a");
    group.at("0.5", new Fault.Recover(id(2)));
    group.run("5");
    assertThat(group.log).endsWith("1 P1 gets a from P0");
  }

  @Test
  void messageOfACrashedSenderStillArrives() {
    Group group = new Group(2, ONE_SECOND, SILENT);
    group.simulation.start();
    group.send(0, 1, "a");
    group.at("0.5", new Fault.Crash(id(0)));
    group.run("5");
    assertThat(group.log).containsExactly("0.5 crash P0", "1 P1 gets a from P0");
  }

  @Test
  void whatCannotBeIsRefused() {
    Group group = new Group(2, Setup.standard(), SILENT);
    Simulation simulation = group.simulation;
    refused(simulation, new Fault.Recover(id(0)), "P0 is up; recover takes a node that is down");
    refused(simulation, new Fault.Resume(id(0)), "P0 is not paused; resume takes a node that is");
    simulation.inject(new Fault.Pause(id(1)));
    refused(simulation, new Fault.Pause(id(1)), "P1 is paused already");
    assertThatThrownBy(() -> simulation.call(id(1), Probe.class, "x", probe -> 1))
        .hasMessage("P1 is paused; a call takes a node that is running");
    simulation.inject(new Fault.Crash(id(0)));
    refused(
        simulation, new Fault.Crash(id(0)), "P0 is down already; crash takes a node that is up");
    refused(simulation, new Fault.Pause(id(0)), "P0 is down; pause takes a node that is up");
  }

  private static void refused(Simulation simulation, Fault fault, String message) {
    assertThatThrownBy(() -> simulation.inject(fault))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void resumedNodeReadsItsMessagesBeforeItsAlarmsExpire() {
    Group group = new Group(2, ONE_SECOND, SILENT);
    group.simulation.start();
    group.probe(1).alarm("late", "3");
    group.probe(1).alarm("early", "2.5");
    group.at("1", new Fault.Pause(id(1)));
    group.at("10", new Fault.Resume(id(1)));
    group.run("2");
    group.send(0, 1, "a");
    group.run("4");
    group.send(0, 1, "b");
    group.run("20");
    assertThat(group.log)
        .containsExactly(
            "1 pause P1",
            "10 resume P1",
            "10 P1 gets a from P0",
            "10 P1 gets b from P0",
            "10 P1 alarm early",
            "10 P1 alarm late");
  }

  /** Whatever arrives stops the alarm "stop" and starts the alarm "restart" for another second. */
  private static final Probe.Script TOUCHES_ALARMS =
      new Probe.Script() {
        @Override
        public void receive(Probe probe, NodeId from, String text) {
          probe.alarm("stop").stop();
          probe.alarm("restart", "1");
        }
      };

  private static Group pausedWithAlarms(Setup setup) {
    Group group = new Group(2, setup, TOUCHES_ALARMS);
    group.simulation.start();
    List.of("stop", "restart", "keep").forEach(name -> group.probe(1).alarm(name, "5"));
    group.at("3", new Fault.Pause(id(1)));
    group.at("10", new Fault.Resume(id(1)));
    return group;
  }

  @Test
  void waitingMessageStopsAndRestartsExpiredAlarms() {
    Group group = pausedWithAlarms(ONE_SECOND);
    group.run("4");
    group.send(0, 1, "a");
    group.run("9");
    assertThat(group.probe(1).alarm("stop").isRunning()).isTrue();
    group.run("30");
    assertThat(group.log)
        .containsExactly(
            "3 pause P1",
            "10 resume P1",
            "10 P1 gets a from P0",
            "10 P1 alarm keep",
            "11 P1 alarm restart");
    assertThat(group.probe(1).alarm("stop").isRunning()).isFalse();
  }

  @Test
  void slowNodeThatWasPausedExpiresEachAlarmOnce() {
    Group group = pausedWithAlarms(ONE_SECOND);
    group.at("6", new Fault.Slow(id(1), 2_000_000_000));
    group.run("30");
    assertThat(group.log)
        .containsExactly(
            "3 pause P1",
            "6 slow P1 by 2",
            "10 resume P1",
            "12 P1 alarm stop",
            "12 P1 alarm restart",
            "12 P1 alarm keep");
    assertThat(group.probe(1).alarm("keep").isRunning()).isFalse();
  }

  @Test
  void slowNodeThatWasPausedHeedsWaitingMessagesFirst() {
    Group group = pausedWithAlarms(ONE_SECOND);
    group.at("1", new Fault.Slow(id(1), 2_000_000_000));
    group.run("1");
    group.send(0, 1, "put off before the pause");
    group.run("4");
    group.send(0, 1, "b");
    group.run("30");
    assertThat(group.log)
        .containsExactly(
            "1 slow P1 by 2",
            "3 pause P1",
            "10 resume P1",
            "10 P1 gets put off before the pause from P0",
            "12 P1 gets b from P0",
            "12 P1 alarm keep",
            "15 P1 alarm restart");
  }

  @Test
  void pausedNodeSendsNothingAndLosesNothing() {
    Group group = new Group(2, Setup.standard(), TOUCHES_ALARMS);
    group.at("1", new Fault.Pause(id(1)));
    group.at("3", new Fault.Resume(id(1)));
    group.run("2");
    group.send(0, 1, "a");
    group.simulation.runFor(1);
    assertThat(group.log).containsExactly("1 pause P1");
    group.run("10");
    assertThat(group.log).endsWith("3 P1 gets a from P0", "4 P1 alarm restart");
  }

  @Test
  void crashEndsAPauseAndWhatWaitedIsGone() {
    Group group = pausedWithAlarms(Setup.standard());
    group.simulation.runUntil(7_000_000_000L);
    group.send(0, 1, "a");
    group.simulation.inject(new Fault.Crash(id(1)));
    group.simulation.inject(new Fault.Recover(id(1)));
    group.send(0, 1, "b");
    group.run("9");
    assertThat(group.log)
        .containsExactly(
            "3 pause P1",
            "7 crash P1",
            "7 recover P1",
            "7 P1 gets b from P0",
            "8 P1 alarm restart");
  }

  @Test
  void slowNodeHandlesEverythingLater() {
    Group group = new Group(2, ONE_SECOND, SILENT);
    group.simulation.inject(new Fault.Slow(id(1), 500_000_000));
    group.send(0, 1, "a");
    group.send(1, 0, "a");
    group.probe(1).alarm("x", "3");
    group.run("4");
    group.simulation.inject(new Fault.Slow(id(1), 0));
    group.send(0, 1, "b");
    group.run("10");
    assertThat(group.log)
        .containsExactly(
            "0 slow P1 by 0.5",
            "1 P0 gets a from P1",
            "1.5 P1 gets a from P0",
            "3.5 P1 alarm x",
            "4 slow P1 by 0",
            "5 P1 gets b from P0");
  }

  @Test
  void alarmOfASlowNodeCanStillBeStopped() {
    Group group = new Group(1, Setup.standard(), SILENT);
    group.simulation.inject(new Fault.Slow(id(0), 500_000_000));
    group.probe(0).alarm("x", "3");
    group.run("3.2");
    assertThat(group.probe(0).alarm("x").isRunning()).isTrue();
    group.probe(0).alarm("x").stop();
    group.run("10");
    assertThat(group.log).containsExactly("0 slow P0 by 0.5");
  }

  @Test
  void alarmTakesADelayFromZero() {
    Group group = new Group(1, Setup.standard(), SILENT);
    group.simulation.start();
    assertThatThrownBy(() -> group.probe(0).alarm("x").start(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("alarm \"x\" takes a delay from 0, not -1 ns");
  }

  @Test
  void alarmWithoutEndNeverExpires() {
    Group group = new Group(1, Setup.standard(), SILENT);
    group.simulation.inject(new Fault.ClockDrift(id(0), -500_000));
    group.run("1");
    group.probe(0).alarm("never").start(Long.MAX_VALUE);
    group.run("1000h");
    assertThat(group.probe(0).alarm("never").isRunning()).isTrue();
    assertThat(group.log).hasSize(1);
  }
}
