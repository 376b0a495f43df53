package coterie.lab.kernel;

import coterie.core.Blueprint;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.sim.StageWitness;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** One node on one engine, as the contract looks at it: P1, which can reach P2. */
interface Engine extends AutoCloseable {
  NodeId SELF = new NodeId(1);

  /** Builds and starts the node, or its next life. */
  void start(Blueprint blueprint);

  /** Calls the topmost protocol with these words. */
  void call(String words);

  /** A message with these words arrives on a channel. */
  void deliver(int channel, String words);

  /** The peer sends such a message, and nobody waits for it. */
  void post(int channel, String words);

  /** Lets nothing reach the node over the network any more. */
  void deafen();

  /** Ends the life of the peer: nobody listens there. */
  void crashPeer();

  /** Waits until the witness was told that these values are durable. */
  void awaitDurable(List<String> expected);

  /** Waits until the log says this, and all that was asked for has happened. */
  void awaitLog(List<String> expected);

  /** Lets that much time pass, whatever a handler throws as it was told. */
  void elapse(long millis);

  void pause();

  void resume();

  /** Ends the life; what is not durable is lost. */
  void crash();

  boolean isUp();

  /** Lets several of these happen with nothing in between. */
  default void atOnce(Runnable actions) {
    actions.run();
  }

  /** Returns the protocol of a channel, or the last one that was there. */
  Probe probe(int channel);

  @Override
  void close();

  /** Writes down what it is told, without times. */
  final class Log implements StageWitness {
    /** A note that the witness itself cannot stand. */
    static final String THROWN_AT = "boom";

    final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    final List<String> durable = Collections.synchronizedList(new ArrayList<>());

    @Override
    public int wants() {
      return ALL;
    }

    private final NodeId about;

    Log() {
      this(SELF);
    }

    Log(NodeId about) {
      this.about = about;
    }

    private void add(NodeId node, String line) {
      if (node.equals(about)) {
        lines.add(line);
      }
    }

    @Override
    public void added(NodeId node, int channel, String name, Class<? extends Message> family) {
      add(node, "added " + name);
    }

    @Override
    public void started(long at, NodeId node) {
      add(node, "started");
    }

    @Override
    public void received(long at, NodeId node, int channel, NodeId from, Message message) {
      add(node, "received %d %s".formatted(channel, text(message)));
    }

    @Override
    public void unreachable(long at, NodeId node, int channel, NodeId to) {
      add(node, "unreachable %d %s".formatted(channel, to));
    }

    @Override
    public void expired(long at, NodeId node, int channel, String alarm) {
      add(node, "expired " + alarm);
    }

    @Override
    public void durable(long at, NodeId node, int channel, String name, Record value) {
      add(node, "durable %d %s".formatted(channel, name));
      if (node.equals(about)) {
        durable.add(value.toString());
      }
    }

    @Override
    public void called(long at, NodeId node, Object call) {
      add(node, "called " + call);
    }

    @Override
    public void held(long at, NodeId node, int channel, Object what) {
      add(node, "held %d %s".formatted(channel, text(what)));
    }

    @Override
    public void handled(long at, NodeId node, int channel, Protocol<?> protocol) {
      add(node, "handled " + channel);
    }

    @Override
    public void noted(long at, NodeId node, int channel, Note note) {
      add(node, "noted %d %s".formatted(channel, text(note)));
      if (text(note).equals(THROWN_AT)) {
        throw new IllegalStateException(Probe.AS_TOLD);
      }
    }

    @Override
    public void sent(long at, NodeId node, int channel, NodeId to, Message message) {
      add(node, "sent %d %s".formatted(channel, text(message)));
    }

    private static String text(Object what) {
      return switch (what) {
        case Probe.Said(String said) -> said;
        case Probe.Do(String words) -> words;
        case Probe.Spoke(String spoke) -> spoke;
        default -> what.toString();
      };
    }
  }
}
