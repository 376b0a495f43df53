package coterie.store.mvcc;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.clock.HybridClock;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.store.mvcc.MvccReplica.Digest;
import coterie.store.mvcc.MvccReplica.Known;
import coterie.store.mvcc.MvccReplica.Msg;
import coterie.store.mvcc.MvccReplica.Writes;
import coterie.testkit.TamperedContext;
import coterie.testkit.TamperedStorage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The storms are no use unless they find what is broken. */
class BrokenMvccTest {
  private static final int SEEDS_MAX = 200;

  private static String found(MvccGroup.Tamper tamper) {
    for (long seed = 0; seed < SEEDS_MAX; seed++) {
      MvccStorm storm = new MvccStorm(seed, tamper);
      storm.blow(25);
      List<String> wrong = storm.settle();
      if (!wrong.isEmpty()) {
        return wrong.getFirst();
      }
    }
    return "";
  }

  /** Says something else than it should. */
  private abstract static class Liar extends TamperedContext<Msg> {
    Liar(Context<Msg> context) {
      super(context);
    }

    abstract Msg lie(Msg message);

    @Override
    public void send(NodeId to, Msg message) {
      super.send(to, lie(message));
    }
  }

  /** Promises not to write for a while, and writes. */
  @Test
  void promiseThatIsNotKeptIsCaught() {
    MvccGroup.Tamper hasty =
        context ->
            new Liar(context) {
              @Override
              Msg lie(Msg message) {
                if (!(message instanceof Digest digest)) {
                  return message;
                }
                List<Known> known = new ArrayList<>();
                for (Known one : digest.known()) {
                  long later = one.promised() + HybridClock.time(30, 0);
                  known.add(new Known(one.seen(), one.number(), later));
                }
                return new Digest(
                    digest.members(), digest.time(), known, digest.closed(), digest.isAnswer());
              }
            };
    assertThat(found(hasty)).isNotEmpty();
  }

  /** Says that all is here when it is not: others drop and collect what it lacks. */
  @Test
  void closedTimeThatIsReportedTooEarlyIsCaught() {
    MvccGroup.Tamper boastful =
        context ->
            new Liar(context) {
              @Override
              Msg lie(Msg message) {
                return message
                        instanceof
                        Digest(
                            long members,
                            long time,
                            List<Known> known,
                            long closed,
                            boolean answers)
                    ? new Digest(members, time, known, time, answers)
                    : message;
              }
            };
    assertThat(found(boastful)).isNotEmpty();
  }

  /** Numbers a promise with writes that are not out yet as if none were. */
  @Test
  void promiseThatForgetsAWriteIsCaught() {
    MvccGroup.Tamper forgetful =
        context ->
            new Liar(context) {
              @Override
              Msg lie(Msg message) {
                return message
                        instanceof
                        Writes(
                            long members,
                            long time,
                            long number,
                            List<MvccReplica.Entry> entries,
                            boolean hasMore)
                    ? new Writes(members, time, 0, entries, hasMore)
                    : message;
              }
            };
    assertThat(found(forgetful)).isNotEmpty();
  }

  /** Begins anew after a crash, below what it has promised. */
  @Test
  void forgottenCeilingIsCaught() {
    MvccGroup.Tamper forgetful =
        context ->
            new TamperedContext<Msg>(context) {
              @Override
              public Storage storage(String name) {
                return new WithoutCeiling(super.storage(name));
              }
            };
    assertThat(found(forgetful)).isNotEmpty();
  }

  /** A delete is not passed on: a tombstone that is dropped before it has reached everybody. */
  @Test
  void tombstoneThatIsDroppedTooEarlyIsCaught() {
    MvccGroup.Tamper dropping =
        context ->
            new TamperedContext<Msg>(context) {
              @Override
              public Storage storage(String name) {
                return new WithoutOldTombstones(super.storage(name));
              }
            };
    assertThat(found(dropping)).isNotEmpty();
  }

  /** Keeps the last version of what it has, while older ones are still on their way. */
  @Test
  void lastVersionsThatAreCountedTooEarlyAreCaught() {
    List<String> wrong = new ArrayList<>();
    for (long seed = 0; seed < SEEDS_MAX && wrong.isEmpty(); seed++) {
      MvccStorm storm = new MvccStorm(seed, context -> context);
      for (int i = 0; i < 25; i++) {
        storm.blow(1);
        storm.eachUp(copy -> copy.store().keepLast(1));
      }
      wrong.addAll(storm.settle());
    }
    assertThat(wrong).isNotEmpty();
  }

  private static final class WithoutCeiling extends TamperedStorage {
    WithoutCeiling(Storage storage) {
      super(storage);
    }

    @Override
    public @Nullable Stamp mark(String name) {
      return name.equals(Ceiling.MARK) ? null : super.mark(name);
    }
  }

  /** Removes a tombstone as soon as it comes where nothing is older. */
  private static final class WithoutOldTombstones extends TamperedStorage {
    WithoutOldTombstones(Storage storage) {
      super(storage);
    }

    @Override
    public void write(Batch batch) {
      List<Version> kept =
          batch.added().stream()
              .filter(one -> !one.isDeleted() || newest(one.key(), one.stamp()) != null)
              .toList();
      super.write(new Batch(kept, batch.removed(), batch.marks()));
    }
  }
}
