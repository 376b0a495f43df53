package coterie.broken;

import java.util.List;

/** Mutual exclusions that are broken. */
final class MutexVariants {
  private static final String STAMPS = "clock/Stamps.java";
  private static final String RICART = "mutex/ricartagrawala/RicartAgrawala.java";
  private static final String LAMPORT = "mutex/lamport/LamportMutex.java";
  private static final String TOKEN = "mutex/tokenring/TokenRing.java";
  private static final String PLAIN = "mutex/tokenring/PlainTokenRing.java";
  private static final String CLAIM = "mutex/lease/Claim.java";
  private static final String GRANTS = "mutex/lease/Grants.java";
  private static final String REGENERATION = "mutex/tokenring/Regeneration.java";

  private static Variant tie(String name, String recipe) {
    return Variant.of(
            name, recipe, "Of two requests with one stamp, each process takes its own for first.")
        .change(
            STAMPS,
            "    return stamp < otherStamp || (stamp == otherStamp && member < otherMember);",
            "    return stamp < otherStamp;");
  }

  static final List<Variant> ALL =
      List.of(
          tie("lamport-wrong-tie-break", "lamport"),
          tie("ricart-agrawala-wrong-tie-break", "ricart-agrawala"),
          Variant.of(
                  "ricart-agrawala-both-wait",
                  "ricart-agrawala",
                  "Of two requests with one stamp, each process takes its own for last: both wait.")
              .change(
                  STAMPS,
                  "    return stamp < otherStamp || (stamp == otherStamp && member < otherMember);",
                  "    return stamp <= otherStamp;")
              .in("nodes 3", "until 60", "expect any down or nobody waiting within 5s of calm"),
          Variant.of(
                  "ricart-agrawala-replies-inside",
                  "ricart-agrawala",
                  "A process that is inside replies at once.")
              .change(RICART, "if (turn.isInside() || isMineFirst) {", "if (isMineFirst) {"),
          Variant.of(
                  "ricart-agrawala-stale-reply",
                  "ricart-agrawala",
                  "A reply to an earlier request counts for the present one.")
              .change(RICART, "    if (mine == stamp) {", "    if (stamp > 0) {")
              .in("nodes 2", "until 2", "latency uniform:1ms,100ms", "set retry 50ms"),
          Variant.of(
                  "ricart-agrawala-stamps-forgotten",
                  "ricart-agrawala",
                  "A process that returns begins to count its stamps anew.")
              .change(
                  STAMPS,
                  "    this.ceiling = saved == null ? 0 : saved.stamp;",
                  "    this.ceiling = saved == null ? 0 : Math.min(0, saved.stamp);"),
          Variant.of(
                  "lamport-stale-acknowledgement",
                  "lamport",
                  "An acknowledgement of an earlier request counts for the present one.")
              .change(LAMPORT, "    if (ack.stamp == stamp) {", "    if (stamp > 0) {")
              .in("nodes 2", "until 2", "latency uniform:1ms,100ms", "set retry 50ms"),
          Variant.of(
                  "lamport-request-overtaken",
                  "lamport",
                  "An acknowledgement does not tell of the request of its sender.")
              .change(
                  LAMPORT,
                  "new Ack(theirs, stamp, released[self])",
                  "new Ack(theirs, 0, released[self])"),
          Variant.of(
                  "lamport-enters-unacknowledged",
                  "lamport",
                  "A process whose request is the first it knows enters without acknowledgements.")
              .change(
                  LAMPORT,
                  "isAsking() && acks.isEnough() && stamps.isDurable()",
                  "isAsking() && stamps.isDurable()"),
          Variant.of(
                  "token-ring-taken-twice",
                  "token-ring",
                  "A token that was sent again, for want of a receipt, is taken again.")
              .change(TOKEN, "    if (memory.hasTaken(came)) {", "    if (came.hop < 0) {"),
          Variant.of(
                  "token-ring-numbers-again",
                  "token-ring",
                  "After a crash the holder counts on from its last entry that it has saved.")
              .change(
                  TOKEN,
                  "      token = new Token(last.epoch(), last.hop(), last.reserved(), ring.size() -"
                      + " 1);",
                  "      token = new Token(last.epoch(), last.hop(),"
                      + " last.reserved() - RingMemory.RESERVE, ring.size() - 1);"),
          Variant.of(
                  "token-ring-second-token",
                  "token-ring",
                  "A process that has the token lets others make a second one.")
              .change(
                  REGENERATION,
                  "    if (owner.hasToken()) {\n      return TokenRing.Verdict.HELD;\n    }\n",
                  "")
              .change(
                  REGENERATION,
                  "      owner.voided();\n      memory.promise(ask.epoch());",
                  "      memory.promise(ask.epoch());")
              .in("nodes 3", "until 20", "set detector heartbeat", "set hold 1s"),
          Variant.of(
                  "token-ring-plain-starts-twice",
                  "token-ring-plain",
                  "The first process makes a token whenever it starts.")
              .change(
                  PLAIN,
                  "    if (started.value() == null) {",
                  "    if (started.value() == null || self == 0) {"),
          Variant.of(
                  "token-ring-plain-taken-twice",
                  "token-ring-plain",
                  "A token that arrives twice is taken twice.")
              .change(PLAIN, "!isOld && (token.hop > hop || takesTwice)", "!isOld"),
          Variant.of(
                  "lease-from-the-answer",
                  "lease",
                  "A client counts its lease from the answer, and takes all of it.")
              .change(
                  CLAIM,
                  "    long until = grant.at() + config.heldNanos(grant.leaseNanos());",
                  "    long until = now + grant.leaseNanos();")
              .in(
                  "nodes 3",
                  "until 4",
                  "set hold 5s",
                  "set lease 400ms",
                  "set renew 150ms",
                  "set stall 20ms",
                  "set heartbeat 100ms",
                  "set timeout-min 200ms"),
          Variant.of(
                  "lease-without-drift",
                  "lease",
                  "A client takes the whole lease on its own clock, which may be a slow one.")
              .change(
                  "mutex/lease/LeaseConfig.java",
                  "    return (long) ((least - pauseNanos) * (MILLION - drift) / MILLION) - 1;",
                  "    return leaseNanos;")
              .in(
                  "nodes 3",
                  "until 8",
                  "set hold 5s",
                  "set lease 1s",
                  "set renew 400ms",
                  "set stall 100ms",
                  "set heartbeat 200ms",
                  "set timeout-min 500ms",
                  "set timeout-max 1s"),
          Variant.of(
                  "lease-granted-at-once",
                  "lease",
                  "A new leader does not wait for the leases of the leader before.")
              .change(
                  GRANTS,
                  "        ready.start(Math.max(waitNanos, election.earlierLeasesNanos()));",
                  "        isReady = true;")
              .in("nodes 3", "until 8", "set hold 500ms"),
          Variant.of(
                  "lease-token-without-term",
                  "lease",
                  "The fencing token counts grants of one leader, whatever its term.")
              .change(GRANTS, "term * GRANTS_MAX + ++count", "GRANTS_MAX + ++count")
              .in(
                  "nodes 3",
                  "until 8",
                  "set hold 20ms",
                  "set lease 1s",
                  "set renew 400ms",
                  "set stall 100ms",
                  "set heartbeat 200ms",
                  "set timeout-min 500ms",
                  "set timeout-max 1s"),
          Variant.of(
                  "lease-late-release",
                  "lease",
                  "A release that comes late frees the lock that its sender has taken again since.")
              .change(
                  GRANTS,
                  "    if (line != null && seat != null"
                      + " && seat.compare(release.life(), release.request()) >= 0) {",
                  "    if (line != null && seat != null) {")
              .in("nodes 2", "until 4"));

  private MutexVariants() {}
}
