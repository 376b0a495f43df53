package coterie.node;

import coterie.Born;
import coterie.Config;
import coterie.core.TimeText;
import coterie.elect.raft.Charter;
import coterie.elect.raft.RaftConfig;
import coterie.member.Card;
import coterie.mutex.lease.LeaseConfig;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes the settings that nodes of one cluster must share, for greetings and the member's card:
 * the fingerprint of the settings in force, and after a dash that of the settings to follow; the
 * number of a voter's vote; and all settings in words, for the people behind a node that is
 * refused.
 */
final class CharterText {
  /** As a tag of the card; no tag of a user begins like this. */
  static final String TAG = "coterie.settings";

  /** A card has room for so much of it. */
  private static final int CARD_MAX = 100;

  private static final int TEXT_MAX = 800;

  /** The words begin after the second blank. */
  private static final int WORDS = 2;

  private CharterText() {}

  /** In words; empty where there are no voters by Raft, and so nothing has to be the same. */
  static String of(Config config) {
    if (!config.hasGrants()) {
      return "";
    }
    List<String> next = config.nextVoters().isEmpty() ? config.voters() : config.nextVoters();
    String voters = voters(config.voters());
    String nextVoters = voters(next);
    LeaseConfig lease = config.lease();
    LeaseConfig nextLease = config.nextLease();
    RaftConfig raft = config.raft();
    String text =
        "voters %s%s; lease %s s%s; elections after %s to %s s, heartbeats every %s s; drift %d ppm"
            .formatted(
                voters,
                nextVoters.equals(voters) ? "" : ", next " + nextVoters,
                TimeText.format(lease.leaseNanos()),
                nextLease.leaseNanos() == lease.leaseNanos()
                    ? ""
                    : ", next %s s".formatted(TimeText.format(nextLease.leaseNanos())),
                TimeText.format(raft.timeoutMinNanos()),
                TimeText.format(raft.timeoutMaxNanos()),
                TimeText.format(raft.heartbeatNanos()),
                lease.driftPartsPerMillion());
    return text.substring(0, Math.min(TEXT_MAX, text.length()));
  }

  private static String voters(List<String> names) {
    return names.stream().sorted().collect(Collectors.joining(" "));
  }

  /**
   * With the fingerprint before the words.
   *
   * @param born see {@link Born}; 0 for a node without a vote
   */
  static String said(Config config, long born) {
    if (!config.hasGrants()) {
      return "";
    }
    Charter charter = NodePlan.charter(config);
    String print = Long.toHexString(charter.now());
    return (charter.isJoint() ? print + "-" + Long.toHexString(charter.then()) : print)
        + " "
        + Long.toHexString(born)
        + " "
        + of(config);
  }

  /** Short enough for a card. */
  static String onCard(String said) {
    return said.substring(0, Math.min(CARD_MAX, said.length()));
  }

  /** Returns the card without what only nodes read. */
  static Card without(Card card) {
    return card.withTags(card.tags().stream().filter(tag -> !tag.key().equals(TAG)).toList());
  }

  /** The words alone. */
  static String words(String said) {
    String[] parts = said.split(" ", WORDS + 1);
    return parts.length > WORDS ? parts[WORDS] : "no readable settings";
  }

  /** The number of its vote. */
  static String born(String said) {
    String[] parts = said.split(" ", WORDS + 1);
    return parts.length > 1 ? parts[1] : "0";
  }

  /**
   * Whether two nodes may be in one group: their settings are the same, or one is about to change
   * to or from the other's. A node that says nothing asks for nothing and may be there.
   */
  static boolean isNear(String one, String other) {
    if (one.isEmpty() || other.isEmpty()) {
      return true;
    }
    List<String> prints = prints(other);
    return prints(one).stream().anyMatch(prints::contains);
  }

  /** Whether the other has taken the last step of the change that the one names. */
  static boolean isAfter(String one, String other) {
    List<String> change = prints(one);
    return change.size() > 1 && prints(other).equals(List.of(change.getLast()));
  }

  private static List<String> prints(String said) {
    return List.of(said.split(" ", 2)[0].split("-", -1));
  }
}
