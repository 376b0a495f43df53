package coterie.bench.registers;

import coterie.Config;
import coterie.Coterie;
import java.nio.file.Path;

/** A voter that keeps registers, until its process is ended. */
final class Voter {
  private Voter() {}

  /** The name, the port, the port of the first voter, and the folder. */
  public static void main(String[] arguments) throws InterruptedException {
    Config.Builder builder = config(arguments[0], arguments[1], arguments[2]);
    Coterie node = Coterie.join(builder.data(Path.of(arguments[3])).build());
    Runtime.getRuntime().addShutdownHook(new Thread(node::close));
    Thread.currentThread().join();
  }

  static Config.Builder config(String name, String port, String first) {
    Config.Builder builder =
        Config.builder()
            .cluster("bench")
            .name(name)
            .bind("127.0.0.1:" + port)
            .voters("a", "b", "c");
    return port.equals(first) ? builder : builder.seeds("127.0.0.1:" + first);
  }
}
