package coterie.net;

import coterie.core.NodeId;
import coterie.core.View;
import coterie.net.directory.Addresses;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The members of a group whose list never changes, and where each is reached. All members are given
 * the same list: a line for each, with its id and its address, such as {@code 3 10.0.0.3:7101}.
 * What follows a # is a comment.
 *
 * @param places by member, host and port; the host is looked up by who needs it
 */
public record GroupList(SortedMap<NodeId, InetSocketAddress> places) {
  private static final int MEMBERS_MAX = 1_000;
  private static final int BYTES_MAX = 1 << 20;
  private static final int PORT_MAX = 65_535;
  private static final Pattern LINE = Pattern.compile("(\\S+)\\s+(\\S+)");
  private static final Pattern ID = Pattern.compile("P?([0-9]{1,9})");
  private static final Pattern ADDRESS =
      Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^:\\[\\]]+):(\\d+)");

  public GroupList {
    places = Collections.unmodifiableSortedMap(new TreeMap<>(places));
    if (places.isEmpty()) {
      throw new IllegalArgumentException("a group has at least one member");
    }
  }

  /** The list that these lines are. */
  public static GroupList of(String... lines) {
    return parse("the list of members", List.of(lines));
  }

  /**
   * Reads a file with such lines.
   *
   * @throws IllegalArgumentException if it is not a list; the message says which line is wrong, and
   *     why
   */
  public static GroupList read(Path file) {
    if (!Files.exists(file)) {
      throw new IllegalArgumentException(
          "%s: there is no such file; give one with a line for each member, such as 1 10.0.0.1:7101"
              .formatted(file));
    }
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException("%s is not a file".formatted(file));
    }
    try {
      if (Files.size(file) > BYTES_MAX) {
        throw new IllegalArgumentException(
            "%s has %d bytes; a list of members has at most %d"
                .formatted(file, Files.size(file), BYTES_MAX));
      }
      return parse(file.toString(), TextFile.lines(file));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + " is not text in UTF-8", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static GroupList parse(String name, List<String> lines) {
    TreeMap<NodeId, InetSocketAddress> places = new TreeMap<>();
    Map<Object, Integer> seen = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").strip();
      if (!line.isEmpty()) {
        add(places, seen, line, i + 1, name + ":" + (i + 1) + ": ");
      }
    }
    if (places.isEmpty()) {
      throw new IllegalArgumentException(
          name + " lists no member; give a line for each, such as 1 10.0.0.1:7101");
    }
    return new GroupList(places);
  }

  private static void add(
      SortedMap<NodeId, InetSocketAddress> places,
      Map<Object, Integer> seen,
      String line,
      int number,
      String where) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          where + "a line has an id and an address, such as 1 10.0.0.1:7101");
    }
    NodeId id = id(where, parts.group(1));
    InetSocketAddress address = address(where, parts.group(2));
    requireNew(where, id.toString(), seen.put(id, number));
    requireNew(
        where,
        Addresses.text(address),
        seen.put(Addresses.text(address).toLowerCase(Locale.ROOT), number));
    if (places.size() == MEMBERS_MAX) {
      throw new IllegalArgumentException(
          where + "a group has at most %d members".formatted(MEMBERS_MAX));
    }
    places.put(id, address);
  }

  private static NodeId id(String where, String text) {
    Matcher id = ID.matcher(text);
    if (!id.matches()) {
      throw new IllegalArgumentException(
          "%san id is a whole number of up to 9 digits, such as 3 or P3, not \"%s\""
              .formatted(where, text));
    }
    return new NodeId(Long.parseLong(id.group(1)));
  }

  /** Host and port; the host is not looked up. */
  static InetSocketAddress address(String where, String text) {
    Matcher address = ADDRESS.matcher(text);
    boolean isGood = address.matches() && address.group(2).length() <= 5;
    int port = isGood ? Integer.parseInt(address.group(2)) : 0;
    if (port < 1 || port > PORT_MAX) {
      throw new IllegalArgumentException(
          "%san address is host:port with a port from 1 to %d, such as 10.0.0.1:7101 or [::1]:7101, not \"%s\""
              .formatted(where, PORT_MAX, text));
    }
    String host = address.group(1).replaceFirst("^\\[(.*)]$", "$1");
    return InetSocketAddress.createUnresolved(host, port);
  }

  private static void requireNew(String where, String what, @Nullable Integer earlier) {
    if (earlier != null) {
      throw new IllegalArgumentException(
          "%s%s is on line %d already; every member has an id and an address of its own"
              .formatted(where, what, earlier));
    }
  }

  /** The members, as protocols want them. */
  public View members() {
    return View.of(places.keySet());
  }

  public boolean has(NodeId member) {
    return places.containsKey(member);
  }

  /** Where that member is reached, as it stands in the list. */
  public String address(NodeId member) {
    InetSocketAddress place = places.get(member);
    if (place == null) {
      throw new IllegalArgumentException(
          "the group has no %s; its members are %s".formatted(member, names()));
    }
    return Addresses.text(place);
  }

  /** Their names with commas between, for sentences. */
  public String names() {
    List<String> names = places.keySet().stream().map(NodeId::toString).toList();
    return names.size() <= 12
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, 10)) + " and %d more".formatted(names.size() - 10);
  }
}
