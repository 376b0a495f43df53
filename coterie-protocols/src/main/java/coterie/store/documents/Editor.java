package coterie.store.documents;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Protocol;
import coterie.core.Silent;
import coterie.core.Stable;
import coterie.core.View;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.store.Began;
import java.util.List;

/**
 * Somebody who edits documents, as a workload: it thinks, reads a document, types for a while, and
 * writes what it has typed as an edit of what it has read. Where it has read siblings, it merges
 * them.
 */
final class Editor implements Protocol<Silent> {
  private static final long RESOLUTION = 1L << 40;

  /**
   * How clients behave.
   *
   * @param clients how many of the first members are clients
   * @param thinkNanos from writing to reading again, on average
   * @param typingNanos from reading to writing
   * @param writingNanos nobody begins to read any more after this time; 0 means no end
   */
  record Config(
      long clients, long documents, long thinkNanos, long typingNanos, long writingNanos) {
    Config {
      if (documents < 1) {
        throw new IllegalArgumentException("documents must be 1 or more, not " + documents);
      }
      if (clients > 0 && thinkNanos == 0 && typingNanos == 0) {
        throw new IllegalArgumentException(
            "think and typing must not both be 0, or a client writes without end in one instant");
      }
    }

    static List<Setting> settings() {
      return List.of(
          Setting.countOrAll("clients", "how many processes, at most all, edit again and again"),
          Setting.count("documents", 3, "number of documents"),
          Setting.duration("think", "1s", "mean time from writing to reading again"),
          Setting.duration("typing", "50ms", "from reading to writing"),
          Setting.duration("writing", "0", "when all stop; 0: never"));
    }

    static Config of(Settings settings) {
      return new Config(
          settings.count("clients"),
          settings.count("documents"),
          settings.nanos("think"),
          settings.nanos("typing"),
          settings.nanos("writing"));
    }
  }

  private final Context<Silent> context;
  private final Documents documents;
  private final Config config;
  private final boolean isClient;
  private final Alarm thought;
  private final Alarm typed;
  private final Stable<Began> began;
  private long written;
  private Documents.Fetched read = new Documents.Fetched("", "none", List.of(), List.of());

  /** Adds an editor to a node, which edits documents if the node is a client. */
  static void add(Node node, View members, Documents documents, Config config) {
    boolean isClient = members.indexOf(node.self()) < config.clients;
    node.add("edit", Silent.class, context -> new Editor(context, isClient, documents, config));
  }

  private Editor(Context<Silent> context, boolean isClient, Documents documents, Config config) {
    this.context = context;
    this.isClient = isClient;
    this.documents = documents;
    this.config = config;
    this.began = context.stable("began", Began.class);
    this.thought = context.alarm("think", this::read);
    this.typed = context.alarm("type", this::write);
  }

  @Override
  public void start() {
    if (isClient) {
      if (config.writingNanos > 0 && began.value() == null) {
        began.save(new Began(context.nowNanos()));
      }
      thought.start(drawn());
    }
  }

  @Override
  public void receive(NodeId from, Silent message) {
    throw new IllegalStateException("nobody sends a message of this family");
  }

  private void read() {
    if (!isOver()) {
      read = documents.fetch("d" + context.random(config.documents));
      typed.start(config.typingNanos);
    }
  }

  private boolean isOver() {
    Began first = began.value();
    return first != null && context.nowNanos() - first.nanos() >= config.writingNanos;
  }

  private void write() {
    boolean isNew = !documents.exists(read.name());
    if (!isNew && isOutdated()) {
      read = documents.fetch(read.name());
      typed.start(config.typingNanos);
      return;
    }
    if (documents.hasRoom()) {
      String content = "%s-%d".formatted(context.self(), ++written);
      if (isNew) {
        documents.create(read.name(), content);
      } else {
        documents.edit(read.name(), read.version(), content);
      }
    }
    thought.start(drawn());
  }

  /** Somebody else has created it, or it has as many siblings as are allowed. */
  private boolean isOutdated() {
    Documents.Fetched now = documents.fetch(read.name());
    boolean isFull = now.siblings().size() >= Documents.SIBLINGS_MAX;
    return read.siblings().isEmpty() || (isFull && !now.version().equals(read.version()));
  }

  private long drawn() {
    double uniform = (context.random(RESOLUTION) + 1) / (double) RESOLUTION;
    return (long) (-config.thinkNanos * StrictMath.log(uniform));
  }
}
