package coterie.agent;

import coterie.Config;
import coterie.HostPort;
import coterie.Option;
import coterie.net.KeyRing;
import java.io.IOException;
import java.nio.file.Path;
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

  static AgentConfig of(AgentSettings settings) {
    settings.required(Option.CLUSTER);
    settings.required(Option.NAME);
    Config.Builder node = Config.builder();
    for (Option<?> option : Option.all()) {
      String text = settings.text(option);
      if (text != null) {
        node.withText(option, text);
      }
    }
    Path tls = settings.value(AgentOptions.TLS_FILE);
    if (tls != null) {
      String password = settings.value(AgentOptions.TLS_PASSWORD);
      node.tls(Tls.of(tls, password == null ? "" : password));
    }
    Path keyFile = settings.value(AgentOptions.KEY_FILE);
    KeyRing ring = keyFile == null ? null : ring(settings, keyFile);
    if (ring != null) {
      node.keys(ring);
    }
    HostPort http = HostPort.parse(settings.required(AgentOptions.HTTP));
    return new AgentConfig(checked(node.build(), settings), http, token(settings), ring, keyFile);
  }

  private static Config checked(Config node, AgentSettings settings) {
    if (node.isVoter() && node.data() == null) {
      throw new IllegalArgumentException(
          "%s: %s is a voter, and a voter needs a folder that outlives it: --data FOLDER"
              .formatted(settings.where(Option.VOTERS), node.name()));
    }
    return node;
  }

  private static KeyRing ring(AgentSettings settings, Path file) {
    try {
      return KeyRing.read(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s: cannot read %s; \"coterie keys generate > %s\" makes one"
              .formatted(settings.where(AgentOptions.KEY_FILE), file, file),
          e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s: %s".formatted(settings.where(AgentOptions.KEY_FILE), e.getMessage()), e);
    }
  }

  Keys keys() {
    return new Keys(ring, keyFile);
  }

  private static @Nullable String token(AgentSettings settings) {
    Path file = settings.value(AgentOptions.TOKEN_FILE);
    String token = settings.value(AgentOptions.TOKEN);
    if (file == null || token != null) {
      return token;
    }
    try {
      return Tokens.read(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s: cannot read %s".formatted(settings.where(AgentOptions.TOKEN_FILE), file), e);
    }
  }
}
