package coterie.agent;

import coterie.Option;
import coterie.OptionType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of an agent: those of its node, which {@link Option} describes, and its own. Each is
 * set by its name in a file, in capitals after COTERIE_ in the environment, and after two dashes as
 * a flag.
 */
public final class AgentOptions {
  public static final Option<Path> KEY_FILE =
      Option.of(
          "key-file",
          OptionType.path("FILE"),
          "the keys that packets are encrypted with, the one in use first");
  public static final Option<Path> TLS_FILE =
      Option.of(
          "tls-file",
          OptionType.path("FILE"),
          "a PKCS12 file with this node's key and the certificates that it trusts: TCP speaks TLS");
  public static final Option<String> TLS_PASSWORD =
      Option.of(
          "tls-password",
          OptionType.secret(),
          "the password of that file; better in the environment");
  public static final Option<String> HTTP =
      Option.of("http", OptionType.address(), "where commands and probes ask the agent")
          .preset("127.0.0.1:7201");
  public static final Option<String> TOKEN =
      Option.of(
          "token",
          OptionType.secret(),
          "the token that HTTP clients must send; needed if http is not on loopback");
  public static final Option<Path> TOKEN_FILE =
      Option.of("token-file", OptionType.path("FILE"), "a file with that text in its first line");

  private static final List<Option<?>> ALL = inOrder();

  private AgentOptions() {}

  /** Puts what protects packets beside the data of the node. */
  private static List<Option<?>> inOrder() {
    List<Option<?>> all = new ArrayList<>(Option.all());
    all.addAll(all.indexOf(Option.DATA) + 1, List.of(KEY_FILE, TLS_FILE, TLS_PASSWORD));
    all.addAll(List.of(HTTP, TOKEN, TOKEN_FILE));
    return List.copyOf(all);
  }

  /** Lists all of them in the order of the help. */
  public static List<Option<?>> all() {
    return ALL;
  }

  static @Nullable Option<?> named(String key) {
    return ALL.stream().filter(option -> option.key().equals(key)).findFirst().orElse(null);
  }
}
