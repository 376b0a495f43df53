package coterie.node;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.Cluster;
import coterie.Config;
import coterie.calls.GroupCalls;
import coterie.calls.VoterCalls;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.core.View;
import coterie.net.Host;
import coterie.net.HostConfig;
import coterie.net.Loop;
import coterie.net.directory.Addresses;
import coterie.net.directory.Names;
import coterie.wire.Codec;
import coterie.wire.Envelope;
import coterie.wire.Output;
import coterie.wire.Sum;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A member, or anybody where there is no key, may say what no correct one says. Whatever
 * well-formed messages come, and in whatever order, no protocol of a node throws.
 */
@Timeout(600)
class HostileMemberTest {
  private static final int COUNT = Boolean.getBoolean("coterie.deep") ? 2_000_000 : 15_000;
  private static final int BURST = 100;
  private static final String CLUSTER = "test";
  private static final long[] NUMBERS = {
    0,
    1,
    2,
    3,
    -1,
    255,
    256,
    1L << 31,
    (1L << 48) - 1,
    1L << 48,
    1L << 60,
    1L << 62,
    Long.MAX_VALUE - 1,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };
  private static final String[] TEXTS = {"", " ", "door", "x", "\u0000", "x".repeat(200)};

  private final SplittableRandom random = new SplittableRandom(42);
  private final List<NodeId> ids = new ArrayList<>();
  private final Output output = new Output();
  private long group;

  @TempDir Path folder;

  @Test
  void noMessageMakesAProtocolThrow() throws Exception {
    List<Throwable> thrown = new CopyOnWriteArrayList<>();
    Config config =
        Cluster.quick(Config.builder())
            .name("a")
            .voters("a", "b", "c")
            .data(folder.resolve("a"))
            .build();
    for (String name : List.of("a", "b", "c", "d")) {
      ids.add(Names.id(CLUSTER, name));
    }
    group = View.of(ids.subList(0, 3)).fingerprint();
    // A clock that runs: much happens between two packets.
    try (Loop loop = Loop.open("hostile", 20);
        Life life = Life.begin(config);
        DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      loop.onFailure(thrown::add);
      Host host = start(loop, config, life);
      List<Class<?>> families = Loops.await(loop, host::families);
      for (int sent = 0; sent < COUNT && thrown.isEmpty(); sent += BURST) {
        speak(host, families, socket);
        if (sent % 1_000 == 0) {
          want(host, sent);
        }
      }
      assertThat(thrown).isEmpty();
      assertThat(host.counters().packetsReceived()).isGreaterThan(COUNT / 2);
    }
  }

  private static Host start(Loop loop, Config config, Life life) throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    Host[] opened = new Host[1];
    HostConfig hostConfig =
        HostConfig.of(CLUSTER, "a", any).withFolder(config.data()).withIncarnation(2);
    opened[0] =
        Host.open(
            loop,
            hostConfig,
            node -> NodePlan.of(config, Addresses.pack(opened[0].address()), life).build(node));
    opened[0].start().get(30, TimeUnit.SECONDS);
    opened[0].call(new GroupCalls.Join()).get(30, TimeUnit.SECONDS);
    return opened[0];
  }

  /** The node wants something, so that answers mean something. */
  private static void want(Host host, int turn) throws Exception {
    var call = new VoterCalls.Acquire("door", 1_000_000_000L);
    var back = new VoterCalls.GiveBack("door");
    (turn % 2_000 == 0 ? host.call(call) : host.call(back)).handle((done, e) -> true).get();
  }

  private void speak(Host host, List<Class<?>> families, DatagramSocket socket)
      throws IOException, ReflectiveOperationException {
    long before = host.counters().packetsReceived();
    for (int i = 0; i < BURST; i++) {
      int channel = random.nextInt(families.size());
      send(host, socket, channel, families.get(channel));
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    while (host.counters().packetsReceived() < before + BURST && System.nanoTime() < deadline) {
      Thread.onSpinWait(); // Some may be lost: the buffer of the socket is short.
    }
  }

  private <M> void send(Host host, DatagramSocket socket, int channel, Class<M> family)
      throws IOException, ReflectiveOperationException {
    Object message = any(family);
    if (message == null) {
      return;
    }
    NodeId sender = ids.get(1 + random.nextInt(ids.size() - 1));
    // Nobody answers for later lives, so they are not heard.
    long life = random.nextInt(20) == 0 ? 1 + random.nextInt(3) : 1;
    new Envelope(hash(), channel, sender, life, 0).write(output.clear());
    Codec.of(family).write(family.cast(message), output);
    Sum.append(output);
    socket.send(new DatagramPacket(output.buffer(), output.size(), host.address()));
  }

  private static int hash() {
    CRC32C crc = new CRC32C();
    crc.update(CLUSTER.getBytes(StandardCharsets.UTF_8));
    return (int) crc.getValue();
  }

  /** Null where the record does not take such fields, as no reader would. */
  private Object any(Type type) throws ReflectiveOperationException {
    try {
      return value(type, "");
    } catch (InvocationTargetException e) {
      return null;
    }
  }

  private Object record(Class<?> type) throws ReflectiveOperationException {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = value(components[i].getGenericType(), components[i].getName());
    }
    Constructor<?> constructor = type.getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }

  private Object value(Type type, String name) throws ReflectiveOperationException {
    if (type instanceof ParameterizedType list) {
      List<Object> values = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        values.add(value(list.getActualTypeArguments()[0], ""));
      }
      return List.copyOf(values);
    }
    Class<?> raw = (Class<?>) type;
    if (raw.isEnum()) {
      return raw.getEnumConstants()[random.nextInt(raw.getEnumConstants().length)];
    }
    if (raw.isSealed()) {
      Class<?>[] kinds = raw.getPermittedSubclasses();
      return value(kinds[random.nextInt(kinds.length)], "");
    }
    return raw.isRecord() && raw != NodeId.class ? record(raw) : scalar(raw, name);
  }

  private Object scalar(Class<?> type, String name) {
    return switch (type.getSimpleName()) {
      case "long" -> name.equals("group") && random.nextInt(10) > 0 ? group : number();
      case "int" -> (int) number();
      case "boolean" -> random.nextBoolean();
      case "String" -> TEXTS[random.nextInt(TEXTS.length)];
      case "NodeId" -> random.nextInt(8) == 0 ? new NodeId(number()) : one();
      case "Bytes" -> bytes();
      default -> throw new IllegalArgumentException("no value of a " + type);
    };
  }

  private NodeId one() {
    return ids.get(random.nextInt(ids.size()));
  }

  /** Small ones are near what a correct member would say. */
  private long number() {
    return random.nextBoolean() ? random.nextInt(20) : NUMBERS[random.nextInt(NUMBERS.length)];
  }

  /** No address, or one of this machine where nobody listens. */
  private Bytes bytes() {
    return switch (random.nextInt(3)) {
      case 0 -> Bytes.none();
      case 1 -> Bytes.of(new byte[] {127, 0, 0, 1, 0, 9});
      default -> Bytes.of(new byte[random.nextInt(600)]);
    };
  }
}
