package coterie.lab.live;

import coterie.core.NodeId;
import coterie.recording.Entry;
import coterie.sim.Stage;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** A stage in real time, on sockets of this machine. */
public interface LiveStage extends Stage, AutoCloseable {
  /** Into which files nodes are recorded, and what these say first. */
  interface Recording {
    Path file(NodeId node);

    Entry.Life life(NodeId node);
  }

  /** Tells the driving thread, while it waits for a run, how far that is. */
  void onProgress(LongConsumer elapsedNanos);

  /** Records every life of every node. Before the start. */
  void record(Recording recording);

  /** Ends the present run, and every later one, at once. For any thread. */
  void stop();

  /** How far behind the disk was when it was the furthest, in real time. */
  long diskBehindNanos();

  /** Ends all nodes, and deletes what they stored. */
  @Override
  void close();
}
