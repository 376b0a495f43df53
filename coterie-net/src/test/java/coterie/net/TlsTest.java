package coterie.net;

import static coterie.net.Village.await;
import static coterie.net.Village.greet;
import static coterie.net.Village.named;
import static coterie.net.Village.say;
import static coterie.net.Village.talk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS on TCP with certificates of both sides. */
class TlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @Test
  void onlyTrustedCertificatesAreLetIn(@TempDir Path folder) throws Exception {
    SSLContext ours = context(folder.resolve("ours"));
    SSLContext theirs = context(folder.resolve("theirs"));
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

  /** Trusts its own certificate and no other. */
  private static SSLContext context(Path file) throws Exception {
    keytool(file);
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
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
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
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue())
        .as(new String(process.getInputStream().readAllBytes()))
        .isZero();
  }
}
