package coterie.net;

import coterie.core.NodeId;
import coterie.net.disk.StableException;
import coterie.net.greet.Greeted;
import coterie.net.greet.Greeting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** How a {@link GroupNode} comes to be, and into its group. */
final class GroupEntry {
  private static final long START_SECONDS = 30;

  /** A member that knows that the id is taken says so soon; silent members are not waited for. */
  private static final long PATIENCE_MILLIS = 1_500;

  /** So often it begins again above a life that others know. */
  private static final int ATTEMPTS_MAX = 3;

  private static final long LOOK_UP_SECONDS = 5;

  /** A later life of this node that others know; 0 where they have not said. */
  private record Later(long life, long incarnation) {
    static final Later NONE = new Later(0, 0);

    boolean isAny() {
      return life > 0 || incarnation > 0;
    }

    Later and(Later other) {
      return new Later(Math.max(life, other.life), Math.max(incarnation, other.incarnation));
    }
  }

  private final GroupNode.Builder plan;
  private final GroupLife own;
  private final GroupNode node;
  private final Loop loop;

  private GroupEntry(GroupNode.Builder plan, GroupLife life, Loop loop) {
    this.plan = plan;
    this.own = life;
    this.loop = loop;
    this.node = new GroupNode(plan, life, loop);
  }

  static GroupNode open(GroupNode.Builder plan) throws IOException {
    GroupLife life = GroupLife.in(plan.data, plan.cluster, plan.self, plan.stack);
    Loop loop = plan.loop;
    try {
      loop = loop == null ? Loop.open("coterie-" + plan.self) : loop;
    } catch (RuntimeException e) {
      life.close();
      throw e;
    }
    GroupEntry entry = new GroupEntry(plan, life, loop);
    try {
      entry.enter();
      return entry.node;
    } catch (IOException | RuntimeException e) {
      entry.node.close();
      throw e;
    }
  }

  private void enter() throws IOException {
    long life = 0;
    long incarnation = 0;
    for (int attempt = 1; ; attempt++) {
      own.next(life, incarnation);
      Later later = tried();
      if (!later.isAny()) {
        begin(node.host());
        return;
      }
      if (attempt == ATTEMPTS_MAX) {
        throw new IOException("others know later and later lives of " + plan.self);
      }
      requireForgotten(later.life);
      life = later.life;
      incarnation = later.incarnation;
    }
  }

  /** Whatever speaks against this life, it does not begin. */
  private Later tried() throws IOException {
    boolean isWelcome = false;
    try {
      Host host = open();
      node.attach(host);
      Later later = greetAll(host);
      isWelcome = !later.isAny();
      if (!isWelcome) {
        host.close();
      }
      return later;
    } finally {
      if (!isWelcome) {
        own.undo();
      }
    }
  }

  /** Only a node that has lost its folder, or never had one, is behind what others know. */
  private void requireForgotten(long life) throws IOException {
    if (plan.data == null || life == 0) {
      return;
    }
    String sentence =
        "the others know life %d of %s, and the data folder %s does not"
            .formatted(life, plan.self, plan.data);
    if (!plan.mayHaveForgotten) {
      throw new IOException(
          sentence + ": another %s runs, or what it had saved is lost".formatted(plan.self));
    }
    plan.warn.accept(sentence + "; it starts without what it had saved");
  }

  private Host open() throws IOException {
    HostConfig config =
        HostConfig.of(plan.cluster, plan.self, bind())
            .withIncarnation(own.incarnation())
            .withFolder(plan.data)
            .withTransport(plan.transport)
            .withSecurity(plan.security)
            .withAccord(new GroupAccord(plan.stack, plan.group, own));
    Host host = Host.open(loop, config, plan.blueprint);
    host.countLife(own.life());
    InetSocketAddress place = lookUp(place(plan.self));
    if (place != null) {
      host.advertise(place);
    }
    return host;
  }

  private InetSocketAddress bind() {
    InetSocketAddress place =
        plan.bind == null ? place(plan.self) : GroupList.address("bind: ", plan.bind);
    InetSocketAddress known = lookUp(place);
    if (known == null) {
      throw new IllegalArgumentException(
          "the host %s is not known here".formatted(place.getHostString()));
    }
    return known;
  }

  private InetSocketAddress place(NodeId member) {
    return Objects.requireNonNull(plan.group.places().get(member));
  }

