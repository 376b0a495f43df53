package coterie.store.ledger;

import coterie.core.Blueprint;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.recipe.StoreRecipe;
import java.util.ArrayList;
import java.util.List;

/** The ledger by name. */
public final class LedgerRecipe {
  private static final List<String> NAMES =
      List.of(
          "alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy", "kim",
          "leo", "mary", "nick", "olga", "peggy", "quinn", "rita", "sam", "trudy", "uma", "victor",
          "walter", "xenia", "yves", "zoe");

  /** A message may be on its way for so long, and be sent again. */
  private static final long DELAY_NANOS = 2 * TimeText.SECOND;

  public static final StoreRecipe RECIPE =
      new StoreRecipe.Value(
          Ledger.NAME,
          "transfers between accounts, in the same order everywhere by Lamport stamps",
          "uniform:1ms,5ms",
          settings(),
          false,
          LedgerRecipe::settleNanos,
          LedgerRecipe::blueprint);

  private LedgerRecipe() {}

  private static List<Setting> settings() {
    List<Setting> all = new ArrayList<>();
    all.add(Setting.duration("period", "100ms", "from one digest for another process to the next"));
    all.add(
        Setting.countOrNames(
            "accounts",
            4,
            "number of accounts, from 2 (alice, bob) to 26; or their names, such as"
                + " account1,account2,account3"));
    all.add(Setting.count("opening", 100, "the opening balance of every account"));
    all.add(
        Setting.word(
            "overdraft",
            List.of("refused", "allowed"),
            "whether a transfer of more than the account has is void"));
    all.addAll(Teller.Config.settings());
    return all;
  }

  /** Everybody asks everybody within two rounds of its partners. */
  private static long settleNanos(Settings settings, int nodes) {
    return 2L * nodes * settings.nanos("period") + DELAY_NANOS;
  }

  private static Blueprint blueprint(View members, Settings settings) {
    long periodNanos = settings.nanos("period");
    LedgerTerms terms = terms(settings);
    Teller.Config work = Teller.Config.of(settings);
    Ledger.requireGroup(members, periodNanos);
    return node -> {
      Ledger ledger =
          node.add(
              Ledger.NAME,
              Ledger.Msg.class,
              context -> new Ledger(context, members, terms, periodNanos));
      Teller.add(node, members, ledger, terms, work);
    };
  }

  static LedgerTerms terms(Settings settings) {
    boolean allowsOverdraft = settings.word("overdraft").equals("allowed");
    return new LedgerTerms(accounts(settings), settings.count("opening"), allowsOverdraft);
  }

  private static List<String> accounts(Settings settings) {
    if (settings.isNames("accounts")) {
      return settings.names("accounts");
    }
    long accounts = settings.count("accounts");
    if (accounts < 2 || accounts > NAMES.size()) {
      throw new IllegalArgumentException(
          "accounts takes 2 to %d, or names separated by commas, not %d"
              .formatted(NAMES.size(), accounts));
    }
    return NAMES.subList(0, (int) accounts);
  }
}
