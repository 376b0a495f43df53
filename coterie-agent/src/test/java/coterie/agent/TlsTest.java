package coterie.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.JoinException;
import coterie.Option;
import coterie.testkit.Await;
import coterie.testkit.Shell;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that speak TLS with a file of their own. */
@Timeout(600)
class TlsTest {
  @TempDir Path folder;

  @Test
  void agentsWithATrustedCertificateAgreeAndOthersStayOutside() throws Exception {
    Path ours = keytool("ours");
    try (Agent a = start("a", ours);
        Agent b = start("b", ours, a.node().address())) {
      Await.until(() -> a.node().members().size() == 2 && b.node().members().size() == 2);
      Path theirs = keytool("theirs");
      assertThatThrownBy(() -> start("c", theirs, a.node().address()))
          .isInstanceOf(JoinException.class);
      assertThat(a.node().members()).hasSize(2);
    }
  }

  private static Agent start(String name, Path file, String... seed) throws Exception {
    AgentSettings settings =
        new AgentSettings()
            .flag(Option.CLUSTER, "test")
            .flag(Option.NAME, name)
            .flag(Option.BIND, "127.0.0.1:0")
            .flag(AgentOptions.HTTP, "127.0.0.1:0")
            .flag(Option.TRANSPORT, "true")
            .flag(Option.MAY_BE_ALONE, Boolean.toString(seed.length == 0))
            .flag(Option.JOIN_TIMEOUT, seed.length == 0 ? "1s" : name.equals("c") ? "2s" : "60s")
            .flag(AgentOptions.TLS_FILE, file.toString())
            .flag(AgentOptions.TLS_PASSWORD, "changeit");
    for (String one : seed) {
      settings.flag(Option.SEEDS, one);
    }
    return Agent.start(settings.config(), line -> {}, false);
  }

  private Path keytool(String name) throws Exception {
    Path file = folder.resolve(name);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", "node", "-keyalg", "EC", "-dname", "CN=node"));
    command.addAll(List.of("-groupname", "secp256r1", "-storetype", "PKCS12", "-validity", "2"));
    command.addAll(List.of("-storepass", "changeit", "-keystore", file.toString()));
    Shell.run(command, "");
    return file;
  }
}
