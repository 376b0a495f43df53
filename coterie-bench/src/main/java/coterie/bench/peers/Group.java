package coterie.bench.peers;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The running nodes of one peer. */
final class Group implements AutoCloseable {
  private static final int BATCH = 3;
  private static final int START_SECONDS_MAX = 120;

  private final Object lock = new Object();
  private final Peer peer;
  private final Network network;
  private final SortedMap<Integer, NodeProcess> nodes = new TreeMap<>();
  private boolean closed;

  Group(Peer peer, Network network) {
    this.peer = peer;
    this.network = network;
  }

  Network network() {
    return network;
  }

  /** Starts nodes in the slots below size and waits until all list all. */
  void start(int size) {
    start(Place.of(0), Start.NOW);
    awaitReady();
    for (int slot = 1; slot < size; slot++) {
      start(Place.of(slot), Start.NOW);
      if (slot % BATCH == 0 || slot == size - 1) {
        // Not all at once: a crowd of JVMs that start on few cores would only measure each other.
        awaitReady();
      }
    }
    awaitAgreement();
  }

  NodeProcess start(Place place, Start start) {
    List<String> command = network.inside(place.slot(), peer.command(place, start));
    synchronized (lock) {
      if (closed) {
        // The user ended the program while the measurement went on.
        throw new IllegalStateException("the group is closed");
      }
      NodeProcess node = new NodeProcess(place, peer, command, lock);
      nodes.put(place.slot(), node);
      return node;
    }
  }

  /** Starts a node that is to join an agreeing group, and gets it to begin. */
  NodeProcess join(Place place, Start how) {
    NodeProcess node = start(place, how);
    List<String> command = peer.join(place);
    if (!command.isEmpty()) {
      awaitReady();
      Shell.run(network.inside(place.slot(), command), "");
    }
    return node;
  }

  void awaitReady() {
    demand("started", () -> all().stream().allMatch(NodeProcess::isReady));
  }

  /** Waits until every node lists all running nodes and no other. */
  void awaitAgreement() {
    demand(
        "list each other",
        () -> {
          SortedSet<String> names = names();
          return all().stream().allMatch(node -> node.lists(names));
        });
  }

  private SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>();
    for (NodeProcess node : all()) {
      names.add(node.name());
    }
    return names;
  }

  private void demand(String what, BooleanSupplier condition) {
    if (await(START_SECONDS_MAX, condition)) {
      return;
    }
    StringBuilder text = new StringBuilder();
    text.append("%s: not all nodes %s within %d s".formatted(peer.name(), what, START_SECONDS_MAX));
    synchronized (lock) {
      for (NodeProcess node : all()) {
        if (!node.isAlive()) {
          text.append("; %s ended: %s".formatted(node.name(), node.tail()));
        } else if (!node.lists(names())) {
          text.append("; %s lists %d others".formatted(node.name(), node.othersCount()));
        }
      }
    }
    throw new IllegalStateException(text.toString());
  }

  /** Waits until the condition holds, which is asked under the lock, or the time is over. */
  boolean await(int seconds, BooleanSupplier condition) {
    long endNanos = System.nanoTime() + seconds * 1_000_000_000L;
    synchronized (lock) {
      while (!condition.getAsBoolean()) {
        long leftMillis = (endNanos - System.nanoTime()) / 1_000_000;
        if (leftMillis <= 0) {
          return false;
        }
        try {
          lock.wait(Math.min(leftMillis, 1000));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
      return true;
    }
  }

  NodeProcess node(int slot) {
    NodeProcess node = nodes.get(slot);
    if (node == null) {
      throw new IllegalStateException("no node runs in slot " + slot);
    }
    return node;
  }

  /** All nodes but this one, which need not run any more. */
  List<NodeProcess> others(NodeProcess node) {
    List<NodeProcess> others = new ArrayList<>(all());
    others.removeIf(other -> other.place().slot() == node.place().slot());
    return others;
  }

  /** The nodes at this moment. */
  Collection<NodeProcess> all() {
    synchronized (lock) {
      return List.copyOf(nodes.values());
    }
  }

  int size() {
    return all().size();
  }

  /** The node has ended or will end, and nobody waits for it any more. */
  void forget(NodeProcess node) {
    synchronized (lock) {
      nodes.remove(node.place().slot());
    }
  }

  /** Ends what still runs in this slot and starts the same node again. */
  void restart(NodeProcess node) {
    node.kill();
    start(node.place(), Start.NOW);
    awaitReady();
    awaitAgreement();
  }

  <T> T locked(Supplier<T> question) {
    synchronized (lock) {
      return question.get();
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
    }
    for (NodeProcess node : all()) {
      node.kill();
    }
    synchronized (lock) {
      nodes.clear();
    }
  }
}
