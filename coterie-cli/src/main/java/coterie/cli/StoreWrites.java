package coterie.cli;

import coterie.clock.HybridText;
import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.lab.store.StoreEntry;
import coterie.lab.store.StoreImport;
import coterie.lab.store.StoreSession;
import coterie.store.mvcc.MvccStore;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that change a store. */
final class StoreWrites {
  private StoreWrites() {}

  /** A write that may depend on the version that is there. */
  abstract static class Write extends StoreCommand.OnStore {
    static final String NONE = "none";

    @Option(names = "--if", paramLabel = "STAMP")
    private @Nullable String expected;

    final @Nullable String expected() {
      return expected;
    }

    /** The version that must be there; null for none. */
    final @Nullable Stamp stamp() {
      return expected == null || expected.equals(NONE) ? null : HybridText.parseStamp(expected);
    }

    final int print(StoreSession session, Stamp stamp) {
      session.sync();
      out().println(format().stamp(stamp));
      return 0;
    }

    final int print(StoreSession session, String key, MvccStore.Outcome outcome) {
      switch (outcome) {
        case MvccStore.Outcome.Written written -> {
          return print(session, written.stamp());
        }
        case MvccStore.Outcome.Refused refused -> {
          session.sync();
          String found =
              refused.found() == null
                  ? "has no value"
                  : "has the version " + HybridText.textOf(refused.found().stamp());
          err().printf("coterie: nothing was written: %s %s%n", key, found);
          return FAILED;
        }
      }
    }
  }

  @Command(name = "put", abbreviateSynopsis = true)
  static final class Put extends Write {
    @Parameters(index = "0", arity = "0..1", paramLabel = "KEY")
    private @Nullable String key;

    @Parameters(index = "1", arity = "0..1", paramLabel = "VALUE")
    private @Nullable String value;

    @Option(names = "--lines")
    private boolean hasLines;

    @Override
    public Integer call() throws IOException {
      boolean isConditional = expected() != null;
      if (hasLines ? key != null || isConditional : key == null || value == null) {
        throw new IllegalArgumentException("put takes KEY VALUE, or --lines and neither of them");
      }
      if (key == null || value == null) {
        StoreImport lines = new StoreImport(System.in, format(), out());
        try (StoreSession session = open(StoreSession::openOrCreate)) {
          lines.putAll(session);
        }
        return 0;
      }
      StoreEntry entry = new StoreEntry(format().bytes(key), format().bytes(value));
      Stamp stamp = stamp();
      try (StoreSession session = open(StoreSession::openOrCreate)) {
        return isConditional
            ? print(session, key, session.store().putIf(entry.key(), stamp, entry.value()))
            : print(session, session.store().put(entry.key(), entry.value()));
      }
    }
  }

  @Command(name = "delete", abbreviateSynopsis = true)
  static final class Delete extends Write {
    @Parameters(paramLabel = "KEY")
    private String key = "";

    @Override
    public Integer call() {
      if (NONE.equals(expected())) {
        throw new IllegalArgumentException(
            "delete --if takes the stamp of a value; where there is none, nothing can be deleted");
      }
      Bytes name = format().bytes(key);
      Stamp stamp = stamp();
      try (StoreSession session = open(StoreSession::open)) {
        return stamp == null
            ? print(session, session.store().delete(name))
            : print(session, key, session.store().deleteIf(name, stamp));
      }
    }
  }

  @Command(name = "gc", abbreviateSynopsis = true)
  static final class Collect extends StoreCommand.OnStore {
    @Option(names = "--before", paramLabel = "STAMP")
    private @Nullable String before;

    @Option(names = "--keep", paramLabel = "DURATION")
    private @Nullable String keep;

    @Option(names = "--keep-last", paramLabel = "COUNT")
    private @Nullable String keepLast;

    @Override
    public Integer call() {
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
      try (StoreSession session = open(StoreSession::open)) {
        long removed = collect(session);
        session.sync();
        out().println(format().collected(session.store(), removed, keepLast != null));
        return 0;
      }
    }

    private long collect(StoreSession session) {
      long removed = 0;
      if (before != null || keep != null) {
        Stamp asked = before != null ? session.past(before) : session.ago(String.valueOf(keep));
        removed += session.store().collect(asked).removed();
      }
      if (keepLast != null) {
        int count = (int) Math.min(Long.parseLong(keepLast), Integer.MAX_VALUE);
        removed += session.store().keepLast(count).removed();
      }
      return removed;
    }
  }
}
