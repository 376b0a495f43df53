package coterie.mutex;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.mutex.AskingGroup.Break;
import coterie.mutex.AskingStorm.Force;
import coterie.mutex.AskingStorm.Return;
import coterie.mutex.lamport.LamportMutex;
import coterie.mutex.ricartagrawala.RicartAgrawala;
import coterie.testkit.TamperedNode.Tamper;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The storms are no use unless they find what is broken. */
class BrokenAskingTest {
  private static final int SEEDS_MAX = 2_000;

  private static final String TWO_INSIDE = "one is inside at a time";
  private static final String TOKENS_GO_BACK = "tokens grow with every entry";
  private static final String ANYTHING = "";

  /** Storms over a group that is broken like that find this wrong. */
  private static void assertFound(String what, String name, String detector, Break broken) {
    assertThat(found(what, name, detector, broken)).isNotEmpty();
  }

  private static String found(String what, String name, String detector, Break broken) {
    for (long seed = 0; seed < SEEDS_MAX; seed++) {
      AskingStorm storm = storm(name, seed, detector, broken);
      storm.blow(12);
      for (String wrong : storm.group.wrong()) {
        if (wrong.contains(what)) {
          return wrong;
        }
      }
    }
    return "";
  }

  private static AskingStorm storm(String name, long seed, String detector, Break broken) {
    return new AskingStorm(
        AskingStormTest.recipe(name), seed, detector, Force.GENTLE, Return.SOMETIMES, broken);
  }

  private static Break each(Supplier<Tamper> tamper) {
    return Break.messages(node -> tamper.get());
  }

  /** Everybody begins to count the members somewhere else: after itself, or with itself. */
  private record Turned(AskingGroup.Own own, int after) implements View {
    static View yielding(View view) {
      return new Turned((AskingGroup.Own) view, 1);
    }

    static View pushing(View view) {
      return new Turned((AskingGroup.Own) view, 0);
    }

    private int shift() {
      return own.indexOf(own.self()) + after;
    }

    @Override
    public int size() {
      return own.size();
    }

    @Override
    public NodeId at(int index) {
      return own.at((index + shift()) % size());
    }

    @Override
    public int indexOf(NodeId member) {
      return Math.floorMod(own.indexOf(member) - shift(), size());
    }
  }

  /** Where stamps are equal, each replies to the other. */
  @Test
  void tieThatBothYieldIsCaught() {
    Break yielding = new Break(Turned::yielding, node -> new Tamper());
    assertFound(TWO_INSIDE, "ricart-agrawala", "none", yielding);
  }

  /** Where stamps are equal, each holds itself for the first. */
  @Test
  void tieThatBothClaimIsCaught() {
    Break pushing = new Break(Turned::pushing, node -> new Tamper());
    assertFound(TWO_INSIDE, "lamport", "none", pushing);
  }

  /** Takes an answer to any of its requests for one to the present request. */
  private static final class Gullible extends Tamper {
    private long last;

    @Override
    protected Message sending(NodeId to, Message message) {
      switch (message) {
        case RicartAgrawala.Request request -> last = request.stamp();
        case LamportMutex.Request request -> last = request.stamp();
        default -> {}
      }
      return message;
    }

    @Override
    protected Message hearing(NodeId from, Message message) {
      return switch (message) {
        case RicartAgrawala.Reply reply when last > 0 -> new RicartAgrawala.Reply(last);
        case LamportMutex.Ack(long stamp, long request, long released) when last > 0 ->
            new LamportMutex.Ack(last, request, released);
        default -> message;
      };
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void staleAnswerThatIsCountedIsCaught(String name) {
    assertFound(ANYTHING, name, "none", each(Gullible::new));
  }

  @Test
  void replyFromInsideIsCaught() {
    Break hasty =
        each(
            () ->
                new Tamper() {
                  @Override
                  protected Message hearing(NodeId from, Message message) {
                    if (message instanceof RicartAgrawala.Request(long stamp)) {
                      say(from, new RicartAgrawala.Reply(stamp));
                    }
                    return message;
                  }
                });
    assertFound(TWO_INSIDE, "ricart-agrawala", "none", hasty);
  }

  /** It overtakes the request, which the other then does not know of. */
  @Test
  void acknowledgementThatKeepsOnesOwnRequestBackIsCaught() {
    Break secretive =
        each(
            () ->
                new Tamper() {
                  @Override
                  protected Message sending(NodeId to, Message message) {
                    return message instanceof LamportMutex.Ack(long stamp, long mine, long released)
                        ? new LamportMutex.Ack(stamp, 0, released)
                        : message;
                  }
                });
    assertFound(TWO_INSIDE, "lamport", "none", secretive);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void stampsThatAreForgottenInACrashAreCaught(String name) {
    Break forgetful =
        each(
            () ->
                new Tamper() {
                  @Override
                  protected boolean isForgetful() {
                    return true;
                  }
                });
    assertFound(TOKENS_GO_BACK, name, "heartbeat", forgetful);
  }

  /** Takes part at once, as if everybody had said welcome and had nothing to tell. */
  private static final class Unrestored extends Tamper {
    @Override
    protected Message sending(NodeId to, Message message) {
      switch (message) {
        case RicartAgrawala.Hello(long stamp) -> forge(to, new RicartAgrawala.Welcome(stamp, 1));
        case LamportMutex.Hello(long stamp) -> forge(to, new LamportMutex.Welcome(stamp, 1, 0, 0));
        default -> {}
      }
      return message;
    }
  }

  /** Others skip it still, and it does not know how far they have come. */
  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void returnWithoutRestoringIsCaught(String name) {
    assertFound(ANYTHING, name, "heartbeat", each(Unrestored::new));
  }

  /** Answers a request only once, though the answer may get lost. */
  private static final class Curt extends Tamper {
    private final Set<String> said = new HashSet<>();

    @Override
    protected @Nullable Message sending(NodeId to, Message message) {
      boolean isAnswer =
          message instanceof RicartAgrawala.Reply || message instanceof LamportMutex.Ack;
      return isAnswer && !said.add(to + " " + message) ? null : message;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ricart-agrawala", "lamport"})
  void answerThatIsNotRepeatedStarves(String name) {
    int starving = 0;
    for (long seed = 0; seed < SEEDS_MAX && starving <= 3; seed++) {
      AskingStorm storm = storm(name, seed, "none", each(Curt::new));
      storm.blow(12);
      starving += storm.starving().isEmpty() ? 0 : 1;
    }
    assertThat(starving).isGreaterThan(3);
  }
}
