package coterie.agent;

import coterie.Config;
import coterie.HostPort;
import coterie.core.TimeText;
import coterie.mutex.LeaseConfig;
import coterie.net.HostConfig.Transport;
import coterie.net.KeyRing;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an agent runs with.
 *
 * @param node what the node is told
 * @param http where the agent is asked
 * @param token what HTTP clients must send; null: nothing
 * @param ring the keys of the cluster; null: none
 * @param keyFile where they are kept; null: nowhere
 */
public record AgentConfig(
    Config node,
    HostPort http,
    @Nullable String token,
    @Nullable KeyRing ring,
    @Nullable Path keyFile) {
  public AgentConfig {
    Tokens.require(http, token);
    if (node.hasGrants()) {
      Grace.of(null, node.lease()); // Commands under its locks need time to end.
    }
  }

  static AgentConfig of(Settings settings) {
    Config.Builder node = Config.builder();
    node.cluster(settings.required(Key.CLUSTER)).name(settings.required(Key.NAME));
    node.bind(settings.required(Key.BIND)).profile(settings.required(Key.PROFILE));
    node.seeds(list(settings, Key.SEEDS)).voters(list(settings, Key.VOTERS));
    node.nextVoters(list(settings, Key.NEXT_VOTERS)).members(list(settings, Key.MEMBERS));
    node.lease(lease(settings.required(Key.LEASE)));
    node.founds(Boolean.parseBoolean(settings.required(Key.FOUNDS)));
    String detector = settings.required(Key.DETECTOR).toUpperCase(Locale.ROOT);
    node.detector(Config.Detection.valueOf(detector));
    node.election(
        Config.Electing.valueOf(settings.required(Key.ELECTION).toUpperCase(Locale.ROOT)));
    node.rank(Values.rank(settings.required(Key.RANK)));
    node.joinTimeout(Duration.ofNanos(TimeText.parse(settings.required(Key.JOIN_TIMEOUT))));
    node.mayBeAlone(Boolean.parseBoolean(settings.required(Key.MAY_BE_ALONE)));
    if (Boolean.parseBoolean(settings.required(Key.TCP_ONLY))) {
      node.transport(Transport.TCP_ONLY);
    }
    optional(settings, node);
    String file = settings.text(Key.KEY_FILE);
    Path keyFile = file == null ? null : Path.of(file);
    KeyRing ring = keyFile == null ? null : ring(settings, keyFile);
    if (ring != null) {
      node.keys(ring);
    }
    HostPort http = HostPort.parse(settings.required(Key.HTTP));
    return new AgentConfig(node.build(), http, token(settings), ring, keyFile);
  }

  private static KeyRing ring(Settings settings, Path file) {
    try {
      return KeyRing.read(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s: cannot read %s; \"coterie keys generate > %s\" makes one"
              .formatted(settings.where(Key.KEY_FILE), file, file),
          e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s: %s".formatted(settings.where(Key.KEY_FILE), e.getMessage()), e);
    }
  }

  Keys keys() {
    return new Keys(ring, keyFile);
  }

  private static boolean isVoter(Settings settings) {
    String name = settings.required(Key.NAME);
    return list(settings, Key.VOTERS).contains(name)
        || list(settings, Key.NEXT_VOTERS).contains(name);
  }

  private static LeaseConfig lease(String text) {
    return LeaseConfig.service(TimeText.parse(text));
  }

  private static boolean isRaft(Settings settings) {
    return settings.required(Key.ELECTION).equals("raft");
  }

  private static void optional(Settings settings, Config.Builder node) {
    String advertise = settings.text(Key.ADVERTISE);
    if (advertise != null) {
      node.advertise(advertise);
    }
    String tags = settings.text(Key.TAGS);
    if (tags != null) {
      Values.tags(tags).forEach(node::tag);
    }
    String data = settings.text(Key.DATA);
    if (data != null) {
      node.data(Path.of(data));
    } else if (isRaft(settings) && isVoter(settings)) {
      throw new IllegalArgumentException(
          "%s: %s is a voter, and a voter needs a folder that outlives it: --data FOLDER"
              .formatted(settings.where(Key.VOTERS), settings.required(Key.NAME)));
    }
    String nextLease = settings.text(Key.NEXT_LEASE);
    if (nextLease != null) {
      node.nextLease(lease(nextLease));
    }
    String tls = settings.text(Key.TLS_FILE);
    if (tls != null) {
      String password = settings.text(Key.TLS_PASSWORD);
      node.tls(Tls.of(Path.of(tls), password == null ? "" : password));
    }
    String record = settings.text(Key.RECORD);
    if (record != null) {
      node.record(Path.of(record));
    }
  }

  private static List<String> list(Settings settings, Key key) {
    String text = settings.text(key);
    return text == null ? List.of() : Values.list(text);
  }

  private static @Nullable String token(Settings settings) {
    String file = settings.text(Key.TOKEN_FILE);
    if (file == null || settings.text(Key.TOKEN) != null) {
      return settings.text(Key.TOKEN);
    }
    try {
      return Tokens.read(Path.of(file));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s: cannot read %s".formatted(settings.where(Key.TOKEN_FILE), file), e);
    }
  }
}
