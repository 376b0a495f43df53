package coterie.node;

import coterie.Change;
import coterie.Member;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.net.Host;
import coterie.net.directory.KnownLife;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The members of the group, as one detector or another tells them. In the loop. */
interface Group {
  /** The protocols have been built. */
  void begin(Host host);

  List<Member> members();

  @Nullable Member member(NodeId id);

  /** Where they are reached. */
  Set<InetSocketAddress> addresses();

  /** Where a member is, for those who ask whether it still is; null if it is not a member. */
  @Nullable KnownLife find(NodeId id);

  int size();

  /** How many of them do not answer, but still belong to the group. */
  int suspects();

  int lateness();

  /** How many of them were given other settings than this node. */
  int differing();

  /** The detector has noted that: where members are reached may have changed. */
  void noted(Note note);

  /** What that note of the detector means for those who watch; null if nothing. */
  @Nullable Change change(Note note);

  void tag(Host host, String key, String value);

  /** Whether there is a farewell to wait for. */
  boolean leave(Host host);
}
