package coterie.lab.live;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.recording.Entry;
import coterie.recording.EntryStream;
import coterie.sim.Load;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One life of a node in a process of its own, as seen by the process that has started it. A thread
 * reads what it tells; everything else happens on the thread that drives the stage.
 */
final class MemberLife {
  /** An event of the node, and all that it did then. */
  static final class Event {
    final long atNanos;
    final List<Entry> entries = new ArrayList<>();
    final List<Told.Fate> fates = new ArrayList<>();

    Event(long atNanos) {
      this.atNanos = atNanos;
    }

    /** Whether it is the first one of a life. */
    boolean isBirth() {
      return entries.getFirst() instanceof Entry.Life;
    }
  }

  private final NodeId self;
  private final long incarnation;
  private final Process process;
  private final Pipe.Writer<Instruction> orders;
  private @Nullable Event open;
  private @Nullable Bytes address;
  private long heardNanos;
  private long heardRealNanos = System.nanoTime();
  private Load load = new Load(0, 0, 0, 0);
  private long slowestSaveNanos;
  private boolean isStopped;
  private boolean isOver;

  private MemberLife(NodeId self, long incarnation, Process process) {
    this.self = self;
    this.incarnation = incarnation;
    this.process = process;
    this.orders = new Pipe.Writer<>(Instruction.class, process.getOutputStream());
  }

  /**
   * Starts the process.
   *
   * @param inbox is given all that it tells, and null when it has ended, by a thread of its own
   */
  static MemberLife start(
      NodeId self,
      long incarnation,
      List<String> command,
      BiConsumer<MemberLife, @Nullable Told> inbox)
      throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    MemberLife worker = new MemberLife(self, incarnation, process);
    Thread.ofPlatform().daemon().name("coterie-" + self).start(() -> worker.read(inbox));
    return worker;
  }

  private void read(BiConsumer<MemberLife, @Nullable Told> inbox) {
    Pipe.Reader<Told> words =
        new Pipe.Reader<>(Told.class, new BufferedInputStream(process.getInputStream(), 1 << 16));
    try {
      Told word = words.read();
      while (word != null) {
        inbox.accept(this, word);
        word = words.read();
      }
    } catch (IOException e) {
      // It was killed in the midst of a word.
    }
    inbox.accept(this, null);
  }

  NodeId self() {
    return self;
  }

  long incarnation() {
    return incarnation;
  }

  Process process() {
    return process;
  }

  /** Where its node listens; null before it does. */
  @Nullable Bytes address() {
    return address;
  }

  void order(Instruction order) {
    try {
      orders.write(order);
      orders.flush();
    } catch (IOException e) {
      // It has ended; the thread that reads will say so.
    }
  }

  // ---- what it has told

  void ready(Bytes newAddress) {
    address = newAddress;
    heard(heardNanos);
  }

  private void heard(long atNanos) {
    heardNanos = Math.max(heardNanos, atNanos);
    heardRealNanos = System.nanoTime();
  }

  /** Takes in a line; returns the event before it, if this one begins another. */
  @Nullable Event line(Told.Line line) {
    boolean isStart = line.entry() instanceof Entry.Started;
    boolean begins = line.entry() instanceof Entry.Life || line.entry() instanceof Entry.Input;
    @Nullable Event done = begins && !isStart ? finish() : null;
    if (open == null) {
      open = new Event(line.atNanos());
    }
    open.entries.add(line.entry());
    heard(line.atNanos());
    return done;
  }

  void fate(Told.Fate fate) {
    if (open != null) {
      open.fates.add(fate);
    }
  }

  /** Takes in that all was told; returns the last event if it was still open. */
  @Nullable Event tick(Told.Tick tick) {
    heard(tick.atNanos());
    load =
        new Load(
            tick.packetsSent(), tick.bytesSent(), tick.packetsReceived(), tick.bytesReceived());
    slowestSaveNanos = Math.max(slowestSaveNanos, tick.slowestSaveNanos());
    return finish();
  }

  /** The event that was still open; null if none was. */
  @Nullable Event finish() {
    Event done = open;
    open = null;
    return done;
  }

  /** Up to when all that it did is known. */
  long heardNanos() {
    return heardNanos;
  }

  /** For how long it was silent, in real time. */
  long silentNanos() {
    return System.nanoTime() - heardRealNanos;
  }

  Load load() {
    return load;
  }

  long slowestSaveNanos() {
    return slowestSaveNanos;
  }

  // ---- whether it runs

  /** All that it will ever tell has been told. */
  void over() {
    isOver = true;
  }

  boolean isOver() {
    return isOver;
  }

  boolean isStopped() {
    return isStopped;
  }

  /** As kill -9 does. */
  void kill() {
    process.destroyForcibly();
  }

  void pause() throws IOException {
    signal("STOP");
    isStopped = true;
  }

  void resume() throws IOException {
    signal("CONT");
    isStopped = false;
    heardRealNanos = System.nanoTime();
  }

  private void signal(String signal) throws IOException {
    try {
      Process sender =
          new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
      if (sender.waitFor() != 0) {
        throw new IOException("cannot send SIG%s to %s".formatted(signal, self));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Adds an event to a recording. */
  static void record(Event event, OutputStream file, boolean isNew) throws IOException {
    EntryStream stream = isNew ? EntryStream.begin(file) : EntryStream.append(file);
    event.entries.forEach(entry -> stream.accept(() -> entry));
    file.flush();
  }
}
