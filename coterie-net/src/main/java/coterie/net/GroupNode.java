package coterie.net;

import coterie.core.Blueprint;
import coterie.core.Call;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.kernel.Witness;
import coterie.net.HostConfig.Transport;
import coterie.net.directory.Addresses;
import coterie.net.directory.Names;
import coterie.recipe.Recipe;
import coterie.recipe.Settings;
import coterie.recording.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A member of a group whose list of members never changes, on sockets: any recipe, or protocols of
 * one's own, inside a service.
 *
 * <p>It greets the others before it starts, so that a second node with the id of a living one is
 * refused, and so is one with another list of members. Its lives are counted in its folder, with
 * all that its protocols have saved.
 *
 * <p>A protocol that throws while it handles something cannot be relied on any more: the node
 * stops, which is to the others as if it had crashed.
 */
public final class GroupNode implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("coterie.net");

  private final Builder plan;
  private final GroupLife life;
  private final Loop loop;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private volatile boolean isEnding;
  private @Nullable Host host;

  /** What a node is to be, until it is opened. */
  public static final class Builder {
    final GroupList group;
    final NodeId self;
    final List<Witness> witnesses = new ArrayList<>();
    String cluster = "coterie";
    String stack = "";
    Map<String, String> settings = Map.of();
    Blueprint blueprint = node -> {};
    @Nullable Path data;
    @Nullable Path record;
    @Nullable String bind;
    @Nullable Loop loop;
    boolean mayHaveForgotten;
    Security security = Security.none();
    Transport transport = Transport.UDP_AND_TCP;
    Consumer<String> warn = sentence -> LOG.log(System.Logger.Level.WARNING, sentence);
    BiConsumer<String, @Nullable Throwable> onStop =
        (why, cause) -> LOG.log(System.Logger.Level.ERROR, why, cause);

    private Builder(GroupList group, NodeId self) {
      group.address(self); // Or it is not a member.
      this.group = group;
      this.self = self;
    }

    /** The name of the group; packets of other clusters are refused (default: coterie). */
    public Builder cluster(String name) {
      Names.require("cluster", name);
      cluster = name;
      return this;
    }

    /**
     * Where it keeps what its protocols save, and counts its lives. Without it all of that is in
     * memory, and gone with the process.
     */
    public Builder data(Path folder) {
      data = folder;
      return this;
    }

    /**
     * Lets it start although the others know a life of it that its folder does not know, so that
     * what it had saved is lost. A voter that has forgotten its vote may vote twice.
     */
    public Builder mayHaveForgotten(boolean mayHave) {
      mayHaveForgotten = mayHave;
      return this;
    }

    /** Listens there, host:port, and not where the list says that others reach it. */
    public Builder bind(String address) {
      bind = address;
      return this;
    }

    public Builder security(Security newSecurity) {
      security = newSecurity;
      return this;
    }

    public Builder transport(Transport newTransport) {
      transport = newTransport;
      return this;
    }

    /** Runs in that loop, which others may share and who has opened it closes. */
    public Builder loop(Loop shared) {
      loop = shared;
      return this;
    }

    /** Records all that goes in and comes out; of a recipe, so that it can be replayed. */
    public Builder record(Path file) {
      record = file;
      return this;
    }

    /** Hears all notes of its protocols, on the thread of its loop: it must not wait there. */
    public Builder hear(Consumer<Note> listener) {
      witnesses.add(
          new Witness() {
            @Override
            public void noted(long at, NodeId node, int channel, Note note) {
              try {
                listener.accept(note);
              } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.ERROR, "a listener failed", e);
              }
            }
          });
      return this;
    }

    /** Tells the witness what it wants to know, on the thread of its loop. */
    public Builder watch(Witness witness) {
      witnesses.add(witness);
      return this;
    }

    /** Is told, in sentences, what does not keep the node from running (default: the log is). */
    public Builder warn(Consumer<String> listener) {
      warn = listener;
      return this;
    }

    /**
     * Is told when the node stops by itself: why, and what was thrown if something was (default:
     * the log is).
     */
    public Builder onStop(BiConsumer<String, @Nullable Throwable> listener) {
      onStop = listener;
      return this;
    }

    /**
     * Opens a node that runs a recipe.
     *
     * @param given settings that are not the recipe's fallbacks, as on the command line
     * @throws IllegalArgumentException if what it was given makes no sense
     * @throws IOException if it cannot listen, cannot use its folder, or the others refuse it
     */
    public GroupNode open(Recipe recipe, Map<String, String> given) throws IOException {
      settings = new TreeMap<>(given);
      return open(
          recipe.name(), recipe.blueprint(group.members(), new Settings(recipe.settings(), given)));
    }

    /**
     * Opens a node that runs protocols of one's own.
     *
     * @param name of what it runs; all members say the same
     */
    public GroupNode open(String name, Blueprint newBlueprint) throws IOException {
      stack = name;
      blueprint = newBlueprint;
      return GroupEntry.open(this);
    }

    Entry.Life recorded() {
      List<Entry.Value> values = new ArrayList<>();
      settings.forEach((name, text) -> values.add(new Entry.Value(name, text)));
      List<NodeId> members = List.copyOf(group.places().keySet());
      return new Entry.Life(cluster, self, 0, stack, values, members);
    }
  }

  GroupNode(Builder plan, GroupLife life, Loop loop) {
    this.plan = plan;
    this.life = life;
    this.loop = loop;
  }

  /**
   * A node of that group.
   *
   * @throws IllegalArgumentException if it is not a member
   */
  public static Builder of(GroupList group, NodeId self) {
    return new Builder(group, self);
  }

  void attach(Host newHost) {
    host = newHost;
  }

  /** What it runs on. */
  public Host host() {
    if (host == null) {
      throw new IllegalStateException("the node is not open");
    }
    return host;
  }

  public NodeId self() {
    return plan.self;
  }

  public GroupList group() {
    return plan.group;
  }

  /** Which of its lives this is, from 1. */
  public long life() {
    return host().life();
  }

  /** Where it listens. */
  public String address() {
    return Addresses.text(host().address());
  }

  public boolean isOpen() {
    return !isEnding && host().isOpen();
  }

  /**
   * Calls a method of the first protocol of that type, as an event of its own. The future has what
   * it returned once all that the protocol had saved by then is durable.
   *
   * @param words the call in the words of a scenario, as "acquire 5s", for recordings
   */
  public <P, T extends @Nullable Object> CompletableFuture<T> call(
      Class<P> type, String words, Function<P, T> method) {
    return host().call(type, words, method);
  }

  /** The same for a method that returns nothing. */
  public <P> CompletableFuture<Void> tell(Class<P> type, String words, Consumer<P> method) {
    return this.<P, @Nullable Object>call(
            type,
            words,
            protocol -> {
              method.accept(protocol);
              return null;
            })
        .thenAccept(nothing -> {});
  }

  /** The same for a call that recordings hold. */
  public <P, T extends @Nullable Object> CompletableFuture<T> call(Call<P, T> call) {
    return host().call(call);
  }

  /** Asks something that changes nothing; no recording has it. */
  public <P, T extends @Nullable Object> CompletableFuture<T> read(
      Class<P> type, Function<P, T> question) {
    return host().read(type, question);
  }

  /** Asks all of its protocols something, by channel. */
  public <T extends @Nullable Object> CompletableFuture<T> readAll(
      Function<List<Protocol<?>>, T> question) {
    return host().read(Protocol.class, any -> question.apply(host().protocols()));
  }

  /** Another life of this node is there, or a protocol has failed. In the loop. */
  void stop(String why, @Nullable Throwable cause) {
    if (isEnding) {
      return;
    }
    isEnding = true;
    host().close();
    plan.onStop.accept(why, cause);
    Thread.ofPlatform().name("coterie-end").start(this::close);
  }

  /** Done when the node has ended, whoever has ended it. */
  public CompletableFuture<Void> closed() {
    return closed.copy();
  }

  /**
   * Ends this life, which is to the others as a crash is. Returns when its port is free, and all
   * that was begun is in its folder and in its recording.
   */
  @Override
  public void close() {
    isEnding = true;
    if (loop.isInLoop()) {
      throw new IllegalStateException("a node is closed by another thread than that of its loop");
    }
    if (host != null) {
      host.close();
    }
    if (plan.loop == null) {
      loop.close();
    }
    life.close();
    closed.complete(null);
  }
}
