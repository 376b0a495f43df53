package coterie.sim;

import static coterie.sim.Probe.id;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.sim.Probe.Group;
import coterie.sim.fault.Fault;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A storage survives a crash as far as it was durable, and holds back what follows a write. */
class StorageTest {
  private static final long SECOND = 1_000_000_000;
  private static final Setup SLOW_DISK = Setup.standard().withSyncNanos(SECOND);
  private static final Probe.Script SILENT =
      new Probe.Script() {
        @Override
        public void start(Probe probe) {
          probe.storage = probe.context.storage("data");
        }
      };
  private static final Stamp END = Stamp.lastOf(Long.MAX_VALUE);

  private static Group started(int size, Setup setup) {
    Group group = new Group(size, setup, SILENT);
    group.simulation.start();
    return group;
  }

  private static void act(Group group, Consumer<Probe> action) {
    group.simulation.call(
        id(0),
        Probe.class,
        "act",
        probe -> {
          action.accept(probe);
          return "";
        });
  }

  private static void put(Probe probe, String key, long time, String value) {
    Stamp stamp = new Stamp(time, probe.context.self());
    probe.storage.write(
        Storage.Batch.adding(List.of(Version.of(Bytes.utf8(key), stamp, Bytes.utf8(value)))));
  }

  private static String read(Group group, long node, String key) {
    Version found = group.probe(node).storage.newest(Bytes.utf8(key), END);
    return found == null ? "nothing" : found.value().text();
  }

  private static void restart(Group group, boolean keeping) {
    group.simulation.inject(new Fault.Crash(id(0), keeping));
    group.simulation.inject(new Fault.Recover(id(0)));
  }

  @Test
  void writeIsReadAtOnceByItsOwnNodeOnly() {
    Group group = started(2, SLOW_DISK);
    act(group, probe -> put(probe, "x", 1, "one"));
    assertThat(read(group, 0, "x")).isEqualTo("one");
    assertThat(read(group, 1, "x")).isEqualTo("nothing");
    assertThat(group.probe(0).context.storage("other").newest(Bytes.utf8("x"), END)).isNull();
  }

  @Test
  void whatIsDurableSurvivesACrash() {
    Group group = started(1, SLOW_DISK);
    act(group, probe -> put(probe, "x", 1, "one"));
    group.run("2");
    act(group, probe -> put(probe, "x", 2, "two"));
    group.run("2.9");
    restart(group, false);
    assertThat(read(group, 0, "x")).isEqualTo("one");
    group.run("9");
    assertThat(read(group, 0, "x")).isEqualTo("one");
    assertThat(group.log).containsExactly("1 P0 stored", "2.9 crash P0", "2.9 recover P0");
  }

  @Test
  void crashThatKeepsTheDiskKeepsWhatWasWritten() {
    Group group = started(1, SLOW_DISK);
    act(group, probe -> put(probe, "x", 1, "one"));
    restart(group, true);
    assertThat(read(group, 0, "x")).isEqualTo("one");
  }

  @Test
  void removalsAndMarksAreUndoneByACrashAsWell() {
    Group group = started(1, SLOW_DISK);
    act(
        group,
        probe -> {
          put(probe, "x", 1, "one");
          probe.storage.write(Storage.Batch.marking("safe", new Stamp(1, id(0))));
        });
    group.run("2");
    act(
        group,
        probe ->
            probe.storage.write(
                new Storage.Batch(
                    List.of(),
                    List.of(new Storage.Place(Bytes.utf8("x"), new Stamp(1, id(0)))),
                    List.of(new Storage.Mark("safe", new Stamp(2, id(0)))))));
    assertThat(read(group, 0, "x")).isEqualTo("nothing");
    restart(group, false);
    assertThat(read(group, 0, "x")).isEqualTo("one");
    assertThat(group.probe(0).storage.mark("safe")).isEqualTo(new Stamp(1, id(0)));
  }

  @Test
  void whatFollowsAWriteIsHeldBackUntilItIsDurable() {
    Group group = started(2, SLOW_DISK);
    act(
        group,
        probe -> {
          put(probe, "x", 1, "one");
          probe.send(1, "a");
          probe.say("b");
        });
    group.run("9");
    assertThat(group.log).containsExactly("1 P0 notes b", "1 P0 stored", "1 P1 gets a from P0");
  }

  @Test
  void whatIsHeldBackIsLostWithACrash() {
    Group group = started(2, SLOW_DISK);
    act(
        group,
        probe -> {
          put(probe, "x", 1, "one");
          probe.send(1, "a");
        });
    restart(group, true);
    group.run("9");
    assertThat(group.log).containsExactly("0 crash P0 keeping", "0 recover P0");
  }
}
