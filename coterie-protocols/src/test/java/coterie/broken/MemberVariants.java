package coterie.broken;

import java.util.List;

/** Memberships that are broken. */
final class MemberVariants {
  private static final String MEMBERSHIP = "member/swim/Membership.java";
  private static final String LIST = "member/swimplain/PlainList.java";

  static final List<Variant> ALL =
      List.of(
          Variant.of(
                  "swim-suspicion-never-refuted",
                  "swim",
                  "A member that hears that it is suspected does not say that it is alive.")
              .change(MEMBERSHIP, "      announce(update.incarnation() + 1, me.card());\n", "")
              .in(
                  "nodes 2",
                  "until 120",
                  "latency 10ms",
                  "set period 5s",
                  "set urgent 0",
                  "set start converged",
                  "expect detected after 40s of calm"),
          Variant.of(
                  "swim-incarnation-not-raised",
                  "swim",
                  "A member refutes with the incarnation that others take for failed.")
              .change(
                  MEMBERSHIP,
                  "    enter(Math.max(incarnation, me.incarnation() + 1), card);",
                  "    enter(me.incarnation(), card);")
              .in(
                  "nodes 2",
                  "until 120",
                  "latency 10ms",
                  "set period 5s",
                  "set urgent 0",
                  "set start converged",
                  "expect detected after 40s of calm"),
          Variant.of(
                  "swim-old-update-resurrects",
                  "swim",
                  "An old word that a member is alive brings it back after it has failed.")
              .change(
                  MEMBERSHIP,
                  "    return update.status().compareTo(known.status()) > 0;",
                  "    return update.status() != known.status();")
              .faults("loss,reorder")
              .in(
                  "nodes 5",
                  "until 60",
                  "latency 10ms",
                  "set start converged",
                  "at 50 call 4 leave",
                  "at 51 call 4 join 0",
                  "at 5 crash 1",
                  "expect never note Joined[who=P1]"),
          Variant.of(
                  "swim-leave-seen-as-crash", "swim", "A member that has left is taken for failed.")
              .change(
                  MEMBERSHIP,
                  "case Update.Left left -> bury(known, SwimStatus.LEFT, left.incarnation());",
                  "case Update.Left left -> bury(known, SwimStatus.FAILED, left.incarnation());")
              .faults("none")
              .in(
                  "nodes 3",
                  "until 20",
                  "latency 10ms",
                  "set start converged",
                  "at 5 call 1 leave",
                  "expect never note Failed"),
          Variant.of(
                  "swim-plain-failed-not-probed",
                  "swim-plain",
                  "A member that counts as failed is probed no more.")
              .change(
                  "member/swimplain/PlainSwim.java",
                  "    return listed != null && listed.status() != SwimStatus.LEFT;",
                  "    return listed != null && listed.status().isMember();")
              .in(
                  "nodes 3",
                  "until 60",
                  "set start converged",
                  "expect detected after 10s of calm"),
          Variant.of(
                  "swim-plain-incarnation-not-raised",
                  "swim-plain",
                  "A member refutes with the incarnation that others take for failed.")
              .change(
                  LIST,
                  "setMyself(SwimStatus.ALIVE, word.incarnation() + 1);",
                  "setMyself(SwimStatus.ALIVE, incarnation);")
              .in(
                  "nodes 3",
                  "until 60",
                  "set start converged",
                  "expect detected after 10s of calm"),
          Variant.of(
                  "swim-plain-old-word-believed",
                  "swim-plain",
                  "A word with a lower incarnation is believed.")
              .change(
                  LIST, "        : word.incarnation() > known.incarnation();", "        : true;")
              .in(
                  "nodes 4",
                  "until 60",
                  "set start converged",
                  "expect detected after 10s of calm"),
          Variant.of(
                  "swim-plain-leave-seen-as-crash",
                  "swim-plain",
                  "A member that has left is probed on, and taken for failed.")
              .change(
                  "member/swimplain/PlainSwim.java",
                  "    list.setMyself(SwimStatus.LEFT, list.incarnation());\n",
                  "")
              .faults("none")
              .in(
                  "nodes 3",
                  "until 20",
                  "set start converged",
                  "at 5 call 1 leave",
                  "expect never note Failed"),
          Variant.of("cast-told-twice", "cast", "An event that arrives twice is told twice.")
              .change(
                  "member/cast/Heard.java",
                  "highest - number >= WINDOW || isSeen(number)",
                  "highest - number >= WINDOW"),
          Variant.of(
                  "cast-own-event-told-again",
                  "cast",
                  "A process tells its own event again when it comes back to it.")
              .change(
                  "member/cast/Cast.java",
                  "    if (tell.origin.equals(context.self())) {\n      return false;\n    }\n",
                  "")
              .change(
                  "member/cast/Cast.java",
                  "      if (to != null && !to.equals(rumor.tell.origin)) {",
                  "      if (to != null) {"));

  private MemberVariants() {}
}
