package coterie.sim;

import static coterie.sim.Probe.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Stable;
import coterie.sim.Probe.Group;
import coterie.sim.Probe.Value;
import coterie.sim.fault.Fault;
import org.junit.jupiter.api.Test;

/** What survives a crash, and what waits until it would. */
class StableTest {
  private static final long SECOND = 1_000_000_000;
  private static final Setup SLOW_DISK = Setup.standard().withSyncNanos(SECOND);
  private static final Probe.Script SILENT = new Probe.Script() {};

  private static Stable<Value> cell(Group group, long node, String name) {
    return group.probe(node).context.stable(name, Value.class);
  }

  /** Saves, sends and notes in one local event of node 0. */
  private static void act(Group group, java.util.function.Consumer<Probe> action) {
    group.simulation.call(
        id(0),
        Probe.class,
        "act",
        probe -> {
          action.accept(probe);
          return "";
        });
  }

  private static void save(Probe probe, String name, int value) {
    probe.context.stable(name, Value.class).save(new Value(value));
  }

  @Test
  void savedValueSurvivesACrashOfItsNodeOnly() {
    Group group = new Group(2, Setup.standard(), SILENT);
    group.simulation.start();
    assertThat(cell(group, 0, "x").value()).isNull();
    act(group, probe -> save(probe, "x", 7));
    assertThat(cell(group, 0, "x").value()).isEqualTo(new Value(7));
    group.simulation.inject(new Fault.Crash(id(0)));
    group.simulation.inject(new Fault.Recover(id(0)));
    assertThat(cell(group, 0, "x").value()).isEqualTo(new Value(7));
    assertThat(cell(group, 0, "y").value()).isNull();
    assertThat(cell(group, 1, "x").value()).isNull();
  }

  @Test
  void lastSaveIsSeenAtOnceInThisLife() {
    Group group = new Group(1, SLOW_DISK, SILENT);
    group.simulation.start();
    Stable<Value> cell = cell(group, 0, "x");
    cell.save(new Value(1));
    cell.save(new Value(2));
    assertThat(cell.value()).isEqualTo(new Value(2));
    assertThat(cell.name()).isEqualTo("x");
  }

  @Test
  void saveThatIsNotDurableYetIsLostWithACrash() {
    Group group = new Group(1, SLOW_DISK, SILENT);
    group.simulation.start();
    act(group, probe -> save(probe, "x", 1));
    group.run("2");
    act(group, probe -> save(probe, "x", 2));
    group.run("2.9");
    group.simulation.inject(new Fault.Crash(id(0)));
    group.simulation.inject(new Fault.Recover(id(0)));
    group.run("9");
    assertThat(cell(group, 0, "x").value()).isEqualTo(new Value(1));
    assertThat(group.log).containsExactly("1 P0 saved x", "2.9 crash P0", "2.9 recover P0");
  }

  @Test
  void whatFollowsASaveIsHeldBackUntilItIsDurable() {
    Group group = new Group(2, SLOW_DISK, SILENT);
    group.simulation.start();
    act(
        group,
        probe -> {
          probe.send(1, "before");
          save(probe, "x", 1);
          probe.send(1, "a");
          probe.say("b");
          probe.send(1, "c");
        });
    group.run("0.5");
    act(
        group,
        probe -> {
          save(probe, "y", 2);
          probe.say("d");
        });
    act(group, probe -> probe.send(1, "e"));
    group.send(1, 0, "others are not held back");
    group.run("9");
    assertThat(group.log)
        .containsExactly(
            "0 P1 gets before from P0",
            "0.5 P0 gets others are not held back from P1",
            "1 P0 notes b",
            "1 P0 saved x",
            "1 P1 gets a from P0",
            "1 P1 gets c from P0",
            "1.5 P0 notes d",
            "1.5 P0 saved y",
            "1.5 P1 gets e from P0");
  }

  @Test
  void whatIsHeldBackIsLostWithACrash() {
    Group group = new Group(2, SLOW_DISK, SILENT);
    group.simulation.start();
    act(
        group,
        probe -> {
          save(probe, "x", 1);
          probe.send(1, "a");
          probe.say("b");
        });
    group.at("0.9", new Fault.Crash(id(0)));
    group.at("0.95", new Fault.Recover(id(0)));
    group.run("9");
    assertThat(group.log).containsExactly("0.9 crash P0", "0.95 recover P0");
    assertThat(group.simulation.messages()).isZero();
    group.send(0, 1, "the next life waits for nothing");
    assertThat(group.log).endsWith("9 P1 gets the next life waits for nothing from P0");
  }

