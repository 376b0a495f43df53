package coterie.sim.scenario;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.SeededRandom;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Role;
import coterie.sim.fault.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Random faults: {@code every 60 crash for 10} means that a crash of some node comes after a random
 * time with a mean of 60, and so on, and each lasts for 10; {@code from 20 until 100} says when
 * they may begin, and {@code every 60 crash leader for 10} whom they hit. They are drawn from the
 * seed before the run, so every protocol meets the same ones. A node has at most one of them at a
 * time, and a node that a script names is left to the script.
 */
final class Chaos {
  private static final String KINDS = "crash, pause, cut, partition";

  /**
   * @param role whom it hits; null for anybody
   * @param keeping whether what a crashed node has saved lately is durable all the same
   */
  record Rate(
      String where,
      long meanNanos,
      String kind,
      @Nullable Role role,
      boolean keeping,
      long lastingNanos,
      long fromNanos,
      long untilNanos) {}

  private Chaos() {}

  static Rate read(Words words) {
    long mean = words.time();
    if (mean < 1) {
      throw words.error("every takes a mean time above 0");
    }
    String kind = words.next("one of " + KINDS);
    if (!List.of(KINDS.split(", ")).contains(kind)) {
      throw words.error("\"%s\" does not come by chance; there is %s".formatted(kind, KINDS));
    }
    Role role = readRole(words, kind);
    boolean keeping = kind.equals("crash") && words.takes("keeping");
    words.expect("for");
    long lasting = words.time();
    long from = words.takes("from") ? words.time() : 0;
    long until = words.takes("until") ? words.time() : Long.MAX_VALUE;
    if (until < from) {
      throw words.error("every ... from A until B takes A up to B");
    }
    return new Rate(words.where(), mean, kind, role, keeping, lasting, from, until);
  }

  private static @Nullable Role readRole(Words words, String kind) {
    for (Role role : Role.values()) {
      if (words.takes(role.word())) {
        if (!kind.equals("crash") && !kind.equals("pause")) {
          throw words.error("a role goes with crash and pause, not with " + kind);
        }
        return role;
      }
    }
    return null;
  }

  static List<Step> steps(
      List<Rate> rates, List<Step> scripted, View members, long seed, long until) {
    long[] busyUntil = new long[members.size()];
    scripted.forEach(step -> leaveToScript(step, members, busyUntil));
    SeededRandom[] randoms = new SeededRandom[rates.size()];
    long[] next = new long[rates.size()];
    for (int i = 0; i < next.length; i++) {
      randoms[i] = new SeededRandom(seed, 0xFA17 + i);
      next[i] = next(rates.get(i), rates.get(i).fromNanos, randoms[i]);
    }
    Draw draw = new Draw(members, isLate(rates, scripted), busyUntil);
    for (int i = earliest(next); i >= 0 && next[i] <= until; i = earliest(next)) {
      draw.draw(rates.get(i), randoms[i], next[i]);
      next[i] = next(rates.get(i), next[i], randoms[i]);
    }
    return draw.steps;
  }

  /** When the next fault comes; never, once the rate has ended. */
  private static long next(Rate rate, long after, SeededRandom random) {
    long at = after + gap(rate, random);
    return at <= rate.untilNanos ? at : Long.MAX_VALUE;
  }

  private static int earliest(long[] times) {
    int first = -1;
    for (int i = 0; i < times.length; i++) {
      first = first < 0 || times[i] < times[first] ? i : first;
    }
    return first;
  }

  /** Whether a role may have been in the way of what is drawn. */
  private static boolean isLate(List<Rate> rates, List<Step> scripted) {
    return rates.stream().anyMatch(rate -> rate.role != null)
        || scripted.stream().anyMatch(Step::namesRole);
  }

  /** The faults drawn so far. */
  private static final class Draw {
    private final View members;
    private final boolean isLate;
    private final long[] busyUntil;
    private final List<Step> steps = new ArrayList<>();

    Draw(View members, boolean isLate, long[] busyUntil) {
      this.members = members;
      this.isLate = isLate;
      this.busyUntil = busyUntil;
    }

    void draw(Rate rate, SeededRandom random, long at) {
      if (rate.role != null) {
        Target target = new Target.Player(rate.role, false);
        late(
            rate,
            at,
            rate.kind.equals("crash")
                ? new Fault.Crash(target, rate.keeping)
                : new Fault.Pause(target));
        return;
      }
      int node = (int) random.below(members.size());
      if (busyUntil[node] < at) {
        add(rate, random, at, node);
        busyUntil[node] = at + rate.lastingNanos;
      }
    }

    private void add(Rate rate, SeededRandom random, long at, int node) {
      NodeId who = members.at(node);
      NodeId other = members.at((int) random.below(members.size()));
      switch (rate.kind) {
        case "crash" -> both(rate, at, new Fault.Crash(who, rate.keeping));
        case "pause" -> both(rate, at, new Fault.Pause(who));
        case "cut" -> {
          if (!who.equals(other)) {
            both(rate, at, new Fault.Cut(who, other, true));
          }
        }
        default -> both(rate, at, Fault.Partition.of(List.of(half(members, random))));
      }
    }

    private void both(Rate rate, long at, Fault fault) {
      if (isLate && fault instanceof Fault.OfProcess) {
        late(rate, at, fault);
        return;
      }
      steps.add(new Step(rate.where, at, new Step.Inject(fault)));
      Fault undo = Objects.requireNonNull(fault.undo());
      steps.add(new Step(rate.where, at + rate.lastingNanos, new Step.Inject(undo)));
    }

    private void late(Rate rate, long at, Fault fault) {
      steps.add(new Step(rate.where, at, new Step.Inject(fault, rate.lastingNanos, true)));
    }
  }

  private static List<NodeId> half(View members, SeededRandom random) {
    List<NodeId> half = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      if (random.below(2) == 0) {
        half.add(members.at(i));
      }
    }
    return half;
  }

  private static void leaveToScript(Step step, View members, long[] busyUntil) {
    if (step.action() instanceof Step.Inject inject
        && inject.fault() instanceof Fault.OfProcess process
        && !process.isEnd()
        && !process.namesRole()) {
      busyUntil[members.indexOf(process.node())] = Long.MAX_VALUE;
    }
  }

  /** An exponential time with the mean of the rate, at least one nanosecond. */
  private static long gap(Rate rate, SeededRandom random) {
    double fraction = (random.below(1L << 52) + 0.5) / (1L << 52);
    double gap = -StrictMath.log(fraction) * rate.meanNanos;
    return Math.max(1, Math.round(Math.min(gap, 1000.0 * TimeText.SECOND * 3600)));
  }
}
