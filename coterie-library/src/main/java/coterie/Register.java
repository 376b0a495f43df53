package coterie;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * A value with a version, of which the whole cluster has one. The voters keep it on their disks: it
 * is there as long as a majority of them is, and after all of them were restarted.
 *
 * {@snippet :
 * Register owner = node.register("owner");
 * Register.Value seen = owner.get();
 * switch (owner.compareAndSet(seen.version(), "cart-1")) {
 *   case Register.Written written -> log("written as version " + written.version());
 *   case Register.Refused refused -> log("is " + refused.text() + " meanwhile");
 *   case Register.Unknown unknown -> log("perhaps: " + unknown.why());
 * }
 * }
 *
 * <p>Linearizable: every call takes effect at one moment between its begin and its end, and all
 * nodes see these moments in the same order. Of two nodes that expect the same version at the same
 * moment one succeeds, and the other is refused and told the current version.
 *
 * <p>Any node may call, voter or not, and any thread. A call takes as long as the timeout at most
 * (default: 5 s). Texts have up to 65,536 bytes in UTF-8 and may be empty. Arguments that are null
 * throw a {@link NullPointerException}, and texts that are too long an {@link
 * IllegalArgumentException} with a sentence, before anything is sent.
 *
 * <p>A thread that is interrupted while it waits gets an {@link InterruptedException}; its write
 * may have been done, or may still be, as with {@link Unknown}. On a node that is closed calls
 * throw an {@link IllegalStateException}; a write that was under way is {@link Unknown}.
 */
public interface Register {
  /**
   * What a register holds.
   *
   * @param version counts the writes; 0 if there was none
   * @param text empty if there was none
   */
  record Value(long version, String text) {
    /** Whether anything was ever written. */
    public boolean exists() {
      return version > 0;
    }
  }

  /** How a write ended. */
  sealed interface Outcome {}

  /** It was written, and that is its version. */
  record Written(long version) implements Outcome {}

  /**
   * The register did not have the expected version but this one. Nothing was written, and nothing
   * will be.
   */
  record Refused(long version, String text) implements Outcome {}

  /**
   * It may have been written, may still be written, or never: no majority of the voters has said so
   * in time. A {@link Register#get} that follows and succeeds shows it, unless it comes later.
   */
  record Unknown(String why) implements Outcome {}

  String name();

  /** How long a call may take. */
  Duration timeout();

  /** Returns the same register with another timeout, from 1 ms to 1 h. */
  Register within(Duration timeout);

  /**
   * Reads.
   *
   * @throws TimeoutException if no majority of the voters answers in time
   */
  Value get() throws InterruptedException, TimeoutException;

  /** Writes, whatever is there. */
  Outcome set(String text) throws InterruptedException;

  /**
   * Writes if the register has that version.
   *
   * @param expected the version that was read; 0 if nothing must have been written yet
   */
  Outcome compareAndSet(long expected, String text) throws InterruptedException;

  /**
   * Reads, applies the function to the text, which is empty at first, and writes what it returns if
   * nobody has written meanwhile; otherwise it begins again. So the function may be applied several
   * times, by this thread. What it throws is thrown here, and nothing is written.
   *
   * @return what was written; {@link Unknown} if the time is over or an attempt had no outcome, and
   *     {@link Refused} if others were always faster
   * @throws TimeoutException if it could not be read in time, so that nothing was written
   */
  Outcome update(UnaryOperator<String> change) throws InterruptedException, TimeoutException;

  /** Does as {@link #get}, without waiting; what depends on it runs on a virtual thread. */
  CompletableFuture<Value> getAsync();

  /** Does as {@link #set}, without waiting. */
  CompletableFuture<Outcome> setAsync(String text);

  /** Does as {@link #compareAndSet}, without waiting. */
  CompletableFuture<Outcome> compareAndSetAsync(long expected, String text);

  /** Does as {@link #update}, without waiting; the function runs on a virtual thread. */
  CompletableFuture<Outcome> updateAsync(UnaryOperator<String> change);
}
