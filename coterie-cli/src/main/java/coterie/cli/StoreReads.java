package coterie.cli;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Version;
import coterie.lab.store.StoreSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that read a store. */
final class StoreReads {
  private StoreReads() {}

  /** Reads at a moment. */
  abstract static class Read extends StoreCommand.OnStore {
    @Option(names = "--at", paramLabel = "STAMP")
    private @Nullable String at;

    @Override
    public final Integer call() {
      check();
      try (StoreSession session = open(StoreSession::openToRead)) {
        // The newest versions cost no write; a moment that is named may cost one.
        boolean isFound = read(session, at == null ? null : session.readAt(at));
        String failure = session.unkept();
        if (failure != null) {
          // The answer is right even where it could not be made to last.
          err().printf("coterie: a later write may change what this moment shows: %s%n", failure);
        }
        return isFound ? 0 : FAILED;
      }
    }

    /** Refuses what cannot be, before the store is opened. */
    abstract void check();

    /** Prints what was found at the moment, null for the newest; returns whether there is any. */
    abstract boolean read(StoreSession session, @Nullable Stamp moment);

    final String moment() {
      return at == null ? "" : " at " + at;
    }
  }

  @Command(name = "get", abbreviateSynopsis = true)
  static final class Get extends Read {
    @Parameters(paramLabel = "KEY")
    private String key = "";

    private Bytes name = Bytes.of();

    @Override
    void check() {
      name = format().bytes(key);
    }

    @Override
    boolean read(StoreSession session, @Nullable Stamp moment) {
      Version found =
          moment == null ? session.store().get(name) : session.store().get(name, moment);
      if (found == null) {
        err().printf("coterie: %s has no value%s%n", key, moment());
        return false;
      }
      out().println(format().value(found));
      return true;
    }
  }

  @Command(name = "scan", abbreviateSynopsis = true)
  static final class Scan extends Read {
    @Parameters(index = "0", arity = "0..1", paramLabel = "FROM")
    private @Nullable String from;

    @Parameters(index = "1", arity = "0..1", paramLabel = "TO")
    private @Nullable String to;

    @Option(names = "--prefix", paramLabel = "PREFIX")
    private @Nullable String prefix;

    @Option(names = "--limit", paramLabel = "N")
    private long limit = Long.MAX_VALUE;

    @Option(names = "--stamps")
    private boolean hasStamps;

    private Bytes start = Bytes.of();
    private @Nullable Bytes end;

    @Override
    void check() {
      if (limit < 1) {
        throw new IllegalArgumentException("--limit %d: give 1 or more".formatted(limit));
      }
      if (prefix != null && from != null) {
        throw new IllegalArgumentException("scan takes FROM and TO, or --prefix, not both");
      }
      start = format().bytes(prefix != null ? prefix : from != null ? from : "");
      end =
          prefix != null ? StoreSession.afterPrefix(start) : to == null ? null : format().bytes(to);
    }

    @Override
    boolean read(StoreSession session, @Nullable Stamp moment) {
      long[] left = {limit};
      session.scan(
          start,
          end,
          moment,
          version -> {
            out().println(format().pair(version, hasStamps));
            return --left[0] > 0 && !out().checkError();
          });
      return true;
    }
  }

  @Command(name = "history", abbreviateSynopsis = true)
  static final class History extends Read {
    @Parameters(paramLabel = "KEY")
    private String key = "";

    private Bytes name = Bytes.of();

    @Override
    void check() {
      name = format().bytes(key);
    }

    @Override
    boolean read(StoreSession session, @Nullable Stamp moment) {
      session.history(name, moment).forEach(one -> out().println(format().version(one)));
      return true;
    }
  }
}
