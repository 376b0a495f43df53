package coterie.cli;

import coterie.clock.HybridText;
import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.lab.store.StoreEntry;
import coterie.lab.store.StoreImport;
import coterie.lab.store.StoreSession;
import coterie.sim.trace.Json;
import coterie.store.mvcc.MvccStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

  /** What a command does with an open store. */
  private interface Work {
    int with(StoreSession session) throws IOException;
  }

  private static int run(StoreSession opened, Work work) throws IOException {
    try (StoreSession session = opened) {
      return work.with(session);
    }
  }

  private static void print(CommandSpec spec, StoreFlags flags, Stamp stamp) {
    spec.commandLine().getOut().println(flags.format().stamp(stamp));
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
    @Spec private CommandSpec spec;
    @Mixin private StoreFlags flags;

    @Parameters(index = "0", arity = "0..1", paramLabel = "KEY")
    private @Nullable String key;

    @Parameters(index = "1", arity = "0..1", paramLabel = "VALUE")
    private @Nullable String value;

    @Option(names = "--if", paramLabel = "STAMP")
    private @Nullable String expected;

    @Option(names = "--lines")
    private boolean hasLines;

    @Override
    public Integer call() throws IOException {
      if (hasLines ? key != null || expected != null : key == null || value == null) {
        throw new IllegalArgumentException("put takes KEY VALUE, or --lines and neither of them");
      }
      if (key == null || value == null) {
        StoreImport lines = new StoreImport(System.in, flags.format(), spec.commandLine().getOut());
        return run(
            StoreSession.openOrCreate(flags.folder(), flags.loader()),
            session -> {
              lines.putAll(session);
              return 0;
            });
      }
      StoreEntry entry = new StoreEntry(flags.format().bytes(key), flags.format().bytes(value));
      boolean isAny = expected == null;
      Stamp stamp =
          expected == null || expected.equals(NONE) ? null : HybridText.parseStamp(expected);
      return run(
          StoreSession.openOrCreate(flags.folder(), flags.loader()),
          session -> isAny ? put(session, entry) : putIf(session, entry, stamp));
    }

    private int put(StoreSession session, StoreEntry entry) {
      Stamp stamp = session.store().put(entry.key(), entry.value());
      session.sync();
      print(spec, flags, stamp);
      return 0;
    }

    private int putIf(StoreSession session, StoreEntry entry, @Nullable Stamp stamp) {
      MvccStore.Outcome outcome = session.store().putIf(entry.key(), stamp, entry.value());
      session.sync();
      return print(spec, flags, String.valueOf(key), outcome);
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

    @Option(names = "--if", paramLabel = "STAMP")
    private @Nullable String expected;

    @Override
    public Integer call() throws IOException {
      if (NONE.equals(expected)) {
        throw new IllegalArgumentException(
            "delete --if takes the stamp of a value; where there is none, nothing can be deleted");
      }
      Bytes name = flags.format().bytes(key);
      Stamp stamp = expected == null ? null : HybridText.parseStamp(expected);
      return run(
          StoreSession.open(flags.folder(), flags.loader()),
          session -> delete(session, name, stamp));
    }

    private int delete(StoreSession session, Bytes name, @Nullable Stamp ifStamp) {
      if (ifStamp != null) {
        MvccStore.Outcome outcome = session.store().deleteIf(name, ifStamp);
        session.sync();
        return print(spec, flags, key, outcome);
      }
      Stamp stamp = session.store().delete(name);
      session.sync();
      print(spec, flags, stamp);
      return 0;
    }
  }

  @Command(
      name = "gc",
      abbreviateSynopsis = true,
      description = {
        "Forget the history before a moment, or all but the last versions of each key, and print"
            + " how many versions went.",
        "",
        "What a reader at that moment or later can see stays. Reads before it are refused from"
            + " then on."
      })
  static final class Collect implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private StoreFlags flags;

    @Option(names = "--before", paramLabel = "STAMP")
    private @Nullable String before;

    @Option(names = "--keep", paramLabel = "DURATION")
    private @Nullable String keep;

    @Option(names = "--keep-last", paramLabel = "COUNT")
    private @Nullable String keepLast;

    @Override
    public Integer call() throws IOException {
      boolean isNone = before == null && keep == null && keepLast == null;
      if (isNone || (before != null && keep != null)) {
        throw new IllegalArgumentException(
            "gc takes --before STAMP or --keep DURATION, and --keep-last COUNT with one of them or"
                + " alone");
      }
      if (keepLast != null && !keepLast.matches("[0-9]{0,8}[1-9][0-9]{0,8}")) {
        throw new IllegalArgumentException(
            "--keep-last takes a whole number from 1, not \"%s\"".formatted(keepLast));
      }
      return run(StoreSession.open(flags.folder(), flags.loader()), this::collect);
    }

    private int collect(StoreSession session) {
      long removed = 0;
      if (before != null || keep != null) {
        Stamp asked = before != null ? session.past(before) : session.ago(String.valueOf(keep));
        removed += session.store().collect(asked).removed();
      }
      if (keepLast != null) {
        int count = (int) Math.min(Long.parseLong(keepLast), Integer.MAX_VALUE);
        removed += session.store().keepLast(count).removed();
      }
      session.sync();
      print(session.store(), removed);
      return 0;
    }

    private void print(MvccStore store, long removed) {
      Map<String, Object> fields = new LinkedHashMap<>();
      List<String> words = new ArrayList<>(List.of("removed " + removed));
      fields.put("removed", removed);
      if (keepLast == null || !store.safePoint().equals(Stamp.FIRST)) {
        String safePoint = HybridText.textOf(store.safePoint());
        fields.put("safePoint", safePoint);
        words.add("reads go back to " + safePoint);
      }
      if (keepLast != null && !store.completeFrom().equals(Stamp.FIRST)) {
        String completeFrom = HybridText.textOf(store.completeFrom());
        fields.put("completeFrom", completeFrom);
        words.add("scans go back to " + completeFrom);
      }
      PrintWriter out = spec.commandLine().getOut();
      out.println(flags.format().isJson() ? Json.of(fields) : String.join("; ", words));
    }
  }
}
