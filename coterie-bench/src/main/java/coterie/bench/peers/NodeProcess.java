package coterie.bench.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** One process, and what its output told so far. The group's lock guards all of it. */
final class NodeProcess {
  private static final int TAIL = 15;

  private final Place place;
  private final Peer peer;
  private final Process process;
  private final Object lock;
  private final SortedSet<String> listed = new TreeSet<>();
  private final List<Event> changes = new ArrayList<>();
  private final Deque<String> tail = new ArrayDeque<>();
  private long joiningNanos;
  private boolean joining;
  private boolean ready;

  NodeProcess(Place place, Peer peer, List<String> command, Object lock) {
    this.place = place;
    this.peer = peer;
    this.lock = lock;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofPlatform().daemon().name(place.name()).start(this::read);
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      while (line != null) {
        hear(line, System.nanoTime());
        line = lines.readLine();
      }
    } catch (IOException e) {
      // The process has ended in the middle of a line.
    }
  }

  private void hear(String line, long nowNanos) {
    Event event = peer.parse(line, nowNanos);
    synchronized (lock) {
      if (event == null) {
        tail.addLast(line);
        if (tail.size() > TAIL) {
          tail.removeFirst();
        }
        return;
      }
      take(event);
      lock.notifyAll();
    }
  }

  private void take(Event event) {
    switch (event.kind()) {
      case JOINING -> {
        joining = true;
        joiningNanos = event.nanos();
      }
      case READY -> ready = true;
      case ADDED -> {
        listed.add(event.name());
        changes.add(event);
      }
      case REMOVED -> {
        listed.remove(event.name());
        changes.add(event);
      }
    }
  }

  Place place() {
    return place;
  }

  String name() {
    return place.name();
  }

  boolean isReady() {
    return ready;
  }

  boolean isJoining() {
    return joining;
  }

  long joiningNanos() {
    return joiningNanos;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  boolean lists(String name) {
    return listed.contains(name);
  }

  /** Lists exactly these, itself aside. */
  boolean lists(SortedSet<String> names) {
    SortedSet<String> others = new TreeSet<>(listed);
    others.remove(name());
    SortedSet<String> wanted = new TreeSet<>(names);
    wanted.remove(name());
    return others.equals(wanted);
  }

  int othersCount() {
    return listed.size() - (listed.contains(name()) ? 1 : 0);
  }

  /** When it last added or removed this member; the least number where it never did. */
  long lastChangeNanos(String name) {
    for (int i = changes.size() - 1; i >= 0; i--) {
      if (changes.get(i).name().equals(name)) {
        return changes.get(i).nanos();
      }
    }
    return Long.MIN_VALUE;
  }

  /** The members that it has removed since then, one entry per removal. */
  List<String> removedSince(long nanos) {
    List<String> removed = new ArrayList<>();
    for (Event change : changes) {
      if (change.kind() == Event.Kind.REMOVED && change.nanos() - nanos >= 0) {
        removed.add(change.name());
      }
    }
    return removed;
  }

  /** The last lines that were not events: they say what went wrong. */
  String tail() {
    return String.join("\n", tail);
  }

  void signal(String signal) {
    Shell.run("sh", "-c", "kill -%s %d".formatted(signal, process.pid()));
  }

  /** Asks it to leave in good order. */
  void leave() {
    String signal = peer.leaveSignal();
    if (signal != null) {
      signal(signal);
      return;
    }
    try {
      process.getOutputStream().write("leave\n".getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends it as kill -9 does. */
  void kill() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
