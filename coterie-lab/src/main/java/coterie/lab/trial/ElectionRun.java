package coterie.lab.trial;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.lab.trial.ElectionLaboratory.Victim;
import coterie.sim.Stage;
import coterie.sim.check.elect.Elections;
import coterie.sim.check.elect.Elections.Election;
import coterie.sim.check.elect.Elections.TwoLeaders;
import coterie.sim.fault.Fault;
import coterie.sim.scenario.ScenarioRun;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One run of a comparison of elections: the group elects, somebody crashes, and comes back. */
public final class ElectionRun {
  /** The group did not agree in the time that it had. */
  static final long NEVER = Long.MAX_VALUE;

  private static final Pattern FLAG = Pattern.compile(" --(crash|recover) ([0-9]+)@([^ ]+)");

  /**
   * What a run came to.
   *
   * @param afterCrash from each crash until the group agrees
   * @param afterReturn from each return until the group agrees
   * @param messages of each election that began while somebody was down, and ended
   * @param faults as flags of {@code coterie sim}, each after a blank
   */
  public record Result(
      long seed,
      List<Long> afterCrash,
      List<Long> afterReturn,
      List<Long> messages,
      long lengthNanos,
      long leaderlessNanos,
      TwoLeaders twoLeaders,
      List<String> violations,
      String faults) {
    /** The faults as statements of a scenario, one a line. */
    public String statements() {
      return FLAG.matcher(faults).replaceAll("at $3 $1 $2\n");
    }
  }

  private final ElectionLaboratory laboratory;
  private final Stage stage;
  private final Elections judge;
  private final SplitMix random;
  private final long seed;
  private final List<Long> afterCrash = new ArrayList<>();
  private final List<Long> afterReturn = new ArrayList<>();
  private final List<Long> messages = new ArrayList<>();
  private final StringBuilder faults = new StringBuilder();

  ElectionRun(ElectionLaboratory laboratory, ScenarioRun run, long seed) {
    this.laboratory = laboratory;
    this.seed = seed;
    this.stage = run.stage();
    this.judge = run.judge(Elections.class).orElseThrow();
    this.random = new SplitMix(seed);
  }

  Result run() {
    for (int crash = 0; crash < laboratory.crashes(); crash++) {
      long at = laboratory.turnNanos(crash) + random.nextLong(ElectionLaboratory.SPREAD_NANOS);
      int draw = random.nextInt(Integer.MAX_VALUE);
      stage.runUntil(at);
      // Most groups agree by now; one that does not gets as long as after a crash.
      if (await(at + laboratory.downNanos()) == NEVER) {
        afterCrash.add(NEVER);
        continue;
      }
      NodeId victim = victim(draw);
      if (stage.now() > at) {
        // A scripted crash at the very instant of an event would come before it.
        stage.runFor(1);
      }
      crash(victim);
    }
    stage.runUntil(laboratory.untilNanos());
    return new Result(
        seed,
        afterCrash,
        afterReturn,
        messages,
        stage.now(),
        judge.leaderlessNanos(),
        judge.twoLeaders(),
        judge.violations(),
        faults.toString());
  }

  private NodeId victim(int draw) {
    NodeId leader = agreed();
    if (laboratory.victim() == Victim.LEADER) {
      return leader;
    }
    int size = stage.members().size();
    int index = stage.members().indexOf(leader);
    return stage.members().at((index + 1 + draw % (size - 1)) % size);
  }

  private NodeId agreed() {
    @Nullable NodeId leader = judge.leader();
    if (leader == null) {
      throw new IllegalStateException("the group does not agree on a leader");
    }
    return leader;
  }

  private void crash(NodeId node) {
    long since = stage.now();
    long back = since + laboratory.downNanos();
    faults.append(fault("crash", node, since)).append(fault("recover", node, back));
    stage.inject(new Fault.Crash(node));
    afterCrash.add(await(back));
    stage.runUntil(back);
    count(since);
    stage.inject(new Fault.Recover(node));
    afterReturn.add(await(back + laboratory.downNanos()));
  }

  private static String fault(String word, NodeId node, long atNanos) {
    return " --%s %d@%s".formatted(word, node.value(), TimeText.format(atNanos));
  }

  /** How long it takes from now until the group agrees. */
  private long await(long limitNanos) {
    long since = stage.now();
    return stage.runUntil(judge::agrees, limitNanos) ? stage.now() - since : NEVER;
  }

  private void count(long sinceNanos) {
    for (Election election : judge.elections()) {
      if (election.startedAtNanos() >= sinceNanos && election.endedAtNanos() != null) {
        messages.add(election.messages());
      }
    }
  }
}
