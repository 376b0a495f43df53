package coterie.node;

import coterie.Change;
import coterie.Config;
import coterie.HostPort;
import coterie.Member;
import coterie.Option;
import coterie.Status;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.detect.Detector;
import coterie.member.Card;
import coterie.member.Tag;
import coterie.net.Host;
import coterie.net.directory.KnownLife;
import coterie.net.directory.Names;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A list of members that never changes, and a detector that tells which of them are up. */
final class FixedGroup implements Group {
  private record Place(String name, InetSocketAddress address, long rank) {}

  private final Host host;
  private final NodeClock clock;
  private final Agreement agreement;
  private final Map<NodeId, Place> places;
  private final List<Tag> tags;
  private final long incarnation;
  private @Nullable Detector detector;

  FixedGroup(Host host, Config config, NodeClock clock, Agreement agreement) {
    this.agreement = agreement;
    this.host = host;
    this.clock = clock;
    this.places = places(config);
    this.tags = NodePlan.tags(config);
    this.incarnation = host.incarnation();
  }

  /** Reads name=host:port of each. */
  static List<NodeId> ids(Config config) {
    return List.copyOf(places(config).keySet());
  }

  private static Map<NodeId, Place> places(Config config) {
    Map<NodeId, Place> places = new TreeMap<>();
    for (String member : config.members()) {
      int equals = member.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "a member of a fixed list is name=host:port, not " + member);
      }
      String name = member.substring(0, equals);
      Place place = place(name, member.substring(equals + 1));
      if (places.put(Names.id(config.cluster(), name), place) != null) {
        throw new IllegalArgumentException("the fixed list has two members called " + name);
      }
    }
    if (!places.containsKey(Names.id(config.cluster(), config.name()))) {
      throw new IllegalArgumentException(
          "the fixed list of members does not have this node, " + config.name());
    }
    return places;
  }

  /** Reads host:port, or host:port@rank. */
  private static Place place(String name, String text) {
    int at = text.lastIndexOf('@');
    if (at < 0) {
      return new Place(name, HostPort.parse(text).lookUp(), 0);
    }
    String rank = text.substring(at + 1);
    if (!rank.matches("[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "after the address of %s stands its rank, a number from 0, not %s".formatted(name, rank));
    }
    Option.RANK.check(Integer.parseInt(rank));
    return new Place(name, HostPort.parse(text.substring(0, at)).lookUp(), Long.parseLong(rank));
  }

  /** The rank that the list gives a member; 0 if it gives none, or has no such member. */
  static long rank(Config config, NodeId id) {
    Place place = config.members().isEmpty() ? null : places(config).get(id);
    return place == null ? 0 : place.rank;
  }

  @Override
  public void begin(Host started) {
    detector = started.protocol(Detector.class);
  }

  /** Where all of them are: before the protocols start. */
  void know() {
    places.forEach((id, place) -> host.directory().know(id, place.address));
  }

  /** Where the others are. */
  List<InetSocketAddress> others() {
    return places.entrySet().stream()
        .filter(each -> !each.getKey().equals(host.self()))
        .map(each -> each.getValue().address)
        .toList();
  }

  private Detector detector() {
    if (detector == null) {
      detector = host.protocol(Detector.class);
    }
    return detector;
  }

  @Override
  public List<Member> members() {
    List<Member> members = new ArrayList<>();
    places.keySet().forEach(id -> members.add(of(id)));
    members.sort(java.util.Comparator.comparing(Member::name));
    return List.copyOf(members);
  }

  @Override
  public @Nullable Member member(NodeId id) {
    return places.containsKey(id) ? of(id) : null;
  }

  @Override
  public Set<InetSocketAddress> addresses() {
    Set<InetSocketAddress> addresses = new HashSet<>();
    places.values().forEach(place -> addresses.add(place.address));
    return addresses;
  }

  @Override
  public @Nullable KnownLife find(NodeId id) {
    Place place = places.get(id);
    return place == null ? null : new KnownLife(place.address, host.directory().proven(id));
  }

  private Member of(NodeId id) {
    Place place = java.util.Objects.requireNonNull(places.get(id));
    boolean isSelf = id.equals(host.self());
    boolean isSuspect = !isSelf && detector().suspects(id);
    Card card = Card.named(place.name);
    return Member.of(
        isSelf ? card.withTags(tags) : card,
        id,
        HostPort.text(place.address),
        isSuspect ? Status.SUSPECT : Status.ALIVE,
        isSelf ? incarnation : host.directory().incarnation(id),
        isSelf ? 0 : detector().level(id),
        clock.skewMillis(id),
        agreement.differs(place.name));
  }

  @Override
  public int size() {
    return places.size();
  }

  @Override
  public int suspects() {
    return detector().suspects().size();
  }

  @Override
  public int lateness() {
    return 0;
  }

  @Override
  public int differing() {
    return (int) members().stream().filter(Member::differs).count();
  }

  /** Everybody stays where the list says. */
  @Override
  public void noted(Note note) {}

  @Override
  public @Nullable Change change(Note note) {
    return switch (note) {
      case Note.Suspected(NodeId who) when places.containsKey(who) -> new Change.Suspected(of(who));
      case Note.Trusted(NodeId who) when places.containsKey(who) -> new Change.Trusted(of(who));
      default -> null;
    };
  }

  @Override
  public void tag(Host of, String key, String value) {
    throw new IllegalStateException(
        "tags are told by SWIM alone; a fixed list of members has none");
  }

  @Override
  public boolean leave(Host of) {
    return false;
  }
}
