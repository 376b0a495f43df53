package coterie.rocksdb;

import coterie.clock.HybridText;
import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.store.mvcc.MvccStore.Write;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A process that writes until it is killed. Four threads write pairs of keys and print a line for
 * every pair that is acknowledged: thread, number, stamp.
 */
final class Victim {
  static final int THREADS = 4;
  private static final int KEYS = 20;

  private Victim() {}

  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true);
    out.println("opening");
    EmbeddedStore store = EmbeddedStore.open(Path.of(args[0]));
    boolean isEarly = args[2].equals("early");
    out.println("open");
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      long first = Long.parseLong(args[1]);
      new Thread(() -> write(store, out, thread, first, isEarly)).start();
    }
  }

  private static void write(
      EmbeddedStore store, PrintStream out, int thread, long first, boolean isEarly) {
    for (long number = first; ; number++) {
      Bytes value = Bytes.utf8(Long.toString(number));
      Stamp before = store.now();
      CompletableFuture<Stamp> future =
          store.write(
              List.of(
                  new Write(key("left", thread, number), value),
                  new Write(key("right", thread, number), value)));
      // The broken variant tells before the write is durable.
      Stamp stamp = isEarly ? before : future.join();
      out.println(thread + " " + number + " " + HybridText.textOf(stamp));
      if (number % 500 == 499) {
        store.collect(before);
      }
    }
  }

  static Bytes key(String side, int thread, long number) {
    return Bytes.utf8(side + "/" + thread + "/" + number % KEYS);
  }
}
