package coterie.store.registers;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.store.registers.RegisterGroup.Maker;
import coterie.testkit.TamperedContext;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The storms and their judge are no use unless they find what is broken. */
class BrokenRegistersTest {
  private static final int SEEDS_MAX = 300;

  private static void assertCaught(Maker maker) {
    for (long seed = 0; seed < SEEDS_MAX; seed++) {
      RegisterStorm storm = new RegisterStorm(seed, maker);
      storm.blow(8);
      List<String> found = storm.group.judge().violations();
      if (!found.isEmpty()) {
        assertThat(found.getFirst()).contains("is not linearizable: at", "no order of the calls");
        return;
      }
    }
    throw new AssertionError("no storm found anything");
  }

  private static Maker quorum(int less) {
    return (context, members) ->
        new Registers(
            context,
            members,
            RegisterGroup.CONFIG,
            Math.max(1, members.size() / 2 + 1 - less),
            Slots::new);
  }

  @Test
  void majorityIsNotCaught() {
    for (long seed = 0; seed < SEEDS_MAX / 10; seed++) {
      RegisterStorm storm = new RegisterStorm(seed, quorum(0));
      storm.blow(8);
      assertThat(storm.group.judge().violations()).as(storm.toString()).isEmpty();
    }
  }

  @Test
  void quorumOfLessThanAMajorityIsCaught() {
    assertCaught(quorum(1));
  }

  @Test
  void acceptorThatForgetsItsPromiseIsCaught() {
    assertCaught(
        (context, members) ->
            new Registers(
                context,
                members,
                RegisterGroup.CONFIG,
                members.size() / 2 + 1,
                (storage, self) ->
                    new Slots(storage, self) {
                      @Override
                      boolean isRefused(Slot slot, Stamp ballot) {
                        return ballot.isBefore(slot.accepted());
                      }
                    }));
  }

  @Test
  void acceptorThatForgetsInACrashIsCaught() {
    assertCaught((context, members) -> RegisterGroup.RIGHT.make(new Forgetful(context), members));
  }

  private static final class Forgetful extends TamperedContext<Registers.Msg> {
    Forgetful(Context<Registers.Msg> context) {
      super(context);
    }

    @Override
    public Storage storage(String name) {
      return super.storage(name + " of life " + incarnation());
    }
  }

  /** Then one that has lost a race writes again, or calls refused what another took up. */
  @Test
  void contentThatDoesNotNameItsWriterIsCaught() {
    assertCaught((context, members) -> RegisterGroup.RIGHT.make(new Nameless(context), members));
  }

  private static final class Nameless extends TamperedContext<Registers.Msg> {
    Nameless(Context<Registers.Msg> context) {
      super(context);
    }

    @Override
    public void send(NodeId to, Registers.Msg message) {
      super.send(
          to,
          message instanceof Registers.Accept accept
              ? new Registers.Accept(
                  accept.group(), accept.name(), accept.ballot(), nameless(accept.content()))
              : message);
    }

    private Content nameless(Content content) {
      return new Content(
          content.version(),
          content.value(),
          content.version() == 0
              ? List.of()
              : List.of(new Content.Write(self(), 0, 0, content.version())));
    }
  }
}
