package coterie.calls;

import coterie.core.Call;
import coterie.core.RegisterNote.Action;
import coterie.core.RegisterNote.Cas;
import coterie.core.RegisterNote.Get;
import coterie.core.RegisterNote.Outcome;
import coterie.core.RegisterNote.Set;
import coterie.store.registers.RegisterAccess;
import java.util.function.Consumer;

/** What is asked of registers. It answers that it was; the outcome comes later. */
public final class RegisterCalls {
  private RegisterCalls() {}

  /** Reads a register. */
  public record Read(String register, long timeoutNanos) implements Call<RegisterAccess, Boolean> {
    @Override
    public Class<RegisterAccess> type() {
      return RegisterAccess.class;
    }

    @Override
    public Boolean apply(RegisterAccess access) {
      return apply(access, outcome -> {});
    }

    /** The same for one who waits for the outcome. */
    public Boolean apply(RegisterAccess access, Consumer<Outcome> then) {
      return request(access, register, new Get(), timeoutNanos, then);
    }
  }

  /** Writes a register, whatever is there. */
  public record Write(String register, String value, long timeoutNanos)
      implements Call<RegisterAccess, Boolean> {
    @Override
    public Class<RegisterAccess> type() {
      return RegisterAccess.class;
    }

    @Override
    public Boolean apply(RegisterAccess access) {
      return apply(access, outcome -> {});
    }

    /** The same for one who waits for the outcome. */
    public Boolean apply(RegisterAccess access, Consumer<Outcome> then) {
      return request(access, register, new Set(value), timeoutNanos, then);
    }
  }

  /** Writes a register if it has that version. */
  public record WriteIf(String register, long expected, String value, long timeoutNanos)
      implements Call<RegisterAccess, Boolean> {
    @Override
    public Class<RegisterAccess> type() {
      return RegisterAccess.class;
    }

    @Override
    public Boolean apply(RegisterAccess access) {
      return apply(access, outcome -> {});
    }

    /** The same for one who waits for the outcome. */
    public Boolean apply(RegisterAccess access, Consumer<Outcome> then) {
      return request(access, register, new Cas(expected, value), timeoutNanos, then);
    }
  }

  private static boolean request(
      RegisterAccess access, String name, Action action, long timeout, Consumer<Outcome> then) {
    access.request(name, action, timeout, then);
    return true;
  }
}
