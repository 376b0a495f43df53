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

  static final NodeId PEER = new NodeId(2);

  protected final Context<Msg> context;
  private final boolean showsOnlyDurable;
  private final Map<String, Alarm> alarms = new TreeMap<>();
  private final Map<String, Storage> storages = new TreeMap<>();
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
        case "self" -> context.send(context.self(), new Said(about));
        case "note" -> context.note(new Spoke(about));
        case "save" -> kept.save(new Kept(Long.parseLong(about)));
        case "write" ->
            storage(about).write(Storage.Batch.marking(about, new Stamp(1, context.self())));
        case "alarm" -> alarm(about).start(Long.parseLong(parts[2]) * 1_000_000);
        case "stop" -> alarm(about).stop();
        case "running" -> context.note(new Spoke(about + "=" + alarm(about).isRunning()));
        case "kept" -> context.note(new Spoke("kept=" + kept.value()));
        case "again" -> {
          Stable<Kept> second = context.stable("kept", Kept.class);
          context.note(new Spoke("again=" + second.value()));
        }
        case "life" -> context.note(new Spoke("life=" + context.incarnation()));
        case "draw" -> context.note(new Spoke("drew=" + context.random(Long.parseLong(about))));
        case "below" -> below(word.substring("below:".length()));
        case "throw" -> throw new IllegalStateException("as told");
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

  private Alarm alarm(String name) {
    return alarms.computeIfAbsent(
        name, key -> context.alarm(key, () -> context.note(new Spoke("rang " + key))));
  }
}
