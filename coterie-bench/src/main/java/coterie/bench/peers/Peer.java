package coterie.bench.peers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A membership service that can be measured. */
interface Peer {

  String name();

  /** Why it cannot run here, and how to get it; null where it can. */
  @Nullable String missing();

  /** The version and settings that were measured, in a few words. */
  String settings();

  /** Starts a node that joins by the node in slot 0; later, where {@link #join} says when. */
  List<String> command(Place place, Start start);

  /** Makes a node join that was not to do so now; empty where that begins by itself. */
  List<String> join(Place place);

  /** What a line of a node's output tells; null for nothing. */
  @Nullable Event parse(String line, long nowNanos);

  /** The signal that makes a node leave in good order; null where the word "leave" does. */
  @Nullable String leaveSignal();

  /** How long it takes about to drop a killed node and one that is cut off: for the estimate. */
  int killSeconds();

  int cutSeconds();
}
