package coterie.agent;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.Option;
import coterie.net.KeyRing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentSettingsTest {
  @TempDir Path folder;

  private Path file(String... lines) throws IOException {
    return Files.write(folder.resolve("agent.conf"), List.of(lines));
  }

  private static AgentSettings named() {
    return new AgentSettings().flag(Option.CLUSTER, "demo").flag(Option.NAME, "a");
  }

  @Test
  void laterSourcesWinAndEachValueKnowsItsSource() throws IOException {
    AgentSettings settings =
        new AgentSettings()
            .file(file("# Mine.", "cluster = one", "name = a", "bind = 127.0.0.1:1"))
            .environment(Map.of("COTERIE_CLUSTER", "two", "COTERIE_BIND", "127.0.0.1:2"))
            .flag(Option.BIND, "127.0.0.1:3");
    assertThat(settings.problems()).isEmpty();
    assertThat(settings.config().node().cluster()).isEqualTo("two");
    assertThat(settings.config().node().bind()).isEqualTo("127.0.0.1:3");
    assertThat(settings.lines())
        .anyMatch(line -> line.matches("cluster +=.*two +COTERIE_CLUSTER"))
        .anyMatch(line -> line.matches("name +=.* a +.*agent.conf:3"))
        .anyMatch(line -> line.matches("bind +=.*127.0.0.1:3 +--bind"))
        .anyMatch(line -> line.matches("profile +=.*lan +the default"));
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstKey() throws IOException {
    AgentSettings settings = new AgentSettings().file(file("\uFEFFcluster = one", "name = a"));
    assertThat(settings.problems()).isEmpty();
    assertThat(settings.config().node().cluster()).isEqualTo("one");
    Path keys = Files.writeString(folder.resolve("keys"), "\uFEFF" + KeyRing.generate() + "\n");
    AgentSettings sealed = named().flag(AgentOptions.KEY_FILE, keys.toString());
    assertThat(sealed.problems()).isEmpty();
  }

  @Test
  void aKeyFileThatOthersCanReadIsTold() throws IOException {
    Path keys = Files.writeString(folder.resolve("keys"), KeyRing.generate() + "\n");
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r--r--"));
    AgentConfig config = named().flag(AgentOptions.KEY_FILE, keys.toString()).config();
    assertThat(config.keys().warning()).contains("others than its owner can read").contains("600");
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    assertThat(config.keys().warning()).isNull();
  }

  @Test
  void aVoterThatIsToFollowNeedsAFolderToo() {
    AgentSettings settings = named().flag(Option.VOTERS, "b,c").flag(Option.NEXT_VOTERS, "a,b");
    assertThat(settings.problems()).anyMatch(line -> line.contains("a voter needs a folder"));
  }

  @Test
  void everyMistakeInAFileIsToldWithItsLine() throws IOException {
    AgentSettings settings =
        new AgentSettings()
            .file(file("cluster = demo", "nonsense", "colour = red", "cluster = x", "bind = 1"));
    String where = folder.resolve("agent.conf").toString();
    assertThat(settings.problems())
        .hasSize(4)
        .anyMatch(p -> p.startsWith(where + ":2: a line is key = value"))
        .anyMatch(p -> p.startsWith(where + ":3: there is no key \"colour\"; there is cluster,"))
        .anyMatch(p -> p.equals(where + ":4: cluster is set on line 1 already"))
        .anyMatch(p -> p.startsWith(where + ":5: an address is host:port"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bind | nowhere | --bind: an address is host:port",
        "bind | 127.0.0.1:70000 | --bind: an address is host:port",
        "bind | ::1:7101 | [::1]:7101",
        "http | 7201 | --http: an address is host:port",
        "http | 0.0.0.0:0 | a token is needed",
        "profile | moon | choose lan, wan, loopback",
        "detector | guess | choose swim, heartbeat",
        "election | dice | choose raft, bully, ring",
        "detector | phi | needs the fixed list of members",
        "tcp-only | perhaps | choose true, false",
        "join-timeout | soon | a time is a number",
        "seeds | a,,b | empty item in list",
        "tags | web | a tag is key=value",
        "voters | a,b,c | a voter needs a folder",
        "token | short | the token is too short: give 16 characters or more",
        "token-file | /no/such/file | --token-file: cannot read",
        "tls-file | /no/such/file | for TLS: it takes a PKCS12 file and its password",
        "key-file | /no/such/file | keys generate",
        "cluster | ' ' | --cluster: the value is missing",
      })
  void badValueIsOneSentence(String key, String value, String sentence) {
    AgentSettings settings = named().flag(AgentOptions.named(key), value);
    assertThat(settings.problems()).hasSize(1).first().asString().contains(sentence);
  }

  @Test
  void missingNamesSayHowToGiveThem() {
    assertThat(new AgentSettings().problems())
        .first()
        .asString()
        .contains("cluster is missing", "--cluster NAME", "COTERIE_CLUSTER");
  }

  @Test
  void secretsAreNotShown() {
    AgentSettings settings =
        named().flag(AgentOptions.TOKEN, "0123456789abcdef").flag(AgentOptions.HTTP, "0.0.0.0:0");
    settings.flag(AgentOptions.TLS_PASSWORD, "changeit");
    assertThat(settings.problems()).isEmpty();
    assertThat(String.join("\n", settings.lines()))
        .doesNotContain("0123456789abcdef")
        .doesNotContain("changeit");
  }

  @Test
  void variableThatMeansNothingIsTold() {
    AgentSettings settings =
        named().environment(Map.of("COTERIE_CLUSTR", "x", "COTERIE_OPTS", "y"));
    assertThat(settings.unknownVariables()).containsExactly("COTERIE_CLUSTR");
  }
}
