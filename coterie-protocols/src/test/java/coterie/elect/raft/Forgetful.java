package coterie.elect.raft;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Stable;
import coterie.testkit.TamperedContext;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A context whose stable storage forgets everything in a crash, though it reports each save. */
final class Forgetful<M extends Message> extends TamperedContext<M> {
  private final Alarm report;
  private @Nullable Stable<?> last;
  private @Nullable Consumer<Stable<?>> saved;

  Forgetful(Context<M> context) {
    super(context);
    this.report = context.alarm("forgetful", this::report);
  }

  /** Says who is told of a save. */
  void tell(Consumer<Stable<?>> newSaved) {
    saved = newSaved;
  }

  private void report() {
    if (saved != null && last != null) {
      saved.accept(last);
    }
  }

  @Override
  public <T extends Record> Stable<T> stable(String name, Class<T> type) {
    return new Stable<>() {
      private @Nullable T value;

      @Override
      public String name() {
        return name;
      }

      @Override
      public @Nullable T value() {
        return value;
      }

      @Override
      public void save(T newValue) {
        value = newValue;
        last = this;
        report.start(0);
      }
    };
  }
}
