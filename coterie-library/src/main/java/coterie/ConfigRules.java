package coterie;

import coterie.Config.Detection;
import java.util.HashSet;
import java.util.List;

/** What a configuration must fulfil, each with a sentence for who does not. */
final class ConfigRules {
  private static final int NAME_MAX = 100;
  private static final int RANK_MAX = 1_000_000;

  private ConfigRules() {}

  static void check(
      String cluster, String name, List<String> voters, Detection detector, List<String> members) {
    requireName("the cluster", cluster);
    requireName("the node", name);
    for (String voter : voters) {
      requireName("a voter", voter);
    }
    if (new HashSet<>(voters).size() != voters.size()) {
      throw new IllegalArgumentException("a voter is listed twice: " + voters);
    }
    if (detector != Detection.SWIM && members.isEmpty()) {
      throw new IllegalArgumentException(
          "the detector %s needs the fixed list of members, each as name=host:port"
              .formatted(detector.name().toLowerCase(java.util.Locale.ROOT)));
    }
    if (detector == Detection.SWIM && !members.isEmpty()) {
      throw new IllegalArgumentException(
          "with SWIM members come and go; a fixed list of them is for the other detectors");
    }
  }

  /** What the node itself says on its card is not for users. */
  static void requireTag(String key) {
    if (key.startsWith("coterie.")) {
      throw new IllegalArgumentException(
          "tags that begin with coterie. are the node's own, and %s does".formatted(key));
    }
  }

  /** One list goes over into another only if somebody is on both. */
  static void checkNext(List<String> voters, List<String> next, Config.Electing election) {
    if (next.isEmpty()) {
      return;
    }
    if (voters.isEmpty() || election != Config.Electing.RAFT) {
      throw new IllegalArgumentException(
          "next voters follow voters that elect by raft; there are none here");
    }
    for (String voter : next) {
      requireName("a next voter", voter);
    }
    if (new HashSet<>(next).size() != next.size()) {
      throw new IllegalArgumentException("a next voter is listed twice: " + next);
    }
    if (next.stream().noneMatch(voters::contains)) {
      throw new IllegalArgumentException(
          "of the voters %s at least one must be among the next voters, not %s"
              .formatted(voters, next));
    }
  }

  /** A rank that nobody would look at is a mistake. */
  static void checkRank(
      int rank, String name, List<String> voters, Config.Electing election, Detection detector) {
    requireRank(rank);
    if (rank == 0) {
      return;
    }
    if (election == Config.Electing.RAFT) {
      throw new IllegalArgumentException(
          "a rank is for the elections bully and ring; raft elects whom a majority votes for");
    }
    if (!voters.contains(name)) {
      throw new IllegalArgumentException(
          "%s has a rank of %d and is not among the voters %s, who alone are elected"
              .formatted(name, rank, voters));
    }
    if (detector != Detection.SWIM) {
      throw new IllegalArgumentException(
          "ranks of a fixed list stand in the list, as in %s=host:port@%d".formatted(name, rank));
    }
  }

  static void requireRank(long rank) {
    if (rank < 0 || rank > RANK_MAX) {
      throw new IllegalArgumentException(
          "a rank is a number from 0 to %d, not %d".formatted(RANK_MAX, rank));
    }
  }

  private static void requireName(String what, String name) {
    if (name.isBlank() || name.length() > NAME_MAX) {
      throw new IllegalArgumentException(
          "%s needs a name of 1 to %d characters, not %s"
              .formatted(what, NAME_MAX, name.isBlank() ? "none" : name.length() + " of them"));
    }
  }
}
