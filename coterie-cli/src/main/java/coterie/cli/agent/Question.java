package coterie.cli.agent;

import coterie.agent.http.Reply;
import coterie.cli.flags.Subcommand;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** A command that asks an agent something and prints the answer. */
abstract class Question extends Subcommand {
  @Mixin private ClientFlags flags;

  final ClientFlags flags() {
    return flags;
  }

  /** Prints a good answer: as it came where JSON is asked for, otherwise for people. */
  final int print(Reply reply, Consumer<Map<String, @Nullable Object>> forPeople)
      throws IOException {
    Reply good = reply.good();
    if (flags.isJson()) {
      out().print(good.text());
    } else {
      forPeople.accept(good.object());
    }
    out().flush();
    return 0;
  }
}
