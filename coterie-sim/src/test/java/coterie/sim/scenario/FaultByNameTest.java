package coterie.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Intervention;
import coterie.sim.fault.Latency;
import coterie.sim.fault.NthMessage;
import coterie.sim.fault.Role;
import coterie.sim.fault.Target;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a fault's text says is that fault and no other: scenarios that were drawn or shrunk, and
 * faults that a process of a group is told, depend on it.
 */
class FaultByNameTest {
  private static final NodeId A = new NodeId(0);
  private static final NodeId B = new NodeId(12);
  private static final NthMessage FIRST = new NthMessage("Vote", A, B, 1);
  private static final NthMessage THIRD = new NthMessage("Vote", B, A, 3);
  private static final Target LEADER = new Target.Player(Role.LEADER, false);
  private static final Target NEXT_HOLDER = new Target.Player(Role.HOLDER, true);

  static List<Fault> faults() {
    return List.of(
        new Fault.Crash(A, false),
        new Fault.Crash(B, true),
        new Fault.Crash(LEADER, false),
        new Fault.Recover(A),
        new Fault.Pause(NEXT_HOLDER),
        new Fault.Resume(B),
        new Fault.Slow(A, 0),
        new Fault.Slow(A, 1),
        new Fault.Cut(A, B, true),
        new Fault.Cut(B, A, false),
        new Fault.Heal(A, B, true),
        new Fault.Heal(B, A, false),
        new Fault.HealAll(),
        Fault.Partition.of(List.of(List.of(A))),
        Fault.Partition.of(List.of(List.of(A, B), List.of(new NodeId(3)))),
        Fault.Partition.of(List.of()),
        Fault.Partition.of(List.of(List.of())),
        Fault.Partition.of(List.of(List.of(), List.of(A), List.of())),
        new Fault.SendOnly(A),
        new Fault.ReceiveOnly(B),
        new Fault.ClockOffset(A, 0),
        new Fault.ClockOffset(A, -1),
        new Fault.ClockOffset(B, 86_400_000_000_001L),
        new Fault.ClockDrift(A, 0),
        new Fault.ClockDrift(A, -500_000),
        new Fault.ClockDrift(A, 100),
        new Fault.Loss(0),
        new Fault.Loss(0.1 + 0.2),
        new Fault.Loss(1e-9),
        new Fault.Duplication(1),
        new Fault.Reordering(1.0 / 3, 500_000_001),
        new Fault.Delay(new Latency.Constant(0)),
        new Fault.Delay(new Latency.Uniform(1, 2_000_000_000)),
        new Fault.Delay(new Latency.Normal(3_000_001, 4)),
        new Fault.Delay(new Latency.Lognormal(20_000_000, 1.0 / 3)),
        new Fault.Delay(new Latency.Exponential(7)),
        new Fault.Delay(new Latency.Replay(List.of(1L, 2_500_000_000L))),
        new Intervention.Drop(FIRST),
        new Intervention.Delay(THIRD, 4),
        new Intervention.Deliver(FIRST, Intervention.UNSAID),
        new Intervention.Deliver(THIRD, 0),
        new Intervention.Duplicate(FIRST, Intervention.UNSAID),
        new Intervention.Duplicate(THIRD, 5),
        new Intervention.Before(FIRST, THIRD),
        new Intervention.DelayAlarm("vote again", Target.of(A), 1, 6),
        new Intervention.DelayAlarm("vote", LEADER, 2, 6));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void textMeansTheSameFault(Fault fault) {
    assertThat(FaultByName.read(fault.text())).isEqualTo(fault);
  }

  @Test
  void everyKindOfFaultIsTried() {
    Set<Class<?>> tried = new HashSet<>();
    faults().forEach(fault -> tried.add(fault.getClass()));
    assertThat(tried).containsExactlyInAnyOrderElementsOf(kinds(Fault.class).toList());
  }

  private static Stream<Class<?>> kinds(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(FaultByNameTest::kinds).distinct()
        : Stream.of(type);
  }
}
