package coterie.net;

import static coterie.net.Village.await;
import static coterie.net.Village.greet;
import static coterie.net.Village.named;
import static coterie.net.Village.say;
import static coterie.net.Village.talk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.Bytes;
import coterie.net.directory.Directory;
import coterie.net.greet.Greeted;
import coterie.net.metrics.Drop;
import coterie.net.packet.Packets;
import coterie.net.socket.PacketFrames;
import coterie.testkit.Shell;
import coterie.wire.Codec;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS on TCP with certificates of both sides. */
class TlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir static Path folder;
  private static SSLContext ours;
  private static SSLContext theirs;

  /** Trusts ours, and shows no certificate. */
  private static SSLContext mute;

  @BeforeAll
  static void make() throws Exception {
    ours = context(folder.resolve("ours"));
    theirs = context(folder.resolve("theirs"));
    mute = context(folder.resolve("ours"), false);
  }

  @Test
  void onlyTrustedCertificatesAreLetIn() throws Exception {
    try (Village village = new Village()) {
      Host a = village.start(secured("a", ours));
      Host b = village.start(secured("b", ours));
      await("welcome", () -> greet(b, a.address()) instanceof Greeted.Welcome);
      say(b, a.self(), 1);
      say(a, b.self(), 2, 50_000);
      await("both hear", () -> talk(a).heard.contains(1L) && talk(b).heard.contains(2L));

      Host stranger = village.start(secured("c", theirs));
      assertThat(greet(stranger, a.address())).isInstanceOf(Greeted.Silent.class);
      await("noticed", () -> stranger.counters().drops(Drop.UNTRUSTED) > 0);
      Host plain = village.start(named("d").withTransport(HostConfig.Transport.TCP_ONLY));
      village.know(plain, a.self(), a.address());
      say(plain, a.self(), 3);
      await("counted", () -> a.counters().drops(Drop.UNTRUSTED) > 0);
      assertThat(talk(a).heard).containsExactly(1L);
    }
  }

  @Test
  void whoShowsNoCertificateIsNotHeard() throws Exception {
    try (Village village = new Village()) {
      Host a = village.start(secured("a", ours));
      byte[] packet = packet(a);
      // It trusts the node, and has nothing to show itself.
      speak(mute, a, packet);
      await("counted", () -> a.counters().drops(Drop.UNTRUSTED) > 0);
      assertThat(talk(a).heard).isEmpty();
      speak(ours, a, packet);
      await("heard with one", () -> talk(a).heard.contains(7L));
    }
  }

  private static byte[] packet(Host to) {
    Packets packets = Village.packets(named("z"), new Directory());
    var codec = Codec.of(Talk.Msg.class);
    int size = packets.write(0, codec, to.self(), 0, true, new Talk.Say(7, Bytes.none()));
    return ByteBuffer.allocate(PacketFrames.HEAD_BYTES + size)
        .put(PacketFrames.head(size))
        .put(packets.buffer(), 0, size)
        .array();
  }

  private static void speak(SSLContext context, Host to, byte[] bytes) throws IOException {
    InetSocketAddress where = to.address();
    try (Socket socket =
        context.getSocketFactory().createSocket(where.getAddress(), where.getPort())) {
      socket.setSoTimeout(2_000);
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      socket.getInputStream().read();
    } catch (SocketTimeoutException | SSLException | SocketException e) {
      // It was let in and nothing was answered, or it was not.
    }
  }

  /**
   * One that says nothing, one that talks nonsense, and one whose handshake comes byte by byte: the
   * timeout of a socket is that of one read, and a handshake has many.
   */
  @Test
  void strangersAreCutOffSoon() throws Exception {
    try (Village village = new Village()) {
      Host plain = village.start(named("a"));
      Host secured = village.start(secured("b", ours));
      try (Socket silent = connect(plain);
          Socket nonsense = connect(plain);
          Socket slow = connect(secured)) {
        await(
            "all are there",
            () -> plain.network().connections() + secured.network().connections() == 3);
        // The head of a record of 16,000 bytes, of which the rest comes slowly.
        slow.getOutputStream().write(new byte[] {22, 3, 1, 62, (byte) 128, 1, 0, 62, 124});
        await(
            "all are cut off",
            () -> isCutOff(slow, 3) & isCutOff(silent) & isCutOff(nonsense, 0, 0, 0, 1, 99));
      }
      await("counted", () -> secured.counters().drops(Drop.TOO_SLOW) == 1);
      await(
          "none is left",
          () -> plain.network().connections() + secured.network().connections() == 0);
    }
  }

  private static Socket connect(Host to) throws IOException {
    return new Socket(to.address().getAddress(), to.address().getPort());
  }

  private static boolean isCutOff(Socket socket, int... more) {
    try {
      for (int each : more) {
        socket.getOutputStream().write(each);
      }
      socket.setSoTimeout(50);
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void datagramsAreNotHeardWhereTlsAloneProtects() throws Exception {
    try (Village village = new Village();
        Wiretap wire = new Wiretap(Village.any(), 0)) {
      Host a = village.start(secured("a", ours));
      byte[] framed = packet(a);
      wire.send(Arrays.copyOfRange(framed, Integer.BYTES, framed.length), a.address());
      await("counted", () -> a.counters().drops(Drop.UNTRUSTED) == 1);
      assertThat(talk(a).heard).isEmpty();
      village.in(() -> assertThat(a.directory().strangers()).isZero());
    }
  }

  @Test
  void tlsAloneDoesNotProtectDatagrams() throws Exception {
    SSLContext context = SSLContext.getDefault();
    assertThatThrownBy(() -> named("a").withSecurity(Security.none().withSsl(context)))
        .hasMessageContaining("TLS protects TCP alone");
  }

  private static HostConfig secured(String name, SSLContext context) {
    return named(name)
        .withTransport(HostConfig.Transport.TCP_ONLY)
        .withSecurity(Security.none().withSsl(context));
  }

  private static SSLContext context(Path file) throws Exception {
    keytool(file);
    return context(file, true);
  }

  /** Trusts its own certificate and no other. */
  private static SSLContext context(Path file, boolean showsIt) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, PASSWORD);
    trusted.setCertificateEntry("cluster", store.getCertificate("node"));
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store, PASSWORD);
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(showsIt ? keys.getKeyManagers() : null, trust.getTrustManagers(), null);
    return context;
  }

  private static void keytool(Path file) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(
        List.of(
            "-genkeypair",
            "-alias",
            "node",
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-dname",
            "CN=node"));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", "changeit"));
    command.addAll(List.of("-validity", "2", "-keystore", file.toString()));
    Shell.run(command, "");
  }
}
