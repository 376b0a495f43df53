package coterie.cli;

import coterie.clock.HybridText;
import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.sim.trace.Json;
import coterie.storage.StorageException;
import coterie.store.MvccStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands that change a store. */
final class StoreWrites {
  private static final String NONE = "none";

  private StoreWrites() {}

  /** What a command does with an open store; a disk that fails is no bad input. */
  private interface Work {
    int with(StoreSession session) throws IOException;
  }

  private static int run(StoreSession opened, CommandSpec spec, Work work) throws IOException {
    try (StoreSession session = opened) {
      return work.with(session);
    } catch (StorageException e) {
      spec.commandLine().getErr().println("coterie: " + e.getMessage());
      return Main.FAILED;
    }
  }

  private static void print(CommandSpec spec, StoreFlags flags, Stamp stamp) {
    String text = HybridText.textOf(stamp);
    spec.commandLine().getOut().println(flags.isJson() ? Json.of(Map.of("stamp", text)) : text);
  }

  private static int print(
      CommandSpec spec, StoreFlags flags, String key, MvccStore.Outcome outcome) {
    switch (outcome) {
      case MvccStore.Outcome.Written written -> {
        print(spec, flags, written.stamp());
        return 0;
      }
      case MvccStore.Outcome.Refused refused -> {
        String found =
            refused.found() == null
                ? "has no value"
                : "has the version " + HybridText.textOf(refused.found().stamp());
        spec.commandLine().getErr().printf("coterie: nothing was written: %s %s%n", key, found);
        return Main.FAILED;
      }
    }
  }

  @Command(
      name = "put",
      abbreviateSynopsis = true,
      description = {
        "Give a key a value, and print the stamp once that is durable.",
        "",
        "With --lines, read lines of a key, a tab and a value, and print after each durable group"
            + " its last stamp, a tab, and how many lines are durable. Backslashes are read as scan"
            + " prints them."
      })
  static final class Put implements Callable<Integer> {
    private static final int GROUP_MAX = 1_000;
    private static final long GROUP_BYTES_MAX = 4L << 20;

    @Spec private CommandSpec spec;
    @Mixin private StoreFlags flags;

    @Parameters(index = "0", arity = "0..1", paramLabel = "KEY")
    private @Nullable String key;

    @Parameters(index = "1", arity = "0..1", paramLabel = "VALUE")
    private @Nullable String value;

    @Option(
        names = "--if",
        paramLabel = "STAMP",
        description = "only if the value has that stamp now; none: only if there is no value")
    private @Nullable String expected;

    @Option(names = "--lines", description = "read keys and values from the standard input")
    private boolean hasLines;

    @Override
    public Integer call() throws IOException {
      if (hasLines ? key != null || expected != null : key == null || value == null) {
        throw new IllegalArgumentException("put takes KEY VALUE, or --lines and neither of them");
      }
      return run(StoreSession.openOrCreate(flags), spec, this::put);
    }

    private int put(StoreSession session) throws IOException {
      if (key == null || value == null) {
        return putLines(session);
      }
      Bytes name = flags.bytes(key);
      if (expected != null) {
        Stamp stamp = expected.equals(NONE) ? null : HybridText.parseStamp(expected);
        MvccStore.Outcome outcome = session.store().putIf(name, stamp, flags.bytes(value));
        session.sync();
        return print(spec, flags, key, outcome);
      }
      Stamp stamp = session.store().put(name, flags.bytes(value));
      session.sync();
      print(spec, flags, stamp);
      return 0;
    }

    /** A group ends when no more lines are at hand, so that who waits for an answer gets one. */
    private int putLines(StoreSession session) throws IOException {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      long lines = 0;
      long durable = 0;
      Stamp last = Stamp.FIRST;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        try {
          last = putLine(session, line);
        } catch (IllegalArgumentException e) {
          acknowledge(session, last, durable, lines);
          throw new IllegalArgumentException(
              "line %d: %s; the lines before it are stored".formatted(lines + 1, e.getMessage()),
              e);
        }
        lines++;
        boolean isFull = lines - durable >= GROUP_MAX || session.waitingBytes() >= GROUP_BYTES_MAX;
        if (isFull || !in.ready()) {
          durable = acknowledge(session, last, durable, lines);
        }
      }
      acknowledge(session, last, durable, lines);
      return 0;
    }

    private Stamp putLine(StoreSession session, String line) {
      int tab = line.indexOf('\t');
      if (tab < 0) {
        throw new IllegalArgumentException("a key, a tab and a value are wanted");
      }
      Bytes name = flags.unescaped(line.substring(0, tab));
      return session.store().put(name, flags.unescaped(line.substring(tab + 1)));
    }

    private long acknowledge(StoreSession session, Stamp last, long durable, long lines) {
      if (lines > durable) {
        session.sync();
        PrintWriter out = spec.commandLine().getOut();
        String stamp = HybridText.textOf(last);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("stamp", stamp);
        fields.put("lines", lines);
        out.println(flags.isJson() ? Json.of(fields) : stamp + "\t" + lines);
        out.flush();
      }
      return lines;
    }
  }

  @Command(
      name = "delete",
      abbreviateSynopsis = true,
      description = "Take the value of a key away, and print the stamp; its history stays.")
  static final class Delete implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private StoreFlags flags;

    @Parameters(paramLabel = "KEY")
    private String key = "";

    @Option(
        names = "--if",
        paramLabel = "STAMP",
        description = "only if the value has that stamp now")
    private @Nullable String expected;

    @Override
    public Integer call() throws IOException {
      return run(StoreSession.open(flags), spec, this::delete);
    }

    private int delete(StoreSession session) {
      if (expected != null) {
        MvccStore.Outcome outcome =
            session.store().deleteIf(flags.bytes(key), HybridText.parseStamp(expected));
        session.sync();
        return print(spec, flags, key, outcome);
      }
      Stamp stamp = session.store().delete(flags.bytes(key));
      session.sync();
      print(spec, flags, stamp);
      return 0;
    }
  }

  @Command(
      name = "gc",
      abbreviateSynopsis = true,
      description = {
        "Forget the history before a moment, and print how many versions went.",
        "",
        "What a reader at that moment or later can see stays. Reads before it are refused from"
            + " then on."
      })
  static final class Collect implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private StoreFlags flags;

    @Option(
        names = "--before",
        paramLabel = "STAMP",
        description = "a stamp, an ISO time, now, or -5m for five minutes ago")
    private @Nullable String before;

    @Option(
        names = "--keep",
        paramLabel = "DURATION",
        description = "how much of the history to keep, such as 30m or 24h")
    private @Nullable String keep;

    @Override
    public Integer call() throws IOException {
      if ((before == null) == (keep == null)) {
        throw new IllegalArgumentException("gc takes --before STAMP or --keep DURATION");
      }
      return run(StoreSession.open(flags), spec, this::collect);
    }

    private int collect(StoreSession session) {
      Stamp asked = before != null ? session.past(before) : session.ago(String.valueOf(keep));
      MvccStore.Collected collected = session.store().collect(asked);
      session.sync();
      String safePoint = HybridText.textOf(collected.safePoint());
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("removed", collected.removed());
      fields.put("safePoint", safePoint);
      PrintWriter out = spec.commandLine().getOut();
      if (flags.isJson()) {
        out.println(Json.of(fields));
      } else {
        out.printf("removed %d; reads go back to %s%n", collected.removed(), safePoint);
      }
      return 0;
    }
  }
}