  /** Null if the host is not known here, or not yet. */
  private static @Nullable InetSocketAddress lookUp(InetSocketAddress place) {
    try {
      return new InetSocketAddress(InetAddress.getByName(place.getHostString()), place.getPort());
    } catch (UnknownHostException e) {
      return null;
    }
  }

  /**
   * Greets the others, and makes known to the host where they are. Returns the latest life of this
   * node that they know, if it is not this one.
   */
  private Later greetAll(Host host) throws IOException {
    TreeMap<NodeId, InetSocketAddress> known = new TreeMap<>();
    List<NodeId> unknown = new ArrayList<>();
    for (NodeId other : plan.group.places().keySet()) {
      InetSocketAddress address = other.equals(plan.self) ? null : lookUp(place(other));
      if (address != null) {
        known.put(other, address);
      } else if (!other.equals(plan.self)) {
        unknown.add(other);
      }
    }
    loop.execute(() -> known.forEach(host.directory()::know));
    if (!unknown.isEmpty()) {
      Thread.ofVirtual().name("coterie-look-up").start(() -> lookUpAll(host, unknown));
    }
    return answers(known.values().stream().map(host::greet).toList());
  }

  private Later answers(List<CompletableFuture<Greeted>> answers) throws IOException {
    CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .handle((nothing, e) -> true)
        .completeOnTimeout(false, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
        .join();
    Later latest = Later.NONE;
    for (CompletableFuture<Greeted> answer : answers) {
      boolean isThere = answer.isDone() && !answer.isCompletedExceptionally();
      if (isThere && answer.join() instanceof Greeted.Refused refused) {
        latest = latest.and(refused(refused));
      }
    }
    return latest;
  }

  /** One member with another key, say, must not keep all others from starting. */
  private Later refused(Greeted.Refused refused) throws IOException {
    String sentence = "%s was refused: %s".formatted(plan.self, refused.sentence());
    long known = GroupAccord.known(plan.self, refused.sentence());
    if (refused.reason() == Greeting.Reason.SETTINGS && known > 0) {
      return new Later(known, 0);
    }
    return switch (refused.reason()) {
      case INCARNATION -> new Later(0, refused.latest());
      case NAME_TAKEN, COLLISION, SETTINGS -> throw new IOException(sentence);
      case OTHER_CLUSTER, WRONG_KEY, VERSION, SELF, ADDRESS -> {
        plan.warn.accept(sentence);
        yield Later.NONE;
      }
    };
  }

  /** Where names come with the machines, those of the others may come later than this node. */
  private void lookUpAll(Host host, List<NodeId> unknown) {
    unknown.forEach(
        other ->
            plan.warn.accept(
                "the host of %s, %s, is not known here yet"
                    .formatted(other, plan.group.address(other))));
    List<NodeId> left = new ArrayList<>(unknown);
    while (!left.isEmpty() && !host.isShut()) {
      try {
        TimeUnit.SECONDS.sleep(LOOK_UP_SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      left.removeIf(other -> isFound(host, other));
    }
  }

  private boolean isFound(Host host, NodeId other) {
    InetSocketAddress address = lookUp(place(other));
    if (address != null) {
      loop.execute(() -> host.directory().know(other, address));
    }
    return address != null;
  }

  private void begin(Host host) throws IOException {
    plan.witnesses.forEach(host::watch);
    host.onSuperseded(this::superseded);
    if (plan.loop == null) {
      loop.onFailure(e -> node.stop("a protocol of %s has failed: %s".formatted(plan.self, e), e));
    }
    if (plan.record != null) {
      host.record(Recorder.open(plan.record, plan.recorded()));
    }
    try {
      host.start().get(START_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(plan.self + " was interrupted while it started", e);
    } catch (TimeoutException e) {
      throw new IOException("the event loop did not start %s in time".formatted(plan.self), e);
    } catch (ExecutionException e) {
      throw failed(e.getCause() == null ? e : e.getCause());
    }
  }

  private static IOException failed(Throwable cause) {
    return switch (cause) {
      case StableException torn -> new IOException(torn.getMessage(), torn);
      case IOException io -> io;
      case RuntimeException mistake -> throw mistake;
      default -> new IOException(cause);
    };
  }

  /** Somebody has started the same node once more. */
  private void superseded(long incarnation) {
    node.stop(
        "another %s was started later, as its life %d".formatted(plan.self, incarnation), null);
  }
}
