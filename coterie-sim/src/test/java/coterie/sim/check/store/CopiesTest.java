package coterie.sim.check.store;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Bytes;
import coterie.core.Context;
import coterie.core.Dot;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Replicated;
import coterie.core.Silent;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.check.Quiescence;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The judge sees copies that differ, writes that are gone, and writes that never arrive. */
class CopiesTest {
  private static final long SECOND = 1_000_000_000;

  record Dots(List<Dot> dots) {}

  record Text(String text) {}

  /** A copy that shows whatever the test wants. */
  static final class Page implements Protocol<Silent>, Replicated {
    final Context<Silent> context;
    final List<Dot> seen = new ArrayList<>();
    String text = "";
    long stored;
    @Nullable String flaw;

    Page(Context<Silent> context) {
      this.context = context;
    }

    void write(long number) {
      Dot dot = new Dot(context.self(), number);
      seen.add(dot);
      context.note(new Note.Wrote("page", dot));
    }

    void store() {
      Stamp stamp = new Stamp(++stored, context.self());
      Version version = Version.of(Bytes.utf8("x"), stamp, Bytes.none());
      context.storage("page").write(Storage.Batch.adding(List.of(version)));
    }

    @Override
    public void receive(NodeId from, Silent message) {}

    @Override
    public boolean hasSeen(String what, Dot dot) {
      return what.equals("page") && seen.contains(dot);
    }

    @Override
    public Record seen() {
      return new Dots(List.copyOf(seen));
    }

    @Override
    public Record contents() {
      return new Text(text);
    }

    @Override
    public @Nullable String flaw() {
      return flaw;
    }
  }

  private final Simulation simulation;
  private final Copies copies;

  CopiesTest() {
    simulation =
        new Simulation(
            View.numbered(0, 2),
            node -> node.add("page", Silent.class, Page::new),
            Setup.standard());
    copies = new Copies(simulation, SECOND);
    simulation.start();
  }

  private void at(long node, Consumer<Page> action) {
    simulation.call(
        new NodeId(node),
        Page.class,
        "act",
        page -> {
          action.accept(page);
          return "";
        });
  }

  @Test
  void copiesThatHaveSeenTheSameMustShowTheSame() {
    at(0, page -> page.text = "a");
    assertThat(copies.violations())
        .containsExactly("P0 and P1 have seen the same writes and do not show the same");
  }

  @Test
  void copiesThatHaveSeenDifferentWritesMayDiffer() {
    at(0, page -> page.text = "a");
    at(0, page -> page.write(1));
    assertThat(copies.violations()).isEmpty();
    assertThat(copies.missingAt(new NodeId(1))).isEqualTo(1);
    assertThat(copies.copies()).hasSize(2);
  }

  @Test
  void differenceIsSeenThoughItIsGoneLater() {
    at(0, page -> page.text = "a");
    at(
        1,
        page -> {
          page.seen.add(new Dot(new NodeId(0), 1));
          page.text = "b";
        });
    at(0, page -> page.write(1));
    at(0, page -> page.text = "b");
    assertThat(copies.violations()).hasSize(1);
  }

  @Test
  void flawIsTold() {
    at(1, page -> page.flaw = "one coin is missing");
    assertThat(copies.violations()).containsExactly("the copy of P1 is wrong: one coin is missing");
  }

  @Test
  void acknowledgedWriteThatIsGoneAfterACrashIsFound() {
    at(0, page -> page.write(1));
    simulation.inject(new Fault.Crash(new NodeId(0), false));
    assertThat(copies.violations()).isEmpty();
    simulation.inject(new Fault.Recover(new NodeId(0)));
    assertThat(copies.violations()).containsExactly("P0 has lost its write P0:1 to page");
  }

  @Test
  void writeThatDoesNotArriveIsFoundOnceAllIsQuiet() {
    at(0, page -> page.write(1));
    simulation.inject(new Fault.Loss(0.1));
    simulation.runFor(5 * SECOND);
    assertThat(copies.violations()).isEmpty();
    simulation.inject(new Fault.Loss(0));
    simulation.runFor(SECOND - 1);
    assertThat(copies.violations()).isEmpty();
    simulation.runFor(1);
    assertThat(copies.violations())
        .containsExactly("P1 lacks 1 of 1 writes, though all has been quiet for 1");
  }

  @Test
  void driftingClockIsAnExcuseForGood() {
    Quiescence quiet = new Quiescence(simulation);
    simulation.inject(new Fault.ClockDrift(new NodeId(0), 100));
    simulation.inject(new Fault.ClockDrift(new NodeId(0), 0));
    assertThat(quiet.sinceNanos()).isEqualTo(Quiescence.NEVER);
  }

  @Test
  void numberThatIsUsedTwiceIsFound() {
    at(0, page -> page.write(1));
    at(0, page -> page.write(1));
    assertThat(copies.violations()).containsExactly("P0 acknowledged two writes as P0:1 to page");
  }

  @Test
  void whileSomethingArrivesNothingIsMissing() {
    at(0, page -> page.write(1));
    for (int i = 0; i < 5; i++) {
      simulation.runFor(SECOND - 1);
      at(1, Page::store);
    }
    assertThat(copies.violations()).isEmpty();
    simulation.runFor(SECOND);
    assertThat(copies.violations()).hasSize(1);
  }

  @Test
  void everythingThatStandsInTheWayIsAnExcuse() {
    NodeId zero = new NodeId(0);
    NodeId one = new NodeId(1);
    List<Fault> faults =
        List.of(
            new Fault.Pause(one),
            new Fault.Slow(one, 5),
            new Fault.Cut(zero, one, false),
            Fault.Partition.of(List.of(List.of(zero))),
            new Fault.SendOnly(one),
            new Fault.ReceiveOnly(one),
            new Fault.ClockOffset(one, 5),
            new Fault.Reordering(0.1, 5),
            new Fault.Loss(0.1));
    List<Fault> ends =
        List.of(
            new Fault.Resume(one),
            new Fault.Slow(one, 0),
            new Fault.Heal(zero, one, false),
            new Fault.HealAll(),
            new Fault.HealAll(),
            new Fault.HealAll(),
            new Fault.ClockOffset(one, -5),
            new Fault.Reordering(0, 5),
            new Fault.Loss(0));
    Quiescence quiet = new Quiescence(simulation);
    for (int i = 0; i < faults.size(); i++) {
      simulation.inject(faults.get(i));
      simulation.runFor(SECOND);
      assertThat(quiet.sinceNanos()).as("%s", faults.get(i)).isEqualTo(Quiescence.NEVER);
      simulation.inject(ends.get(i));
      assertThat(quiet.sinceNanos()).as("%s", ends.get(i)).isEqualTo(simulation.now());
    }
  }
}
