package coterie;

import coterie.Config.Detection;
import java.util.HashSet;
import java.util.List;

/** What a configuration must fulfil, each with a sentence for who does not. */
final class ConfigRules {
  private static final int NAME_MAX = 100;

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

  private static void requireName(String what, String name) {
    if (name.isBlank() || name.length() > NAME_MAX) {
      throw new IllegalArgumentException(
          "%s needs a name of 1 to %d characters, not %s"
              .formatted(what, NAME_MAX, name.isBlank() ? "none" : name.length() + " of them"));
    }
  }
}
