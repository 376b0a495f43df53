package coterie.cli;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Version;
import coterie.lab.store.StoreFormat;
import coterie.lab.store.StoreSession;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands that read a store. */
final class StoreReads {
  private StoreReads() {}

  /** The answer is right, and is printed, even where it could not be made to last. */
  private static void warn(StoreSession session, CommandSpec spec) {
    String failure = session.unkept();
    if (failure != null) {
      spec.commandLine()
          .getErr()
          .printf("coterie: a later write may change what this moment shows: %s%n", failure);
    }
  }

  /** Which moment to read at. */
  static final class Moment {
    @Option(names = "--at", paramLabel = "STAMP")
    private @Nullable String at;

    /** Null for the newest versions, which cost no write; a moment that is named may cost one. */
    @Nullable Stamp stamp(StoreSession session) {
      return at == null ? null : session.readAt(at);
    }

    String text() {
      return at == null ? "" : " at " + at;
    }
  }

  @Command(
      name = "get",
      abbreviateSynopsis = true,
      description = "Print the value of a key, and nothing else; exit code 1 if there is none.")
  static final class Get implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private StoreFlags flags;
    @Mixin private Moment moment;

    @Parameters(paramLabel = "KEY")
    private String key = "";

    @Override
    public Integer call() {
      Bytes name = flags.format().bytes(key);
      try (StoreSession session = StoreSession.openToRead(flags.folder(), flags.loader())) {
        Stamp at = moment.stamp(session);
        Version found = at == null ? session.store().get(name) : session.store().get(name, at);
        warn(session, spec);
        if (found == null) {
          spec.commandLine().getErr().printf("coterie: %s has no value%s%n", key, moment.text());
          return Main.FAILED;
        }
        spec.commandLine().getOut().println(flags.format().value(found));
        return 0;
      }
    }
  }

  @Command(
      name = "scan",
      abbreviateSynopsis = true,
      description = {
        "Print the keys from FROM up to, excluding, TO, in order, each with a tab and its value.",
        "",
        "Tabs, line ends and what is not text are printed as \\t, \\n"
            + ", \\x00; put --lines reads that."
      })
  static final class Scan implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private StoreFlags flags;
    @Mixin private Moment moment;

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

    @Override
    public Integer call() {
      if (limit < 1) {
        throw new IllegalArgumentException("--limit %d: give 1 or more".formatted(limit));
      }
      if (prefix != null && from != null) {
        throw new IllegalArgumentException("scan takes FROM and TO, or --prefix, not both");
      }
      Bytes start = flags.format().bytes(prefix != null ? prefix : from != null ? from : "");
      Bytes end =
          prefix != null
              ? StoreSession.afterPrefix(start)
              : to == null ? null : flags.format().bytes(to);
      try (StoreSession session = StoreSession.openToRead(flags.folder(), flags.loader())) {
        PrintWriter out = spec.commandLine().getOut();
        StoreFormat format = flags.format();
        long[] left = {limit};
        session.scan(
            start,
            end,
            moment.stamp(session),
            version -> {
              out.println(format.pair(version, hasStamps));
              return --left[0] > 0 && !out.checkError();
            });
        warn(session, spec);
        return 0;
      }
    }
  }

  @Command(
      name = "history",
      abbreviateSynopsis = true,
      description = {
        "Print the versions of a key, the newest first: stamp, tab, value.",
        "",
        "Where it was deleted, the value is empty, and after another tab comes (deleted)."
      })
  static final class History implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private StoreFlags flags;
    @Mixin private Moment moment;

    @Parameters(paramLabel = "KEY")
    private String key = "";

    @Override
    public Integer call() {
      Bytes name = flags.format().bytes(key);
      try (StoreSession session = StoreSession.openToRead(flags.folder(), flags.loader())) {
        PrintWriter out = spec.commandLine().getOut();
        session
            .history(name, moment.stamp(session))
            .forEach(one -> out.println(flags.format().version(one)));
        warn(session, spec);
        return 0;
      }
    }
  }
}
