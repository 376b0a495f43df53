package coterie.sim.check.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.RegisterNote;
import coterie.core.RegisterNote.Cas;
import coterie.core.RegisterNote.Get;
import coterie.core.RegisterNote.Requested;
import coterie.core.RegisterNote.Succeeded;
import coterie.core.RegisterNote.Unknown;
import coterie.core.Silent;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.check.store.Linearizability.Calls;
import coterie.sim.fault.Fault;
import org.junit.jupiter.api.Test;

/** The judge hears of every call, and of those that a crash has cut short. */
class LinearizabilityTest {
  private static final long MILLI = 1_000_000;

  public record Saved(long number) {}

  /** Notes whatever the test wants, also behind a save. */
  static final class Puppet implements Protocol<Silent> {
    private final Context<Silent> context;

    Puppet(Context<Silent> context) {
      this.context = context;
    }

    void save() {
      context.stable("saved", Saved.class).save(new Saved(1));
    }

    @Override
    public void receive(NodeId from, Silent message) {}
  }

  private final Simulation simulation =
      new Simulation(
          View.numbered(0, 2),
          node -> node.add("puppet", Silent.class, Puppet::new),
          Setup.standard().withSyncNanos(10 * MILLI));
  private final Linearizability judge = new Linearizability(simulation);

  private void note(int node, RegisterNote note) {
    simulation.call(
        new NodeId(node),
        Puppet.class,
        "note",
        puppet -> {
          puppet.context.note(note);
          return null;
        });
  }

  private void save(int node) {
    simulation.call(
        new NodeId(node),
        Puppet.class,
        "save",
        puppet -> {
          puppet.save();
          return null;
        });
  }

  @Test
  void staleReadIsNamedWithItsTime() {
    note(0, new Requested("x", 1, new Cas(0, "red")));
    simulation.runFor(MILLI);
    note(0, new Succeeded("x", 1, 1, "red"));
    note(1, new Requested("x", 1, new Get()));
    simulation.runFor(MILLI);
    assertThat(judge.violations()).isEmpty();
    note(1, new Succeeded("x", 1, 0, ""));
    assertThat(judge.violations())
        .containsExactly(
            "register x is not linearizable: at 0.002 no order of the calls explains get of P1,"
                + " which succeeded with version 0, no value");
  }

  @Test
  void registersAreJudgedOneByOne() {
    note(0, new Requested("x", 1, new Cas(0, "red")));
    note(0, new Succeeded("x", 1, 1, "red"));
    note(1, new Requested("y", 1, new Get()));
    note(1, new Succeeded("y", 1, 0, ""));
    assertThat(judge.violations()).isEmpty();
    assertThat(judge.calls())
        .containsExactly(
            new Calls("x", 0, 0, 1, 1, 0, 0, 0, 1), new Calls("y", 1, 0, 0, 1, 0, 0, 0, 0));
  }

  /** Its note never came out, but what it has saved may be found by others. */
  @Test
  void requestThatWasLostBehindASaveMayHaveTakenEffect() {
    save(0);
    note(0, new Requested("x", 1, new Cas(0, "red")));
    simulation.inject(new Fault.Crash(new NodeId(0), true));
    simulation.runFor(100 * MILLI);
    note(1, new Requested("x", 1, new Get()));
    note(1, new Succeeded("x", 1, 1, "red"));
    assertThat(judge.violations()).isEmpty();
    assertThat(judge.calls()).containsExactly(new Calls("x", 1, 0, 1, 1, 0, 0, 1, 1));
  }

  @Test
  void outcomeCountsFromItsDecision() {
    note(0, new Requested("x", 1, new Cas(0, "red")));
    save(0);
    note(0, new Succeeded("x", 1, 1, "red"));
    note(1, new Requested("x", 1, new Get()));
    note(1, new Succeeded("x", 1, 0, ""));
    simulation.runFor(100 * MILLI);
    assertThat(judge.violations()).hasSize(1);
  }

  @Test
  void nextLifeCountsItsRequestsAnew() {
    note(0, new Requested("x", 1, new Cas(0, "red")));
    simulation.inject(new Fault.Crash(new NodeId(0), false));
    simulation.inject(new Fault.Recover(new NodeId(0)));
    note(0, new Requested("x", 1, new Cas(1, "blue")));
    note(0, new Succeeded("x", 1, 2, "blue"));
    note(1, new Requested("x", 1, new Get()));
    note(1, new Unknown("x", 1, "why"));
    assertThat(judge.violations()).isEmpty();
    assertThat(judge.calls()).containsExactly(new Calls("x", 1, 0, 2, 1, 0, 1, 1, 2));
    assertThat(judge.took().count()).isEqualTo(1);
  }

  @Test
  void outcomeWithoutARequestIsAMistakeOfTheProtocol() {
    assertThatThrownBy(() -> note(0, new Succeeded("x", 1, 0, "")))
        .hasMessageContaining("and no request");
  }
}
