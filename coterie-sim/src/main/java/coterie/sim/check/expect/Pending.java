package coterie.sim.check.expect;

import coterie.core.TimeText;
import coterie.sim.check.Quiescence;
import org.jspecify.annotations.Nullable;

/** One expectation while its run goes on. */
final class Pending {
  final Expectation expectation;
  private final long fromNanos;
  private final long toNanos;
  private final Quiescence quiet;
  private boolean isMet;

  /** The last moment at which it held. */
  private long heldNanos;

  private @Nullable String broken;

  Pending(Expectation expectation, long endNanos, Quiescence quiet) {
    this.expectation = expectation;
    this.quiet = quiet;
    this.fromNanos = Math.min(expectation.fromNanos(), endNanos);
    this.toNanos = Math.min(expectation.toNanos(), endNanos);
  }

  boolean isDecided() {
    return isMet || broken != null;
  }

  /** Something has happened at that time. */
  void changed(Standing standing, long at) {
    if (isDecided()
        || expectation.kind() == Expectation.Kind.AT
        || expectation.kind() == Expectation.Kind.AFTER_CALM) {
      return; // More may happen at the same instant.
    }
    boolean holds = expectation.condition().holds(standing, at);
    switch (expectation.kind()) {
      case NEVER -> breakIf(holds, standing, at);
      case THROUGHOUT -> breakIf(!holds && at >= fromNanos && at <= toNanos, standing, at);
      case ONCE -> isMet = holds && at <= toNanos;
      case WITHIN_CALM -> heldNanos = holds ? at : heldNanos;
      case AT, AFTER_CALM -> throw new AssertionError(expectation);
    }
  }

  private void breakIf(boolean isBroken, Standing standing, long at) {
    if (isBroken) {
      broken =
          "expected \"%s\", but at %s %s"
              .formatted(
                  expectation.words(),
                  TimeText.format(at),
                  expectation.condition().seen(standing, at));
    }
  }

  /** Time passes from one event to the next; what counts at an instant between is decided. */
  void passed(Standing standing, long last, long next) {
    if (isDecided()) {
      return;
    }
    switch (expectation.kind()) {
      case NEVER, AFTER_CALM -> {}
      case WITHIN_CALM ->
          heldNanos = expectation.condition().holds(standing, last) ? next : heldNanos;
      case THROUGHOUT -> {
        boolean begins = fromNanos >= last && fromNanos < next;
        breakIf(begins && !expectation.condition().holds(standing, fromNanos), standing, fromNanos);
      }
      case ONCE, AT -> {
        if (toNanos < next) {
          broken = complaintAtEnd(standing);
          isMet = broken == null;
        }
      }
    }
  }

  /** Returns what is wrong if nothing happens up to that time; null if nothing is. */
  @Nullable String complaint(Standing standing, long now) {
    if (isDecided()) {
      return broken;
    }
    return switch (expectation.kind()) {
      case NEVER -> null;
      case THROUGHOUT -> {
        boolean isBroken =
            now >= fromNanos && !expectation.condition().holds(standing, Math.min(now, toNanos));
        yield isBroken ? sentence(standing, Math.min(now, toNanos), "") : null;
      }
      case ONCE, AT -> now >= toNanos ? complaintAtEnd(standing) : null;
      case AFTER_CALM -> complaintInCalm(standing, now, quiet.calmSinceNanos());
      case WITHIN_CALM ->
          complaintInCalm(standing, now, Math.max(heldNanos, quiet.calmSinceNanos()));
    };
  }

  private @Nullable String complaintInCalm(Standing standing, long now, long since) {
    boolean isLong =
        quiet.calmSinceNanos() != Quiescence.NEVER && now - since >= expectation.toNanos();
    return isLong && !expectation.condition().holds(standing, now)
        ? sentence(standing, now, "")
        : null;
  }

  private @Nullable String complaintAtEnd(Standing standing) {
    if (expectation.condition().holds(standing, toNanos)) {
      return null;
    }
    boolean isOnce = expectation.kind() == Expectation.Kind.ONCE;
    return sentence(standing, toNanos, isOnce ? "it never was so; " : "");
  }

  private String sentence(Standing standing, long at, String before) {
    return "expected \"%s\", but %sat %s %s"
        .formatted(
            expectation.words(),
            before,
            TimeText.format(at),
            expectation.condition().seen(standing, at));
  }
}
