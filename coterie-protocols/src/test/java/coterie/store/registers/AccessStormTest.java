package coterie.store.registers;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.RegisterNote;
import coterie.core.Stable;
import coterie.core.Storage;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.fault.Fault;
import coterie.store.registers.RegisterAccess.Ask;
import coterie.store.registers.RegisterAccess.Msg;
import coterie.store.registers.RegisterAccess.Stage;
import coterie.testkit.ManySeeds;
import coterie.testkit.TamperedContext;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Calls from everywhere, through the storms of {@link RegisterStormTest}. */
class AccessStormTest {
  private static final int SEEDS = ManySeeds.count(150, 10_000);
  private static final int BROKEN_MAX = 300;

  private static RegisterStorm storm(long seed, AccessGroup.Maker maker) {
    BiFunction<Integer, Setup, RegisterGroup> grouping =
        (size, setup) -> new AccessGroup(size, setup, maker);
    return new RegisterStorm(seed, grouping);
  }

  @Test
  void everyHistoryOfTheCallersIsLinearizableAndEveryCallEndsAfterTheStorm() {
    long unknown = 0;
    long refused = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      RegisterStorm storm = storm(seed, AccessGroup.RIGHT);
      storm.blow(8);
      AccessGroup group = (AccessGroup) storm.group;
      storm.end();
      assertThat(group.calls.stream().filter(AccessStormTest::isOfTheEnd).count())
          .as("%s: %s", storm, group.stages())
          .isEqualTo(storm.endCalls());
      assertThat(group.wrong()).as(storm.toString()).isEmpty();
      unknown += group.calls.stream().filter(RegisterNote.Unknown.class::isInstance).count();
      refused += group.calls.stream().filter(RegisterNote.Refused.class::isInstance).count();
    }
    assertThat(unknown).isGreaterThan(SEEDS);
    assertThat(refused).isGreaterThan(SEEDS / 2);
  }

  private static boolean isOfTheEnd(RegisterNote note) {
    return note instanceof RegisterNote.Succeeded done && done.value().startsWith("end");
  }

  private static void assertCaught(AccessGroup.Maker maker) {
    for (long seed = 0; seed < BROKEN_MAX; seed++) {
      RegisterStorm storm = storm(seed, maker);
      storm.blow(8);
      if (!storm.group.judge().violations().isEmpty()) {
        return;
      }
    }
    throw new AssertionError("no storm found anything");
  }

  /** One that takes every sending for another call. */
  @Test
  void aVoterThatMakesACallTwiceIsCaught() {
    assertCaught((context, voters, own) -> right(new Doubling(context), voters, own));
  }

  private static RegisterAccess right(Context<Msg> context, View voters, Registers own) {
    return AccessGroup.RIGHT.make(context, voters, own);
  }

  private static final class Doubling extends TamperedContext<Msg> {
    private long count;

    Doubling(Context<Msg> context) {
      super(context);
    }

    @Override
    public void send(NodeId to, Msg message) {
      super.send(to, message);
      if (message instanceof Ask ask) {
        super.send(to, renumbered(ask, ++count << 32));
      }
    }

    private static Ask renumbered(Ask ask, long request) {
      return new Ask(
          ask.group(),
          ask.session(),
          request,
          ask.lowest(),
          ask.timeoutNanos(),
          ask.name(),
          ask.kind(),
          ask.expected(),
          ask.value());
    }
  }

  /** As one whose folder was emptied: among others that keep registers it does not begin again. */
  @Test
  void aVoterThatHasForgottenItsRegistersKeepsNoneAnyMore() {
    View voters = View.numbered(0, 3);
    AccessGroup group =
        new AccessGroup(
            3,
            Setup.standard(),
            (context, all, own) -> right(new Emptied<>(context), all, own),
            Emptied::new);
    group.call(0, "x", new RegisterNote.Set("one"));
    group.runMillis(1_000);
    assertThat(group.access(0).state().stage()).isEqualTo(Stage.KEEPS);
    group.inject(new Fault.Crash(voters.at(0), false));
    group.inject(new Fault.Recover(voters.at(0)));
    group.call(0, "x", new RegisterNote.Get());
    group.runMillis(1_000);
    assertThat(group.access(0).state().stage()).isEqualTo(Stage.NONE);
    assertThat(group.access(0).obstacle()).isEqualTo("it has lost the registers that it kept");
    assertThat(group.calls.getLast()).isEqualTo(new RegisterNote.Succeeded("x", 2, 1, "one"));
  }

  private static final class Emptied<M extends Message> extends TamperedContext<M> {
    Emptied(Context<M> context) {
      super(context);
    }

    @Override
    public Storage storage(String name) {
      return super.storage(name + " of life " + incarnation());
    }

    @Override
    public <T extends Record> Stable<T> stable(String name, Class<T> type) {
      return super.stable(name + " of life " + incarnation(), type);
    }
  }
}
