package coterie.agent;

import coterie.HostPort;
import coterie.core.TimeText;
import coterie.mutex.LeaseConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The values of keys: what they may look like, and what they mean. */
final class Values {
  private static final List<String> PROFILES = List.of("lan", "wan", "loopback");
  private static final List<String> ELECTIONS = List.of("raft", "bully", "ring");
  private static final List<String> DETECTORS =
      List.of("swim", "heartbeat", "phi", "heartring", "vring");

  private Values() {}

  /** Throws one sentence if the text cannot be a value of the key. */
  static void check(Key key, String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("the value is missing: give " + key.about());
    }
    switch (key) {
      case BIND, ADVERTISE, HTTP -> HostPort.parse(text);
      case SEEDS, VOTERS, NEXT_VOTERS, MEMBERS -> list(text);
      case TAGS -> tags(text);
      case PROFILE -> oneOf(PROFILES, text);
      case DETECTOR -> oneOf(DETECTORS, text);
      case ELECTION -> oneOf(ELECTIONS, text);
      case TCP_ONLY, MAY_BE_ALONE, FOUNDS -> oneOf(List.of("true", "false"), text);
      case RANK -> rank(text);
      case JOIN_TIMEOUT -> TimeText.parse(text);
      case LEASE, NEXT_LEASE -> LeaseConfig.service(TimeText.parse(text));
      case CLUSTER, NAME, DATA, KEY_FILE, TLS_FILE, TLS_PASSWORD, RECORD, TOKEN, TOKEN_FILE -> {}
    }
  }

  static int rank(String text) {
    if (!text.matches("[0-9]{1,7}")) {
      throw new IllegalArgumentException(
          "a rank is a number from 0 to 1000000, not \"%s\"".formatted(text));
    }
    return Integer.parseInt(text);
  }

  static List<String> list(String text) {
    List<String> items = new ArrayList<>();
    for (String item : text.split(",", -1)) {
      if (item.isBlank()) {
        throw new IllegalArgumentException(
            "between two commas stands something: \"%s\"".formatted(text));
      }
      items.add(item.strip());
    }
    return items;
  }

  static SortedMap<String, String> tags(String text) {
    TreeMap<String, String> tags = new TreeMap<>();
    for (String item : list(text)) {
      int equals = item.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "a tag is key=value, such as role=web, not \"%s\"".formatted(item));
      }
      tags.put(item.substring(0, equals).strip(), item.substring(equals + 1).strip());
    }
    return tags;
  }

  private static void oneOf(List<String> words, String text) {
    if (!words.contains(text)) {
      throw new IllegalArgumentException(
          "\"%2$s\" is unknown; choose %1$s".formatted(String.join(", ", words), text));
    }
  }
}
