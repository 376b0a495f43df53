package coterie.sim;

import coterie.core.TimeText;

/** A chain of messages without delay does not end: virtual time never moves on. */
public final class EndlessInstantException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  EndlessInstantException(int messages, long at) {
    super(
        "more than %d messages followed one event without any delay, at %s"
            .formatted(messages, TimeText.format(at)));
  }
}
