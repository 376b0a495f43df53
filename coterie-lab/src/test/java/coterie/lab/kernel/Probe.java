package coterie.lab.kernel;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Stable;
import coterie.core.Stamp;
import coterie.core.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Does what it is told, in words, by a message or a call. */
public class Probe implements Protocol<Probe.Msg> {
  /** What it says and hears. */
  public sealed interface Msg extends Message {}

  /** Words that the receiver is to do: {@code "save:1;note:a;send:b"}. */
  public record Do(String words) implements Msg {}

  /** A message that asks for nothing. */
  public record Said(String what) implements Msg {}

  public record Kept(long value) {}

  public record Spoke(String what) implements Note {}

  /** The same above another one, which does what follows {@code below:}. */
  public static final class Upper extends Probe {
    private final Probe below;

    Upper(Context<Msg> context, Probe below) {
      super(context);
      this.below = below;
    }

    @Override
    void below(String words) {
      below.act(words);
    }
  }

  /** A message that no codec can be derived for. */
  public record Unsendable(Object anything) implements Message {}

  /** Could send only what cannot be sent. */
  public static final class Mute implements Protocol<Unsendable> {
    Mute(Context<Unsendable> context) {}

    @Override
    public void receive(NodeId from, Unsendable message) {}
  }

  /** Greets the other node when it starts. */
  public static final class Eager extends Probe {
    Eager(Context<Msg> context) {
      super(context);
    }

    @Override
    public void start() {
      NodeId other = context.self().equals(PEER) ? Engine.SELF : PEER;
      context.send(other, new Said("early"));
    }
  }

  static final NodeId PEER = new NodeId(2);
  static final long BOUND = 1L << 40;
  static final String AS_TOLD = "as told";

  protected final Context<Msg> context;
  private final boolean showsOnlyDurable;
  private final Map<String, Deadline> alarms = new TreeMap<>();
  private final Map<String, Storage> storages = new TreeMap<>();
  private final List<Long> drawn = new ArrayList<>();
  private final Stable<Kept> kept;

  public Probe(Context<Msg> context) {
    this(context, false);
  }

  Probe(Context<Msg> context, boolean showsOnlyDurable) {
    this.context = context;
    this.showsOnlyDurable = showsOnlyDurable;
    this.kept = context.stable("kept", Kept.class);
  }

  @Override
  public boolean showsOnlyDurable() {
    return showsOnlyDurable;
  }

  @Override
  public void receive(NodeId from, Msg message) {
    switch (message) {
      case Do(String words) -> act(words);
      case Said said -> {}
    }
  }

  @Override
  public void unreachable(NodeId to) {
    context.note(new Spoke("nobody at " + to));
  }

  @Override
  public void saved(Stable<?> what) {
    context.note(new Spoke("saved"));
  }

  @Override
  public void stored(Storage where) {
    context.note(new Spoke("stored"));
  }

  /** Does these words, one after the other. */
  public void act(String words) {
    for (String word : words.split(";", -1)) {
      String[] parts = word.split(":", -1);
      String about = parts.length > 1 ? parts[1] : "";
      switch (parts[0]) {
        case "send" -> context.send(PEER, new Said(about));
        case "lost" -> context.send(new NodeId(99), new Said(about));
        case "self" -> context.send(context.self(), new Said(about));
        case "note" -> context.note(new Spoke(about));
        case "save" -> kept.save(new Kept(Long.parseLong(about)));
        case "write" ->
            storage(about).write(Storage.Batch.marking(about, new Stamp(1, context.self())));
        case "alarm" -> alarm(about).start(Long.parseLong(parts[2]) * 1_000_000);
        case "far" -> alarm(about).start(Long.MAX_VALUE);
        case "stop" -> alarm(about).stop();
        case "running" -> context.note(new Spoke(about + "=" + alarm(about).isRunning()));
        case "kept" -> context.note(new Spoke("kept=" + kept.value()));
        case "mark" -> context.note(new Spoke(about + "=" + storage(about).mark(about)));
        case "who" -> context.note(new Spoke("self=" + context.self()));
        case "clock" -> context.note(new Spoke("stood=" + isClockStanding()));
        case "draws" -> draw(Integer.parseInt(about));
        case "again" -> {
          Stable<Kept> second = context.stable("kept", Kept.class);
          context.note(new Spoke("again=" + second.value()));
        }
        case "life" -> context.note(new Spoke("life=" + context.incarnation()));
        case "draw" -> context.note(new Spoke("drew=" + context.random(Long.parseLong(about))));
        case "below" -> below(word.substring("below:".length()));
        case "throw" -> throw new IllegalStateException(AS_TOLD);
        case "fail" -> throw new AssertionError(AS_TOLD);
        default -> throw new IllegalArgumentException(word);
      }
    }
  }

  void below(String words) {
    throw new IllegalArgumentException(words);
  }

  private Storage storage(String name) {
    return storages.computeIfAbsent(name, context::storage);
  }

  /** Returns whether the clock shows the same after a while of work. */
  private boolean isClockStanding() {
    long before = context.nowNanos();
    for (long end = System.nanoTime() + 10_000; System.nanoTime() < end; ) {
      Thread.onSpinWait();
    }
    return context.nowNanos() == before;
  }

  private void draw(int count) {
    for (int i = 0; i < count; i++) {
      drawn.add(context.random(BOUND));
    }
  }

  /** Returns the numbers that it has drawn. */
  List<Long> drawn() {
    return List.copyOf(drawn);
  }

  private Deadline alarm(String name) {
    return alarms.computeIfAbsent(name, key -> new Deadline(context, key));
  }

  /** Notes when it expires, and whether that is too early. */
  private static final class Deadline {
    private final Context<Msg> context;
    private final Alarm alarm;
    private long from;
    private long delay;

    Deadline(Context<Msg> context, String name) {
      this.context = context;
      this.alarm = context.alarm(name, () -> expired(name));
    }

    void start(long delayNanos) {
      from = context.nowNanos();
      delay = delayNanos;
      alarm.start(delayNanos);
    }

    private void expired(String name) {
      boolean isEarly = context.nowNanos() - from < delay;
      context.note(new Spoke((isEarly ? "early " : "rang ") + name));
    }

    void stop() {
      alarm.stop();
    }

    boolean isRunning() {
      return alarm.isRunning();
    }
  }
}
