package coterie.mutex;

import static coterie.mutex.AskingGroup.SCRIPTED;
import static org.assertj.core.api.Assertions.assertThat;

import coterie.recipe.MutexRecipe;
import coterie.sim.Setup;
import coterie.sim.check.mutex.Entries;
import coterie.sim.fault.Latency;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many messages an entry takes: 2(n - 1) and 3(n - 1), neither more nor less. */
class AskingCostTest {
  private static final Setup STEADY =
      Setup.standard().withLatency(Latency.parse("uniform:1ms,5ms"));

  private static AskingGroup group(String name, int nodes, Map<String, String> values) {
    return new AskingGroup(AskingStormTest.recipe(name), nodes, values, STEADY);
  }

  private static long formula(MutexRecipe recipe, int nodes) {
    return recipe.costs(nodes).getFirst().messages();
  }

  @ParameterizedTest
  @CsvSource({
    "ricart-agrawala, 1, 0", "ricart-agrawala, 2, 2", "ricart-agrawala, 3, 4",
    "ricart-agrawala, 5, 8", "ricart-agrawala, 10, 18", "ricart-agrawala, 50, 98",
    "lamport, 1, 0", "lamport, 2, 3", "lamport, 3, 6",
    "lamport, 5, 12", "lamport, 10, 27", "lamport, 50, 147"
  })
  void entryThatNobodyElseWantsCostsWhatTheFormulaSays(String name, int nodes, long messages) {
    AskingGroup group = group(name, nodes, SCRIPTED);
    group.call(0, Mutex::acquire);
    group.runMillis(100);
    group.call(0, Mutex::release);
    group.runMillis(100);
    assertThat(group.entries(0)).isEqualTo(1);
    assertThat(group.judge.messages()).isEqualTo(messages);
    assertThat(formula(group.judge.recipe(), nodes)).isEqualTo(messages);
  }

  /** All ask again as soon as they have left, or sometimes a little later. */
  @ParameterizedTest
  @CsvSource({
    "ricart-agrawala, 1, 0",
    "ricart-agrawala, 2, 0",
    "ricart-agrawala, 3, 0",
    "ricart-agrawala, 5, 0",
    "ricart-agrawala, 10, 0",
    "ricart-agrawala, 5, 30ms",
    "lamport, 1, 0",
    "lamport, 2, 0",
    "lamport, 3, 0",
    "lamport, 5, 0",
    "lamport, 10, 0",
    "lamport, 5, 30ms"
  })
  void entryThatEverybodyWantsCostsNoMore(String name, int nodes, String think) {
    AskingGroup group = group(name, nodes, Map.of("think", think, "hold", "10ms"));
    group.runMillis(5_000);
    long each = formula(group.judge.recipe(), nodes);
    int finished = 0;
    for (Entries.Entry entry : group.judge.entries()) {
      if (entry.end() == Entries.End.RELEASED && isOld(group, entry)) {
        assertThat(entry.messages()).as(entry.toString()).isEqualTo(each);
        finished++;
      }
    }
    assertThat(finished).isGreaterThan(200);
    assertThat(group.wrong()).isEmpty();
  }

  /** Its last messages are counted for it. */
  private static boolean isOld(AskingGroup group, Entries.Entry entry) {
    Long ended = entry.endedAtNanos();
    return ended != null && ended < group.simulation.now() - 100 * AskingGroup.MILLI;
  }

  /** The dead are not asked: with k of them down an entry costs as much as in a group without. */
  @ParameterizedTest
  @CsvSource({"ricart-agrawala, 4", "lamport, 6"})
  void whoIsSuspectedIsNotAsked(String name, long messages) {
    AskingGroup group = group(name, 5, Map.of("clients", "0", "detector", "heartbeat"));
    group.crash(3);
    group.crash(4);
    group.runMillis(5_000);
    long before = group.judge.messages();
    group.call(0, Mutex::acquire);
    group.runMillis(100);
    group.call(0, Mutex::release);
    group.runMillis(100);
    assertThat(group.judge.messages() - before).isEqualTo(messages);
    assertThat(group.notes).contains("P0 leaves");
  }
}
