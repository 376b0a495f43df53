package coterie.broken;

import java.util.List;

/** Elections that are broken. */
final class ElectionVariants {
  private static final String RAFT = "elect/raft/Raft.java";
  private static final String BULLY = "elect/bully/Bully.java";
  private static final String RING = "elect/ring/RingElection.java";

  static final List<Variant> ALL =
      List.of(
          Variant.of(
                  "raft-vote-not-persisted",
                  "raft",
                  "A voter saves the term, but not that it has voted in it.")
              .change(
                  RAFT,
                  "    stable.save(next);\n",
                  "    stable.save(new Ballot(next.term(), false, context.self(),"
                      + " next.oath()));\n")
              .in("nodes 3", "until 3"),
          Variant.of(
                  "raft-vote-granted-twice",
                  "raft",
                  "A voter votes for everybody who asks in a term, not for one alone.")
              .change(
                  RAFT,
                  "    return term > ballot.term()\n"
                      + "        || (term == ballot.term()"
                      + " && (!ballot.voted() || ballot.candidate().equals(candidate)));",
                  "    return term >= ballot.term();")
              .change(
                  RAFT,
                  "    assert next.term() > ballot.term()\n"
                      + "            || !ballot.voted()\n"
                      + "            || (next.voted()"
                      + " && next.candidate().equals(ballot.candidate()))\n"
                      + "        : \"a second vote in one term: \" + ballot + \" \" + next;\n",
                  "")
              .in("nodes 3", "until 3"),
          Variant.of(
                  "raft-lease-from-the-answer",
                  "raft",
                  "A lease counts from when a heartbeat was answered, not from when it was sent.")
              .change(
                  RAFT,
                  "    long until = lease.heldNanos() + leaseNanos;",
                  "    long until = context.nowNanos() + leaseNanos;")
              .in("nodes 3", "until 3"),
          Variant.of(
                  "raft-lease-without-drift",
                  "raft",
                  "The lease of a leader is as long as the timeout of voters, whose clocks drift.")
              .change(
                  "elect/raft/RaftConfig.java",
                  "    return leaseNanos(timeoutMinNanos, driftPartsPerMillion);\n  }\n\n"
                      + "  /** How long that takes",
                  "    return timeoutMinNanos;\n  }\n\n  /** How long that takes")
              .in("nodes 3", "until 1", "set drift 100000"),
          Variant.of(
                  "raft-stale-answer",
                  "raft",
                  "An answer to an old heartbeat of a leader counts for its last one.")
              .change(
                  "elect/raft/Lease.java",
                  "+ 1; r <= heardRound; r++) {",
                  "+ 1; r <= round; r++) {")
              .in("nodes 3", "until 3"),
          Variant.of(
                  "raft-stale-vote",
                  "raft",
                  "A candidate counts votes of an earlier term for the present one.")
              .change(
                  RAFT,
                  "} else if (phase == Phase.CANDIDATE && vote.term() == ballot.term()) {",
                  "} else if (phase == Phase.CANDIDATE) {")
              .in("nodes 3", "until 1", "latency uniform:1ms,150ms"),
          Variant.of(
                  "raft-vote-at-once-after-a-crash",
                  "raft",
                  "A voter that returns votes at once, though a leader may count on its silence.")
              .change(
                  RAFT,
                  "heardNanos = now + Math.max(0, oath.timeoutNanos() - config.timeoutMinNanos());",
                  "heardNanos = now - config.timeoutMinNanos();")
              .in("nodes 3", "until 3"),
          Variant.of(
                  "raft-half-is-a-majority", "raft", "In an even group one half elects a leader.")
              .change(
                  "elect/raft/Charter.java",
                  "    return count > list.size() / 2;",
                  "    return count >= (list.size() + 1) / 2;")
              .in("nodes 4", "until 3"),
          Variant.of(
                  "raft-leads-on-while-it-hands-over",
                  "raft",
                  "A leader that resigns keeps its lease while another is elected.")
              .change(
                  RAFT,
                  "    follow();\n    if (to != self) {",
                  "    phase = Phase.FOLLOWER;\n    heartbeat.stop();\n    leaseEnd.stop();\n"
                      + "    election.start(timeout());\n    if (to != self) {")
              .in("nodes 3", "until 3"),
          Variant.of(
                  "bully-lower-wins",
                  "bully",
                  "A process believes whoever announces itself, also a lower one.")
              .change(
                  BULLY,
                  "    if (!isAbove(from) && !abstains) {\n"
                      + "      bully(view.at(from));\n    } else if",
                  "    if")
              .in(
                  "nodes 2",
                  "until 200",
                  "set period 20s",
                  "set silence 25s",
                  "set announce 20s",
                  "expect 1 is down or 1 leads or 1 notes LeaderLost[leader=P1] after 60s of calm"),
          Variant.of(
                  "bully-old-announcement-believed",
                  "bully",
                  "An announcement is believed whatever its term.")
              .change(
                  BULLY,
                  "    return term > reign.term()\n        || (term == reign.term()",
                  "    return term >= 0\n        || (term == reign.term()")
              .in("nodes 3", "until 60", "latency lognormal:30ms,1.5"),
          Variant.of(
                  "bully-nobody-told",
                  "bully",
                  "A leader answers who asks, and announces itself to nobody.")
              .change(
                  BULLY, "    if (leads()) {\n      tellAll(new Coordinator(term));\n    }\n", "")
              .change(
                  BULLY,
                  "    repeat();\n    tellAll(new Coordinator(reign.term()));",
                  "    repeat();")
              .in(
                  "nodes 3",
                  "until 200",
                  "set period 20s",
                  "set silence 25s",
                  "set announce 20s",
                  "expect nobody up or agreed after 60s of calm"),
          Variant.of(
                  "ring-announcement-stops-early",
                  "ring",
                  "A process that learns who leads does not pass the announcement on.")
              .change(
                  RING,
                  "    tellPassedOver(from, announcement);\n"
                      + "    announcements.send(announcement);\n",
                  "    tellPassedOver(from, announcement);\n")
              .change(
                  RING,
                  "    if (election == null) {\n      // If the last one",
                  "    if (election == null && leads()) {\n      // If the last one")
              .in(
                  "nodes 4",
                  "until 200",
                  "set period 20s",
                  "set silence 25s",
                  "set announce 20s",
                  "expect nobody up or agreed after 60s of calm"),
          Variant.of(
                  "ring-two-leaders-of-one-term",
                  "ring",
                  "Of two leaders of one term, neither gives way.")
              .change(
                  RING,
                  "    return known == null ? 1 : announcement.leader.compareTo(known);",
                  "    return known == null ? 1 : 0;")
              .in(
                  "nodes 3",
                  "until 200",
                  "set period 20s",
                  "set silence 25s",
                  "set announce 40s",
                  "expect nobody up or agreed after 50s of calm"),
          Variant.of(
                  "ring-winner-does-not-lead",
                  "ring",
                  "A process that is elected by another's token does not begin to lead.")
              .change(
                  RING,
                  "    reign.leads(Reign.UNBOUNDED);",
                  "    if (isToldRound) {\n      return;\n    }\n    reign.leads(Reign.UNBOUNDED);")
              .in(
                  "nodes 3",
                  "until 200",
                  "set period 20s",
                  "set silence 25s",
                  "set announce 40s",
                  "expect nobody up or agreed after 60s of calm"));

  private ElectionVariants() {}
}
