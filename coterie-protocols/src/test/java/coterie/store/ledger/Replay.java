package coterie.store.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Balances by sorting all transfers and making them one after the other: slow, and plain. */
record Replay(List<Transfer> order, List<Boolean> voids, Map<String, Long> balances) {
  static Replay of(LedgerTerms terms, List<Transfer> transfers) {
    List<Transfer> order = new ArrayList<>(transfers);
    order.sort(Comparator.comparingLong(Transfer::time).thenComparingLong(one -> one.by().value()));
    Map<String, Long> balances = new TreeMap<>();
    terms.accounts().forEach(name -> balances.put(name, terms.opening()));
    List<Boolean> voids = new ArrayList<>();
    for (Transfer one : order) {
      boolean isVoid = !terms.allowsOverdraft() && balances.get(one.from()) < one.amount();
      voids.add(isVoid);
      if (!isVoid) {
        balances.merge(one.from(), -one.amount(), Long::sum);
        balances.merge(one.to(), one.amount(), Long::sum);
      }
    }
    return new Replay(order, voids, balances);
  }
}
