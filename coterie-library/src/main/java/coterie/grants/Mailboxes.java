package coterie.grants;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/** All who listen to one kind of events. */
public final class Mailboxes<T> {
  private final List<Mailbox<T>> boxes = new CopyOnWriteArrayList<>();

  public Mailbox<T> add(Consumer<? super T> listener) {
    Mailbox<T> box = new Mailbox<>(required(listener), boxes::remove);
    boxes.add(box);
    return box;
  }

  /** Only what has that word: others neither wait in its line nor push anything out of it. */
  public Mailbox<T> add(String word, Function<T, String> of, Consumer<? super T> listener) {
    Mailbox<T> box =
        new Mailbox<>(required(listener), boxes::remove) {
          @Override
          void put(T event) {
            if (of.apply(event).equals(word)) {
              super.put(event);
            }
          }
        };
    boxes.add(box);
    return box;
  }

  /** Null would be noticed at the first event only, by nobody who could mend it. */
  private static <T> Consumer<? super T> required(Consumer<? super T> listener) {
    return Objects.requireNonNull(listener, "a listener is a method to call, not null");
  }

  public boolean isEmpty() {
    return boxes.isEmpty();
  }

  public void tell(T event) {
    for (Mailbox<T> box : boxes) {
      box.put(event);
    }
  }
}
