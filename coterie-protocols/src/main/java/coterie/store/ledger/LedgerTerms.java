package coterie.store.ledger;

import coterie.core.View;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What all members of a ledger must agree on before the first transfer.
 *
 * @param opening what every account has before the first transfer
 * @param allowsOverdraft whether an account may give more than it has; if not, such a transfer is
 *     void
 */
public record LedgerTerms(List<String> accounts, long opening, boolean allowsOverdraft) {
  /** The most accounts that a ledger has; the fewest are two. */
  public static final int ACCOUNTS_MAX = 1024;

  /** The longest name of an account, in characters. */
  public static final int NAME_MAX = 64;

  public LedgerTerms {
    accounts = List.copyOf(accounts);
    if (accounts.size() < 2 || accounts.size() > ACCOUNTS_MAX) {
      throw new IllegalArgumentException(
          "a ledger has 2 to %d accounts, not %d".formatted(ACCOUNTS_MAX, accounts.size()));
    }
    for (String name : accounts) {
      if (name.isBlank() || name.length() > NAME_MAX) {
        throw new IllegalArgumentException(
            "the name of an account has 1 to %d characters, not \"%s\"".formatted(NAME_MAX, name));
      }
    }
    if (new TreeSet<>(accounts).size() < accounts.size()) {
      throw new IllegalArgumentException("every account has a name of its own: " + accounts);
    }
    if (opening < 0 || opening > Long.MAX_VALUE / accounts.size()) {
      throw new IllegalArgumentException(
          "accounts open with 0 up to %d each, so that their sum can be counted, not %d"
              .formatted(Long.MAX_VALUE / accounts.size(), opening));
    }
  }

  /** The position of an account, or -1 if there is none of that name. */
  int indexOf(String account) {
    return accounts.indexOf(account);
  }

  /** All the money there is; it never changes. */
  long total() {
    return opening * accounts.size();
  }

  /** What is wrong with such a transfer, whatever the balances are; null if nothing is. */
  @Nullable String wrong(String from, String to, long amount) {
    if (indexOf(from) < 0 || indexOf(to) < 0) {
      return "there is no account \"%s\"; there is %s"
          .formatted(indexOf(from) < 0 ? from : to, String.join(", ", accounts));
    }
    if (from.equals(to)) {
      return "a transfer goes from one account to another, not from %s to itself".formatted(from);
    }
    return amount < 1 ? "a transfer moves an amount from 1 on, not " + amount : null;
  }

  /** Differs where the members or the terms do, but for a rare chance: 32 bits. */
  long fingerprint(View members) {
    long hash = members.fingerprint();
    for (String name : accounts) {
      hash = mix(hash, name.hashCode());
    }
    return mix(mix(hash, opening), allowsOverdraft ? 1 : 0) >>> 32;
  }

  /** So that two terms which differ in two places are not alike. */
  private static long mix(long hash, long more) {
    long mixed = (hash ^ more) * 0x9e3779b97f4a7c15L;
    return mixed ^ mixed >>> 29;
  }
}
