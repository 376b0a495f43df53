package coterie.lab.live;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.EventCounter;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.RegisterNote;
import coterie.core.View;
import coterie.member.cast.Cast;
import coterie.recipe.Recipe;
import coterie.sim.Stage;
import coterie.sim.StageWitness;
import coterie.sim.check.clock.Causality;
import coterie.sim.check.detect.Diagnosis;
import coterie.sim.check.elect.Elections;
import coterie.sim.check.mutex.Entries;
import coterie.sim.check.store.Copies;
import coterie.sim.check.store.Linearizability;
import coterie.sim.scenario.Recipes;
import coterie.sim.scenario.Scenario;
import coterie.sim.scenario.ScenarioReader;
import coterie.sim.scenario.ScenarioRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every protocol there is comes to the same on sockets as in the simulator: the same suspects,
 * leader, members, event counts, nobody inside with another, copies that are equal, calls with an
 * outcome. Not when, for that is the machine's business: a run on sockets goes on until it has come
 * to that.
 */
class EveryProtocolTest {
  private static final Recipes RECIPES = Recipes.of(EveryProtocolTest.class.getClassLoader());

  /** On the clock of the run, which is as long as it takes at the worst. */
  private static final int MUCH_LONGER = 30;

  private static final int ENTRIES = 3;

  /**
   * A protocol and what happens to it.
   *
   * @param pace how many times as fast as time it runs on sockets
   * @param afterSeconds when nothing happens to it any more
   */
  private record Case(String protocol, int pace, int afterSeconds, String statements) {
    List<String> lines() {
      List<String> lines = new ArrayList<>(List.of("protocol " + protocol));
      lines.addAll(statements.lines().map(String::strip).toList());
      return lines;
    }
  }

  private static final List<Case> CASES =
      List.of(
          new Case("vring", 50, 40, "nodes 4\nset start converged\nuntil 200\nat 31 crash 1"),
          new Case("heartring", 5, 4, "nodes 4\nset spread true\nuntil 20\nat 3 crash 1"),
          new Case("heartbeat", 5, 4, "nodes 4\nuntil 20\nat 3 crash 1"),
          new Case("phi", 5, 4, "nodes 4\nuntil 30\nat 3 crash 1"),
          new Case("swim", 10, 6, "nodes 4\nuntil 60\nat 5 crash 1"),
          new Case("swim-plain", 10, 6, "nodes 4\nuntil 60\nat 5 crash 1"),
          // Once all have heard of it nothing happens, and only after an event is it looked at.
          new Case("cast", 2, 1, "nodes 4\nuntil 10\nat 1 call 0 cast cache"),
          new Case("bully", 5, 4, "nodes 4\nuntil 20\nat 3 crash 3"),
          new Case("ring", 5, 4, "nodes 4\nuntil 20\nat 3 crash 3"),
          new Case("raft", 1, 2, "nodes 3\nuntil 4\nat 1 crash 0 for 0.5"),
          new Case("lamport", 2, 2, "nodes 3\nuntil 5\nat 1 crash 1 for 0.5"),
          new Case("ricart-agrawala", 2, 2, "nodes 3\nuntil 5\nat 1 crash 1 for 0.5"),
          new Case("token-ring", 2, 2, "nodes 3\nuntil 6\nat 1 crash 1 for 0.5"),
          // Whoever crashes takes no token any more.
          new Case("token-ring-plain", 2, 2, "nodes 3\nset linger 10ms\nuntil 6"),
          new Case("lease", 2, 2, "nodes 3\nuntil 10\nat 1 crash 1 for 0.5"),
          new Case("documents", 5, 5, "nodes 3\nset writing 4\nuntil 20\nat 1 crash 1 for 1"),
          new Case("mvcc", 5, 5, "nodes 3\nset writing 4\nuntil 20\nat 1 crash 1 for 1"),
          new Case("ledger", 5, 5, "nodes 3\nset writing 4\nuntil 20\nat 1 crash 1 for 1"),
          new Case("register", 5, 5, "nodes 3\nuntil 20\nat 1 crash 1 for 1"),
          new Case("clocks", 5, 4, "nodes 3\nuntil 10\nat 2 crash 1 for 1"));

  @Test
  void everyProtocolIsHere() {
    assertThat(CASES.stream().map(Case::protocol))
        .containsExactlyInAnyOrderElementsOf(RECIPES.all().stream().map(Recipe::name).toList());
  }

  @TestFactory
  Stream<DynamicTest> comesToTheSameOnSocketsAsInTheSimulator() {
    return CASES.stream()
        .map(one -> DynamicTest.dynamicTest(one.protocol(), () -> comesToTheSame(one)));
  }

