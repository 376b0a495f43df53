package coterie.store.registers;

import coterie.core.NodeId;
import coterie.core.Stamp;
import coterie.core.View;
import coterie.store.registers.Registers.Accept;
import coterie.store.registers.Registers.Accepted;
import coterie.store.registers.Registers.Conflict;
import coterie.store.registers.Registers.Look;
import coterie.store.registers.Registers.Msg;
import coterie.store.registers.Registers.Prepare;
import coterie.store.registers.Registers.Promise;
import coterie.store.registers.Registers.Seen;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which messages no correct member can have sent. */
final class RegisterRules {
  private final View members;
  private final int self;
  private final long group;

  RegisterRules(View members, int self) {
    this.members = members;
    this.self = self;
    this.group = members.fingerprint();
  }

  /** Why no correct member can have sent this; null if one can. */
  @Nullable String wrong(int from, Msg message) {
    if (from < 0 || from == self) {
      return "a message from no other member of the group";
    }
    if (message.group() != group) {
      return "another list of members";
    }
    int nameSize = size(message.name());
    if (nameSize < 1 || nameSize > Registers.NAME_MAX) {
      return "a name that no register has";
    }
    return switch (message) {
      case Look look -> null;
      case Seen seen -> wrong(seen.accepted(), seen.content());
      case Prepare prepare -> wrongBallot(prepare.ballot(), from);
      case Promise promise ->
          either(wrongBallot(promise.ballot(), self), wrong(promise.accepted(), promise.content()));
      case Accept accept ->
          either(wrongBallot(accept.ballot(), from), wrong(accept.ballot(), accept.content()));
      case Accepted accepted -> wrongBallot(accepted.ballot(), self);
      case Conflict conflict ->
          either(wrongBallot(conflict.ballot(), self), wrongPromise(conflict));
    };
  }

  private static @Nullable String either(@Nullable String first, @Nullable String second) {
    return first == null ? second : first;
  }

  private @Nullable String wrongBallot(Stamp ballot, int owner) {
    boolean isPossible =
        ballot.node().equals(members.at(owner))
            && ballot.time() >= 1
            && ballot.time() <= Ballots.COUNTER_MAX;
    return isPossible ? null : "a ballot that its process cannot use";
  }

  private @Nullable String wrongPromise(Conflict conflict) {
    Stamp promised = conflict.promised();
    boolean isPossible =
        conflict.ballot().isBefore(promised)
            && promised.time() <= Ballots.COUNTER_MAX
            && isMember(promised.node());
    return isPossible ? null : "a conflict with a ballot that nobody can use";
  }

  private @Nullable String wrong(Stamp accepted, Content content) {
    boolean isNone = accepted.equals(Ballots.NONE) && content.equals(Content.NONE);
    boolean isBallot =
        accepted.time() >= 1 && accepted.time() <= Ballots.COUNTER_MAX && isMember(accepted.node());
    if (!isNone && !isBallot) {
      return "a content under a ballot that nobody can use";
    }
    boolean isPossible =
        content.version() >= 0
            && size(content.value()) <= (content.version() == 0 ? 0 : Registers.VALUE_MAX)
            && areWrites(content);
    return isPossible ? null : "a content that nobody can write";
  }

  /** Whether there is one of a member at most, in order, up to this version. */
  private boolean areWrites(Content content) {
    TreeSet<NodeId> nodes = new TreeSet<>();
    long last = 0;
    for (Content.Write write : content.writes()) {
      if (write.version() <= last || !isMember(write.node()) || !nodes.add(write.node())) {
        return false;
      }
      last = write.version();
    }
    return last == content.version();
  }

  private boolean isMember(NodeId node) {
    return members.indexOf(node) >= 0;
  }

  private static int size(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
