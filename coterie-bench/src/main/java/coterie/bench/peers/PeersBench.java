package coterie.bench.peers;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Coterie and other membership services, measured one after the other in the same way and in one
 * run. What the machine lacks is skipped, and the reason printed.
 */
public final class PeersBench {
  /** On a busy machine a group may take too long to come together for once. */
  private static final int START_ATTEMPTS = 3;

  private final PrintStream out;
  private final PrintStream progress;
  private final PeersOptions options;
  private final List<Result> results = new ArrayList<>();
  private final SortedMap<String, String> skipped = new TreeMap<>();
  private volatile boolean ended;
  private volatile @Nullable Group group;
  private volatile @Nullable Network network;

  public PeersBench(PrintStream out, PrintStream progress, List<String> words) {
    this.out = out;
    this.progress = progress;
    options = PeersOptions.parse(words);
  }

  public void run() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::end));
    Network trial = new Network();
    network = trial;
    String reason = trial.missing();
    if (reason != null) {
      out.println("skipped: " + reason);
      return;
    }
    List<Peer> peers = installed();
    progress.printf("takes about %.0f minutes%n", minutes(peers));
    for (Peer peer : peers) {
      for (int size : options.sizes()) {
        measure(peer, size);
      }
    }
    write();
    out.print(new Table(options, results, skipped).text());
  }

  private List<Peer> installed() {
    List<Peer> installed = new ArrayList<>();
    for (Peer peer : options.peers()) {
      String reason = peer.missing();
      if (reason == null) {
        installed.add(peer);
      } else {
        skipped.put(peer.name(), reason);
        progress.printf("%s is skipped: %s%n", peer.name(), reason);
      }
    }
    return installed;
  }

  private double minutes(List<Peer> peers) {
    double seconds = 0;
    for (Peer peer : peers) {
      for (int size : options.sizes()) {
        for (Measure measure : measures(size)) {
          seconds += measure.seconds(peer, options.rounds(peer));
        }
        seconds += measures(size).isEmpty() ? 0 : 5 + 1.5 * size;
      }
    }
    return Math.ceil(seconds / 60);
  }

  private List<Measure> measures(int size) {
    List<Measure> measures = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      if (options.measures().contains(measure) && measure.sizes(options.sizes()).contains(size)) {
        measures.add(measure);
      }
    }
    return measures;
  }

  private void measure(Peer peer, int size) {
    try {
      for (Measure measure : measures(size)) {
        try {
          Measuring measuring = measuring(peer, size);
          Result result = measuring.measure(measure, options.rounds(peer));
          results.add(result);
          write();
          if (measuring.isBroken()) {
            clean();
          }
          progress.printf("%s, %s: %s%n", peer.name(), result.column(), result.text());
        } catch (IllegalStateException e) {
          // The next measure gets a new group.
          clean();
          progress.printf("%s, %s, N=%d failed: %s%n", peer.name(), measure.word(), size, e);
          results.add(new Result(peer.name(), measure, size, "failed", "", List.of()));
        }
      }
    } finally {
      clean();
    }
  }

  private Measuring measuring(Peer peer, int size) {
    for (int attempt = 1; group == null; attempt++) {
      try {
        start(peer, size);
      } catch (IllegalStateException e) {
        clean();
        progress.printf("  %s%n", e.getMessage());
        if (ended || attempt == START_ATTEMPTS) {
          throw e;
        }
      }
    }
    return new Measuring(peer, running(), size, progress);
  }

  private void start(Peer peer, int size) {
    progress.printf("%s: starting %d nodes%n", peer.name(), size);
    Network made = new Network();
    Group starting = new Group(peer, made);
    synchronized (this) {
      if (ended) {
        throw new IllegalStateException("the user has ended the run");
      }
      // Known before there is anything to remove, so that nothing is left behind.
      network = made;
      group = starting;
    }
    made.build(size + 1);
    starting.start(size);
  }

  private Group running() {
    Group running = group;
    if (running == null) {
      throw new IllegalStateException("the user has ended the run");
    }
    return running;
  }

  /** The program ends, by itself or because the user wants it to. */
  private synchronized void end() {
    ended = true;
    clean();
  }

  /** Ends the processes and removes the network. */
  private synchronized void clean() {
    Group running = group;
    if (running != null) {
      running.close();
      group = null;
    }
    Network made = network;
    if (made != null) {
      made.close();
      network = null;
    }
  }

  /** Also before the end: a long run may be ended early. */
  private void write() {
    if (options.json() == null) {
      return;
    }
    try {
      Files.writeString(options.json(), new Table(options, results, skipped).json());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
