package coterie;

import coterie.Config.Detection;
import coterie.Config.Electing;
import java.util.List;
import java.util.Locale;

/** What the options of a configuration must fulfil together; {@link OptionType} checks each. */
final class ConfigRules {
  private ConfigRules() {}

  static void check(Config config) {
    checkMembers(config);
    checkNext(config);
    if (config.rank() > 0) {
      checkRank(config);
    }
  }

  private static void checkMembers(Config config) {
    boolean isFixed = config.detector() != Detection.SWIM;
    if (isFixed && config.members().isEmpty()) {
      throw new IllegalArgumentException(
          "the detector %s needs the fixed list of members, each as name=host:port"
              .formatted(config.detector().name().toLowerCase(Locale.ROOT)));
    }
    if (!isFixed && !config.members().isEmpty()) {
      throw new IllegalArgumentException(
          "with SWIM members come and go; a fixed list of them is for the other detectors");
    }
  }

  /** One list goes over into another only if somebody is on both. */
  private static void checkNext(Config config) {
    List<String> next = config.nextVoters();
    if (next.isEmpty()) {
      return;
    }
    if (!config.hasGrants()) {
      throw new IllegalArgumentException(
          "next voters follow voters that elect by raft; there are none here");
    }
    if (next.stream().noneMatch(config.voters()::contains)) {
      throw new IllegalArgumentException(
          "of the voters %s at least one must be among the next voters, not %s"
              .formatted(config.voters(), next));
    }
  }

  /** A rank that nobody would look at is a mistake. */
  private static void checkRank(Config config) {
    String name = config.name();
    int rank = config.rank();
    if (config.election() == Electing.RAFT) {
      throw new IllegalArgumentException(
          "a rank is for the elections bully and ring; raft elects whom a majority votes for");
    }
    if (!config.voters().contains(name)) {
      throw new IllegalArgumentException(
          "%s has a rank of %d and is not among the voters %s, who alone are elected"
              .formatted(name, rank, config.voters()));
    }
    if (config.detector() != Detection.SWIM) {
      throw new IllegalArgumentException(
          "ranks of a fixed list stand in the list, as in %s=host:port@%d".formatted(name, rank));
    }
  }
}
