package coterie.broken;

import java.util.Map;

/** How variants are explored, by their names, in the words of {@link Looking}. */
final class Explorations {
  static final Map<String, String> ALL =
      Map.ofEntries(
          Map.entry(
              "raft-vote-granted-twice", "nodes=3 max=term:1 pending=1 set=timeout-min:300ms"),
          Map.entry(
              "bully-old-announcement-believed",
              "nodes=2 set=detector:none call=notice call=notice"),
          Map.entry(
              "bully-nobody-told", "nodes=2 set=detector:none call=notice timing=sync liveness"),
          Map.entry("lamport-wrong-tie-break", "nodes=2"),
          Map.entry("lamport-stale-acknowledgement", "nodes=2"),
          Map.entry("lamport-request-overtaken", "nodes=2"),
          Map.entry("lamport-enters-unacknowledged", "nodes=2"),
          Map.entry("ricart-agrawala-wrong-tie-break", "nodes=2"),
          Map.entry("ricart-agrawala-replies-inside", "nodes=2"),
          Map.entry("ricart-agrawala-stale-reply", "nodes=2"),
          Map.entry("ricart-agrawala-stamps-forgotten", "nodes=1 crashes=1 recoveries=1"),
          Map.entry("token-ring-taken-twice", "nodes=2"),
          Map.entry("token-ring-numbers-again", "nodes=2 crashes=1 recoveries=1"),
          Map.entry("token-ring-plain-starts-twice", "nodes=2 crashes=1 recoveries=1"),
          Map.entry("token-ring-plain-taken-twice", "nodes=2 duplicates=1"),
          Map.entry("vring-count-goes-back", "nodes=2 crashes=1 recoveries=1 set=start:converged"),
          Map.entry("heartring-deadline-not-restarted", "nodes=2 deviations=0"),
          Map.entry("hybrid-clock-without-the-maximum", "nodes=2"),
          Map.entry("vector-clock-forgets-its-own-tick", "nodes=2"),
          Map.entry("vector-clock-forgets-what-it-hears", "nodes=2"),
          Map.entry("lamport-clock-forgets-what-it-hears", "nodes=2"),
          Map.entry("lamport-clock-begins-anew", "nodes=2 crashes=1 recoveries=1"),
          Map.entry("documents-sibling-lost", "nodes=2"),
          Map.entry("documents-superseded-returns", "nodes=2"),
          Map.entry("ledger-settled-too-early", "nodes=2"),
          Map.entry("ledger-wrong-tie-break", "nodes=2"),
          Map.entry("ledger-overdrawn", "nodes=2 set=opening:1"),
          Map.entry("mvcc-write-out-of-turn", "nodes=2"),
          Map.entry(
              "register-refused-ballot-accepted",
              "nodes=3 set=clients:2 set=registers:1 pending=2"),
          Map.entry("register-read-of-one", "nodes=3 set=clients:2 set=registers:1 pending=2"),
          Map.entry("register-condition-ignored", "nodes=2 set=registers:1"),
          Map.entry("register-races-itself", "nodes=2 set=registers:1"),
          Map.entry("register-half-is-a-majority", "nodes=2 set=registers:1"));

  private Explorations() {}
}
