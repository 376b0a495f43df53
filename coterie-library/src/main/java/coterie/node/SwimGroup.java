package coterie.node;

import coterie.Change;
import coterie.HostPort;
import coterie.Member;
import coterie.Status;
import coterie.calls.GroupCalls;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.detect.Detector;
import coterie.member.SwimStatus;
import coterie.member.Tag;
import coterie.member.swim.Swim;
import coterie.net.Host;
import coterie.net.directory.Addresses;
import coterie.net.directory.KnownLife;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Members that come and go: SWIM. */
final class SwimGroup implements Group {
  private final Host host;
  private final NodeClock clock;
  private final Agreement agreement;
  private @Nullable Swim swim;

  SwimGroup(Host host, NodeClock clock, Agreement agreement) {
    this.host = host;
    this.clock = clock;
    this.agreement = agreement;
  }

  @Override
  public void begin(Host started) {
    swim = started.protocol(Swim.class);
    swim.listen(new Forgetting());
    started.directory().lookUpIn(this::look);
    started.callNow(new GroupCalls.Join());
  }

  /** Addresses of those that failed are kept as long as SWIM tries them again, and no longer. */
  private final class Forgetting implements Detector.Listener {
    @Override
    public void trusted(NodeId who) {
      if (swim().member(who) == null) {
        host.directory().forget(who);
      }
    }
  }

  private Swim swim() {
    if (swim == null) {
      swim = host.protocol(Swim.class);
    }
    return swim;
  }

  @Override
  public List<Member> members() {
    List<Member> members = new ArrayList<>();
    for (coterie.member.Member member : swim().members()) {
      members.add(of(member));
      agreement.seen(member.card().name(), settings(member));
    }
    members.sort(Comparator.comparing(Member::name));
    return List.copyOf(members);
  }

  private static String settings(coterie.member.Member member) {
    for (Tag tag : member.card().tags()) {
      if (tag.key().equals(CharterText.TAG)) {
        return tag.value();
      }
    }
    return "";
  }

  @Override
  public int differing() {
    int count = 0;
    if (agreement.hasSettings()) {
      for (coterie.member.Member member : swim().members()) {
        String settings = settings(member);
        agreement.seen(member.card().name(), settings);
        count += agreement.isLike(settings) ? 0 : 1;
      }
    }
    return count;
  }

  @Override
  public @Nullable Member member(NodeId id) {
    coterie.member.Member member = swim().member(id);
    return member == null ? null : of(member);
  }

  @Override
  public Set<InetSocketAddress> addresses() {
    Set<InetSocketAddress> addresses = new HashSet<>();
    for (coterie.member.Member member : swim().members()) {
      InetSocketAddress address = Addresses.unpack(member.card().address());
      if (address != null) {
        addresses.add(address);
      }
    }
    return addresses;
  }

  @Override
  public @Nullable KnownLife find(NodeId id) {
    coterie.member.Member member = swim().member(id);
    if (member == null || !member.status().isMember()) {
      return null;
    }
    InetSocketAddress address = Addresses.unpack(member.card().address());
    return address == null ? null : new KnownLife(address, member.incarnation());
  }

  private Member of(coterie.member.Member member) {
    InetSocketAddress address = Addresses.unpack(member.card().address());
    String settings = settings(member);
    return Member.of(
        CharterText.without(member.card()),
        member.id(),
        address == null ? "" : HostPort.text(address),
        Status.valueOf(member.status().name()),
        member.incarnation(),
        member.level(),
        clock.skewMillis(member.id()),
        !settings.isEmpty() && !agreement.isLike(settings));
  }

  @Override
  public int size() {
    return swim().size();
  }

  @Override
  public int suspects() {
    return swim().accused();
  }

  @Override
  public int lateness() {
    return swim().health();
  }

  @Override
  public @Nullable Change change(Note note) {
    return switch (note) {
      case Note.Joined(NodeId who) -> change(who, Change.Joined::new);
      case Note.Suspected(NodeId who) -> change(who, Change.Suspected::new);
      case Note.Trusted(NodeId who) -> change(who, Change.Trusted::new);
      case Note.Left(NodeId who) -> change(who, Change.Left::new);
      case Note.Failed(NodeId who) -> change(who, Change.Failed::new);
      case Note.Updated(NodeId who) -> change(who, Change.Updated::new);
      default -> null;
    };
  }

  private @Nullable Change change(NodeId who, Function<Member, Change> maker) {
    Member member = member(who);
    return member == null ? null : maker.apply(member);
  }

  @Override
  public void noted(Note note) {
    switch (note) {
      case Note.Joined(NodeId who) -> host.directory().lookUpAgain(who);
      case Note.Suspected(NodeId who) -> host.directory().lookUpAgain(who);
      case Note.Trusted(NodeId who) -> host.directory().lookUpAgain(who);
      case Note.Failed(NodeId who) -> host.directory().lookUpAgain(who);
      case Note.Updated(NodeId who) -> host.directory().lookUpAgain(who);
      case Note.Left(NodeId who) -> host.directory().forget(who);
      default -> {}
    }
  }

  /** Where a member is reached; those that failed may still be there. */
  private @Nullable Bytes look(NodeId who) {
    coterie.member.Member member = who.equals(host.self()) ? null : swim().member(who);
    return member == null || member.status() == SwimStatus.LEFT ? null : member.card().address();
  }

  @Override
  public void tag(Host of, String key, String value) {
    of.callNow(new GroupCalls.Label(key, value));
  }

  @Override
  public boolean leave(Host of) {
    of.callNow(new GroupCalls.Leave());
    return true;
  }
}
