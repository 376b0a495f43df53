package coterie.sim.check.store;

import coterie.core.NodeId;
import coterie.core.RegisterNote.Action;
import coterie.core.RegisterNote.Cas;
import coterie.core.RegisterNote.Get;
import coterie.core.RegisterNote.Outcome;
import coterie.core.RegisterNote.Refused;
import coterie.core.RegisterNote.Set;
import coterie.core.RegisterNote.Succeeded;
import coterie.core.RegisterNote.Unknown;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All calls on one register, in the order in which they began and ended. */
final class CallHistory {
  /** One call. It may have taken effect at any moment after it began if it has not ended. */
  static final class Call {
    final int index;
    final NodeId by;
    final Action action;
    final long beganNanos;
    private @Nullable Outcome outcome;
    private long endedNanos;

    private Call(int index, NodeId by, Action action, long beganNanos) {
      this.index = index;
      this.by = by;
      this.action = action;
      this.beganNanos = beganNanos;
    }

    /** Null if it has not ended; unknown if it never will. */
    @Nullable Outcome outcome() {
      return outcome;
    }

    long tookNanos() {
      return endedNanos - beganNanos;
    }

    long endedNanos() {
      return endedNanos;
    }

    boolean isRead() {
      return action instanceof Get;
    }

    /** The value that it writes if it does; empty for a read. */
    String value() {
      return switch (action) {
        case Get get -> "";
        case Set(String value) -> value;
        case Cas(long expected, String value) -> value;
      };
    }

    /** Whether it can write while the register has that version. */
    boolean canWriteAt(long version) {
      return switch (action) {
        case Get get -> false;
        case Set set -> true;
        case Cas cas -> cas.expected() == version;
      };
    }

    /** As a person would write it. */
    String text() {
      String call =
          switch (action) {
            case Get get -> "get";
            case Set(String value) -> "set " + value;
            case Cas(long expected, String value) -> "cas %d %s".formatted(expected, value);
          };
      String end =
          switch (outcome) {
            case Succeeded done ->
                "succeeded with version %d, %s".formatted(done.version(), value(done.value()));
            case Refused no ->
                "was refused at version %d, %s".formatted(no.version(), value(no.value()));
            case Unknown unknown -> "is unknown";
            case null -> "has not ended";
          };
      return "%s of %s, which %s".formatted(call, by, end);
    }

    private static String value(String text) {
      return text.isEmpty() ? "no value" : text;
    }
  }

  /** A call begins or ends. */
  record Edge(Call call, boolean isEnd) {}

  private final List<Call> calls = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();

  Call began(long at, NodeId by, Action action) {
    Call call = new Call(calls.size(), by, action, at);
    calls.add(call);
    edges.add(new Edge(call, false));
    return call;
  }

  /** An unknown outcome does not end a call: it may still take effect. */
  void ended(Call call, long at, Outcome outcome) {
    call.outcome = outcome;
    call.endedNanos = at;
    if (!(outcome instanceof Unknown)) {
      edges.add(new Edge(call, true));
    }
  }

  List<Call> calls() {
    return Collections.unmodifiableList(calls);
  }

  List<Edge> edges() {
    return Collections.unmodifiableList(edges);
  }
}
