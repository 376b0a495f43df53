package coterie.net;

import coterie.core.NodeId;
import coterie.net.greet.Accord;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All members of a group have the same list of members, and run the same. A member that comes back
 * is in a later life than any that was heard of; if it is not, its folder is not the one it had.
 * For the loop only.
 */
final class GroupAccord implements Accord {
  private static final Pattern SAYS =
      Pattern.compile("([0-9a-f]{16}) ([0-9]{1,18}) ([0-9]{1,18}) (.*)");
  private static final String KNOWN = "life %d of %s is known here already";
  private static final Pattern NUMBER = Pattern.compile("life ([0-9]{1,18}) .*");

  private record Life(long life, long incarnation) {}

  private final String stack;
  private final String fingerprint;
  private final String says;
  private final Set<String> names;
  private final Map<String, Life> lives = new HashMap<>();

  GroupAccord(String stack, GroupList group, GroupLife own) {
    this.stack = stack;
    this.names = group.places().keySet().stream().map(NodeId::toString).collect(Collectors.toSet());
    this.fingerprint = HexFormat.of().toHexDigits(group.members().fingerprint());
    this.says = "%s %d %d %s".formatted(fingerprint, own.life(), own.incarnation(), stack);
  }

  @Override
  public String says() {
    return says;
  }

  @Override
  public @Nullable String objection(String name, String theirs) {
    Matcher said = SAYS.matcher(theirs);
    if (!said.matches()) {
      return name + " was not started as a member of such a group";
    }
    if (!said.group(4).equals(stack)) {
      return "%s runs %s, and this group runs %s".formatted(name, said.group(4), stack);
    }
    if (!said.group(1).equals(fingerprint) || !names.contains(name)) {
      return "%s has another list of members; give all members the same".formatted(name);
    }
    return heard(name, new Life(Long.parseLong(said.group(2)), Long.parseLong(said.group(3))));
  }

  private @Nullable String heard(String name, Life now) {
    Life known = lives.get(name);
    if (known != null && !known.equals(now) && now.life <= known.life) {
      return KNOWN.formatted(known.life, name);
    }
    lives.put(name, now);
    return null;
  }

  /** The life of that node that a sentence says is known; 0 if it says something else. */
  static long known(NodeId node, String sentence) {
    Matcher number = NUMBER.matcher(sentence);
    long life = number.matches() ? Long.parseLong(number.group(1)) : 0;
    return sentence.equals(KNOWN.formatted(life, node)) ? life : 0;
  }
}
