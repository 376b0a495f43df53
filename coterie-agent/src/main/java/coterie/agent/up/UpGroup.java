package coterie.agent.up;

import coterie.HostPort;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A group of agents on loopback, all of them started here. */
public final class UpGroup {
  private static final int TRIES_MAX = 50;
  private static final long LOOK_MILLIS = 50;

  private final List<UpNode> nodes = new ArrayList<>();
  private final UpScreen screen;
  private final UpGuard guard = new UpGuard();
  private final boolean hasVoters;
  private boolean isOver;

  /**
   * @param program starts this program once more
   */
  public UpGroup(
      List<String> program, int count, int voters, String profile, Path folder, UpScreen screen)
      throws IOException {
    this.screen = screen;
    this.hasVoters = voters > 0;
    List<Integer> ports = freePorts(2 * count);
    List<String> names = new ArrayList<>();
    List<String> seeds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add("n" + (i + 1));
      seeds.add("127.0.0.1:" + ports.get(i));
    }
    for (int i = 0; i < count; i++) {
      String name = names.get(i);
      HostPort http = new HostPort("127.0.0.1", ports.get(count + i));
      List<String> command = new ArrayList<>(program);
      command.addAll(List.of("agent", "--cluster", "up", "--name", name));
      command.addAll(List.of("--bind", seeds.get(i), "--http", http.toString()));
      command.addAll(List.of("--seeds", String.join(",", seeds), "--profile", profile));
      command.addAll(List.of("--data", folder.resolve(name).toString()));
      if (hasVoters) {
        command.addAll(List.of("--voters", String.join(",", names.subList(0, voters))));
      }
      command.addAll(List.of("--with-parent", "--faults"));
      nodes.add(new UpNode(name, http, command, folder.resolve(name + ".log"), guard));
    }
  }

  /**
   * Ports that neither TCP nor UDP uses now. Another process may take them first; then the start
   * fails.
   */
  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    try {
      for (int tries = 0; ports.size() < count; tries++) {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        sockets.add(socket);
        try (DatagramSocket other =
            new DatagramSocket(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort()))) {
          ports.add(other.getLocalPort());
        } catch (IOException e) {
          if (tries > TRIES_MAX + count) {
            throw e;
          }
        }
      }
      return ports;
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  public void start() throws IOException {
    screen.open(nodes);
    for (UpNode node : nodes) {
      node.start(screen::print);
      new UpWatch(node, screen::print, screen::changed).start(hasVoters);
    }
    screen.changed();
    screen.print(
        "the agents start; other commands may ask n1: coterie members --http %s"
            .formatted(nodes.getFirst().http()));
    screen.print("to watch them in a browser: coterie lab --cluster " + addresses());
  }

  private String addresses() {
    return nodes.stream().map(node -> node.http().toString()).collect(Collectors.joining(","));
  }

  public List<UpNode> nodes() {
    return nodes;
  }

  /** By its name or its number. */
  public UpNode node(String word) {
    for (UpNode node : nodes) {
      if (node.name().equals(word) || node.name().equals("n" + word)) {
        return node;
      }
    }
    throw new IllegalArgumentException(
        "there is no node %s; there is n1 to n%d".formatted(word, nodes.size()));
  }

  public void restart(UpNode node) throws IOException, InterruptedException {
    node.end();
    node.start(screen::print);
    screen.changed();
  }

  /** Nothing goes from one to the other, and back. */
  public void cut(UpNode one, UpNode other) throws IOException {
    one.cut().add(other.name());
    other.cut().add(one.name());
    one.sendCut();
    other.sendCut();
  }

  public void heal() throws IOException {
    for (UpNode node : nodes) {
      if (!node.cut().isEmpty()) {
        node.cut().clear();
        node.sendCut();
      }
    }
  }

  /** Waits until those that run see exactly each other, and none is suspected. */
  public boolean agree(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    while (!isAgreed()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      Thread.sleep(LOOK_MILLIS);
    }
    return true;
  }

  private boolean isAgreed() {
    Map<String, String> running = new TreeMap<>();
    for (UpNode node : nodes) {
      if (node.state() == UpNode.State.RUNNING) {
        running.put(node.name(), "alive");
      }
    }
    return !running.isEmpty()
        && nodes.stream()
            .filter(node -> node.state() == UpNode.State.RUNNING)
            .allMatch(node -> node.seen().equals(running));
  }

  /** Ends all of them, in good order where that goes. */
  public synchronized void end() {
    if (isOver) {
      return;
    }
    isOver = true;
    List<Thread> threads = new ArrayList<>();
    for (UpNode node : nodes) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      node.end();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  }));
    }
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    guard.close();
    screen.close();
  }

  public static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