  private static void comesToTheSame(Case one) throws IOException {
    Scenario simulated = new ScenarioReader(RECIPES).text("sim", one.lines()).scenario();
    ScenarioRun inSimulator = new ScenarioRun(simulated, RECIPES);
    Outcome expected = new Outcome(inSimulator);
    inSimulator.run();
    assertThat(inSimulator.violations()).isEmpty();

    Scenario real = new ScenarioReader(RECIPES).onSockets().text("run", one.lines()).scenario();
    List<SocketStage> opened = new ArrayList<>();
    try {
      ScenarioRun onSockets =
          new ScenarioRun(
              real,
              RECIPES,
              (members, blueprint, setup) -> {
                opened.add(open(members, blueprint, setup, one.pace()));
                return opened.getFirst();
              });
      Outcome found = new Outcome(onSockets);
      onSockets.start();
      Stage stage = onSockets.stage();
      stage.runUntil(
          () ->
              stage.now() >= one.afterSeconds() * 1_000_000_000L
                  && found.text().equals(expected.text()),
          MUCH_LONGER * real.untilNanos());
      assertThat(found.text()).isEqualTo(expected.text());
      assertThat(onSockets.violations()).isEmpty();
      assertThat(stage.messages()).isPositive();
    } finally {
      opened.forEach(SocketStage::close);
    }
  }

  private static SocketStage open(
      View members, coterie.core.Blueprint blueprint, coterie.sim.Setup setup, int pace) {
    try {
      return new SocketStage(members, blueprint, setup, pace);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a run has come to so far, in words that do not depend on when. */
  private static final class Outcome implements StageWitness {
    private final ScenarioRun run;
    private final Stage stage;
    private final TreeSet<String> verdicts = new TreeSet<>();
    private final TreeMap<NodeId, Integer> entries = new TreeMap<>();
    private final TreeMap<NodeId, Integer> writes = new TreeMap<>();
    private final TreeMap<NodeId, Integer> stamps = new TreeMap<>();

    Outcome(ScenarioRun run) {
      this.run = run;
      this.stage = run.stage();
      stage.watch(this);
    }

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      switch (note) {
        case Note.Suspected(NodeId who) -> verdicts.add(node + " suspects " + who);
        case Note.Trusted(NodeId who) -> verdicts.remove(node + " suspects " + who);
        case Note.Failed(NodeId who) -> {
          verdicts.remove(node + " has " + who);
          // Whether there was a suspicion before is a matter of time: a closed port needs none.
          verdicts.remove(node + " suspects " + who);
        }
        case Note.Joined(NodeId who) -> verdicts.add(node + " has " + who);
        case Cast.Told told -> verdicts.add(node + " heard of " + told.topic());
        case Note.Entered entered -> entries.merge(node, 1, Integer::sum);
        case RegisterNote.Succeeded done -> writes.merge(node, 1, Integer::sum);
        case Note.Stamped stamped -> stamps.merge(node, 1, Integer::sum);
        default -> {}
      }
    }

    String text() {
      List<String> text = new ArrayList<>();
      for (int i = 0; i < stage.members().size(); i++) {
        NodeId node = stage.members().at(i);
        text.add(node + (stage.isUp(node) ? " is up" : " is down"));
        if (stage.isUp(node)) {
          text.addAll(known(node));
        }
      }
      run.judge(Elections.class).ifPresent(judge -> text.add(text(judge)));
      run.judge(Copies.class).ifPresent(judge -> text.add(text(judge)));
      return String.join("\n", text);
    }

    private String text(Elections judge) {
      boolean isChosen = !run.scenario().protocol().equals("raft");
      return !judge.agrees() ? "no leader" : isChosen ? "leader " + judge.leader() : "one leader";
    }

    private static String text(Copies judge) {
      long different = judge.copies().stream().map(Copies.Copy::contents).distinct().count();
      return different == 1 && judge.acknowledgedCount() > 0 ? "equal copies" : "other copies";
    }

    private List<String> known(NodeId node) {
      List<String> known = new ArrayList<>();
      verdicts.stream().filter(verdict -> verdict.startsWith(node + " ")).forEach(known::add);
      if (run.judge(Entries.class).isPresent()) {
        known.add(node + (isOften(entries, node) ? " enters" : " waits"));
      }
      if (run.judge(Linearizability.class).isPresent()) {
        known.add(node + (isOften(writes, node) ? " succeeds" : " waits"));
      }
      if (run.judge(Causality.class).isPresent() && run.judge(Copies.class).isEmpty()) {
        known.add(node + (isOften(stamps, node) ? " acts" : " rests"));
      }
      if (run.judge(Diagnosis.class).isPresent()) {
        View members = stage.members();
        EventCounter counter = stage.protocol(node, EventCounter.class);
        for (int i = 0; i < members.size(); i++) {
          known.add("%s counts %s %d".formatted(node, members.at(i), counter.count(members.at(i))));
        }
      }
      return known;
    }

    private static boolean isOften(TreeMap<NodeId, Integer> counts, NodeId node) {
      return Objects.requireNonNullElse(counts.get(node), 0) >= ENTRIES;
    }
  }
}
