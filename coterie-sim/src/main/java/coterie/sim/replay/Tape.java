package coterie.sim.replay;

import coterie.recording.Entry;
import coterie.recording.Frames;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The recording, as far as it has been followed. What a protocol does is held against the next
 * entry; the first thing that differs, or the end, is final, even if the protocol goes on.
 */
final class Tape {
  /** Where the entries come from. */
  interface Source {
    /** The next entry; null if there is none now. */
    @Nullable Entry next() throws IOException;

    /** Whether it ended in the middle of an entry. */
    default boolean isCut() {
      return false;
    }
  }

  private final Source source;
  private @Nullable Entry next;
  private Text text = Text.withoutStack();
  private Entry.@Nullable Input input;
  private @Nullable Unlike end;
  private int lives;
  private long beginNanos;
  private long events;
  private long outputs;

  Tape(Source source) {
    this.source = source;
    this.next = read();
  }

  /** Reads from a file. */
  static Tape of(Frames frames) {
    return new Tape(
        new Source() {
          @Override
          public @Nullable Entry next() throws IOException {
            return frames.next();
          }

          @Override
          public boolean isCut() {
            return frames.isCut();
          }
        });
  }

  /** There may be more now. */
  void goOn() {
    if (next == null) {
      next = read();
    }
  }

  /** The entries from here on are told with the families of that stack. */
  void tellWith(Text newText) {
    text = newText;
    lives++;
  }

  long atNanos() {
    return input == null ? 0 : input.atNanos();
  }

  /** The same since this life began, as people are told it. */
  long sinceNanos() {
    return atNanos() - beginNanos;
  }

  long events() {
    return events;
  }

  @Nullable Entry peek() {
    return next;
  }

  @Nullable Entry take() {
    Entry taken = next;
    next = taken == null ? null : read();
    if (taken instanceof Entry.Input begun) {
      input = begun;
      beginNanos = begun instanceof Entry.Started ? begun.atNanos() : beginNanos;
      events++;
    }
    return taken;
  }

  /** The protocol does this; so did the recorded one, or the replay ends here. */
  void expect(Entry done) {
    if (end != null) {
      throw end;
    }
    if (!done.equals(next)) {
      throw unlike(text.of(done));
    }
    outputs++;
    take();
  }

  /** The protocol asks for this; what was the recorded one told? */
  <A extends Entry.Answer> A answer(Class<A> type, String question) {
    if (end != null) {
      throw end;
    }
    if (!type.isInstance(next)) {
      throw unlike(question);
    }
    A answer = type.cast(next);
    take();
    return answer;
  }

  /** Makes an end that nothing goes beyond. */
  Unlike unlike(String replayed) {
    Entry recorded = next;
    boolean isOver = recorded == null || recorded instanceof Entry.Missing || isLifeCut();
    return end(isOver ? atEnd() : diverged(text.of(recorded), replayed));
  }

  Unlike end(Outcome outcome) {
    if (end == null) {
      end = new Unlike(outcome);
    }
    return end;
  }

  /** The process was killed in the midst of an event, of which only a part is in the file. */
  private boolean isLifeCut() {
    return next instanceof Entry.Life && !(input instanceof Entry.Ended);
  }

  /** Whether it was only this life that has ended, and the next one is to be followed. */
  boolean goesOnWithNextLife() {
    boolean goesOn = end != null && isLifeCut();
    end = goesOn ? null : end;
    return goesOn;
  }

  /** What a handler went on to do after the end, whoever may have caught that. */
  void requireGoingOn() {
    if (end != null) {
      throw end;
    }
  }

  Outcome.Diverged diverged(String recorded, String replayed) {
    String what = input == null ? "nothing" : text.of(input);
    return new Outcome.Diverged(events, sinceNanos(), what, recorded, replayed);
  }

  Outcome.Stopped stopped(String why) {
    return new Outcome.Stopped(events, sinceNanos(), why);
  }

  /** What is to be said where the recording says no more. */
  Outcome atEnd() {
    return next instanceof Entry.Missing(long entries)
        ? stopped(
            "the disk could not follow the recording: at least %d entries are missing from here on"
                .formatted(entries))
        : new Outcome.Same(lives, events, outputs, sinceNanos(), source.isCut());
  }

  private @Nullable Entry read() {
    try {
      return source.next();
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }
}
