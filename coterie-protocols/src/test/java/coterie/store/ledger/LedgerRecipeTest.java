package coterie.store.ledger;

import static coterie.store.ledger.LedgerGroup.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Settings;
import coterie.recipe.StoreRecipe;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.fault.Fault;
import coterie.sim.fault.Latency;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The ledger by name, with its tellers, and what it costs. */
class LedgerRecipeTest {
  private final StoreRecipe recipe = LedgerRecipe.RECIPE;

  private Settings settings(Map<String, String> values) {
    return new Settings(recipe.settings(), values);
  }

  private Simulation simulation(int size, String latency, Map<String, String> values) {
    View members = View.numbered(0, size);
    Setup setup = Setup.standard().withLatency(Latency.parse(latency));
    return new Simulation(members, recipe.blueprint(members, settings(values)), setup);
  }

  private static Ledger at(Simulation simulation, long node) {
    return simulation.protocol(new NodeId(node), Ledger.class);
  }

  @Test
  void tellersStopWhenTheirTimeIsOver() {
    Simulation run = simulation(3, "uniform:1ms,5ms", Map.of("writing", "2s", "clients", "2"));
    run.runUntil(TimeText.SECOND);
    run.inject(new Fault.Crash(new NodeId(1)));
    run.inject(new Fault.Recover(new NodeId(1)));
    run.runUntil(2 * TimeText.SECOND);
    int written = at(run, 0).history().size();
    assertThat(written).isBetween(10, 40);
    run.runUntil(4 * TimeText.SECOND);
    for (int i = 0; i < 3; i++) {
      assertThat(at(run, i).history().size()).isBetween(written, written + 1);
      assertThat(at(run, i).contents()).isEqualTo(at(run, 0).contents());
      assertThat(at(run, i).settled()).isEqualTo(at(run, 0).history().size());
    }
    assertThat(at(run, 0).history()).noneMatch(entry -> entry.by().value() == 2);
  }

  @Test
  void allCopiesHaveAllTransfersWhenTheRecipeSaysSo() {
    Map<String, String> values = Map.of("writing", "1s", "think", "20ms");
    Simulation run = simulation(8, "uniform:1ms,5ms", values);
    run.inject(new Fault.Loss(0.9));
    run.runUntil(1_100 * MILLI);
    run.inject(new Fault.Loss(0));
    run.runFor(recipe.settleNanos(settings(values), 8));
    assertThat(at(run, 0).history().size()).isGreaterThan(200);
    for (int i = 1; i < 8; i++) {
      assertThat(at(run, i).contents()).isEqualTo(at(run, 0).contents());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "accounts, 1, 'accounts takes 2 to 26, or names separated by commas, not 1'",
    "accounts, 27, 'accounts takes 2 to 26, or names separated by commas, not 27'",
    "accounts, 'a,', 'accounts takes a whole number from 0, or names separated by commas, not"
        + " \"a,\"'",
    "accounts, '', 'accounts takes a whole number from 0, or names separated by commas, not \"\"'",
    "accounts, ann, 'a ledger has 2 to 1024 accounts, not 1'",
    "accounts, 'ann,ann', 'every account has a name of its own: [ann, ann]'",
    "period, 0, 'period takes a duration above 0, not 0'",
    "think, 0, 'think must not be 0, or a client transfers without end in one instant'",
    "overdraft, maybe, 'overdraft takes refused or allowed, not \"maybe\"'"
  })
  void settingThatMakesNoSenseIsRefused(String name, String value, String why) {
    assertThatThrownBy(() -> recipe.blueprint(View.numbered(0, 3), settings(Map.of(name, value))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  @Test
  void accountsHaveTheNamesThatAreGiven() {
    Map<String, String> values = Map.of("clients", "0", "accounts", "account1,account2");
    Simulation run = simulation(2, "1ms", values);
    run.start();
    assertThat(at(run, 0).balances()).hasToString("{account1=100, account2=100}");
  }

  @Test
  void groupThatIsTooLargeIsRefused() {
    assertThatThrownBy(() -> recipe.blueprint(View.numbered(0, 1_025), settings(Map.of())))
        .hasMessage("a ledger has up to 1024 members, not 1025");
  }

  /** Counts messages by their kind. */
  private static final class Count implements StageWitness {
    @Override
    public int wants() {
      return NOTES | SENDS;
    }

    private final Map<String, Integer> sent = new TreeMap<>();

    @Override
    public void sent(long at, NodeId from, int channel, NodeId to, Message message) {
      sent.merge(message.getClass().getSimpleName(), 1, Integer::sum);
    }
  }

  /** On a network that loses nothing; nobody's digest crosses a transfer. */
  @ParameterizedTest
  @CsvSource({"1, 0", "2, 1", "3, 2", "5, 4", "10, 9", "50, 49"})
  void transferCostsAMessageForEachOther(int size, int others) {
    Map<String, String> values = Map.of("clients", "0", "period", "1s");
    Simulation run = simulation(size, "10ms", values);
    Count count = new Count();
    run.watch(count);
    run.runUntil(100 * MILLI);
    for (int i = 0; i < 20; i++) {
      NodeId node = new NodeId(i % size);
      run.call(node, Ledger.class, "transfer", one -> one.transfer("alice", "bob", 1));
      run.runFor(20 * MILLI);
    }
    run.runUntil(5_500 * MILLI);
    assertThat(count.sent.getOrDefault("Transfers", 0)).isEqualTo(20 * others);
    assertThat(count.sent.getOrDefault("Digest", 0)).isEqualTo(size == 1 ? 0 : 5 * size);
  }
}