  @Test
  void crashMayKeepWhatWasWrittenButNotSentBehindIt() {
    Group group = new Group(2, SLOW_DISK, SILENT);
    group.simulation.start();
    act(
        group,
        probe -> {
          save(probe, "x", 1);
          save(probe, "y", 5);
          save(probe, "x", 2);
          probe.send(1, "a");
          probe.say("b");
        });
    group.at("0.9", new Fault.Crash(id(0), true));
    group.at("0.95", new Fault.Recover(id(0)));
    group.run("9");
    assertThat(cell(group, 0, "x").value()).as("the last save").isEqualTo(new Value(2));
    assertThat(cell(group, 0, "y").value()).isEqualTo(new Value(5));
    assertThat(group.log).containsExactly("0.9 crash P0 keeping", "0.95 recover P0");
    assertThat(group.simulation.messages()).isZero();
    group.send(0, 1, "the next life waits for nothing");
    assertThat(group.log).endsWith("9 P1 gets the next life waits for nothing from P0");
  }

  @Test
  void whatIsDoneWhenToldOfASaveWaitsForTheNextOne() {
    Probe.Script script =
        new Probe.Script() {
          @Override
          public void saved(Probe probe, Stable<?> what) {
            probe.send(1, "after " + what.name());
          }
        };
    Group group = new Group(2, SLOW_DISK, script);
    group.simulation.start();
    act(group, probe -> save(probe, "x", 1));
    group.run("0.5");
    act(group, probe -> save(probe, "y", 2));
    group.run("9");
    assertThat(group.log)
        .containsExactly(
            "1 P0 saved x",
            "1.5 P0 saved y",
            "1.5 P1 gets after x from P0",
            "1.5 P1 gets after y from P0");
  }

  @Test
  void instantDiskHoldsBackWithinTheInstant() {
    Group group = new Group(2, Setup.standard(), SILENT);
    group.simulation.start();
    act(
        group,
        probe -> {
          save(probe, "x", 1);
          probe.send(1, "a");
        });
    assertThat(group.log).containsExactly("0 P0 saved x", "0 P1 gets a from P0");
  }

  @Test
  void savesBecomeDurableInOrderThoughTheNodeLagsAndItsClockDrifts() {
    Group group = new Group(2, SLOW_DISK, SILENT);
    group.simulation.inject(new Fault.Slow(id(0), 2 * SECOND));
    act(group, probe -> save(probe, "x", 1));
    act(group, probe -> probe.send(1, "after x"));
    group.run("1.5");
    group.simulation.inject(new Fault.Slow(id(0), 0));
    group.simulation.inject(new Fault.ClockDrift(id(0), 500_000));
    act(group, probe -> save(probe, "y", 2));
    act(group, probe -> probe.send(1, "after y"));
    group.run("9");
    assertThat(group.log)
        .filteredOn(line -> line.contains("saved") || line.contains("gets"))
        .extracting(line -> line.substring(line.indexOf(' ') + 1))
        .containsExactly(
            "P0 saved x", "P1 gets after x from P0", "P0 saved y", "P1 gets after y from P0");
    group.simulation.inject(new Fault.Crash(id(0)));
    group.simulation.inject(new Fault.Recover(id(0)));
    assertThat(cell(group, 0, "x").value()).isEqualTo(new Value(1));
    assertThat(cell(group, 0, "y").value()).isEqualTo(new Value(2));
  }

  record Other(String text) {}

  @Test
  void valueOfAnotherTypeIsRefused() {
    Group group = new Group(1, Setup.standard(), SILENT);
    group.simulation.start();
    act(group, probe -> save(probe, "x", 1));
    assertThatThrownBy(() -> group.probe(0).context.stable("x", Other.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("stable value \"x\" is a Value, not a Other");
  }

  @Test
  void savingTakesNoNegativeTime() {
    assertThatThrownBy(() -> Setup.standard().withSyncNanos(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("saving takes a duration from 0, not -1");
  }
}
