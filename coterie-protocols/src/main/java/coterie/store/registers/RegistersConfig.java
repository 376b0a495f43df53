package coterie.store.registers;

import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.List;

/**
 * How registers behave.
 *
 * @param timeoutNanos a call without an outcome for this long ends as unknown
 * @param resendNanos from one sending of a message that is not answered to the next
 * @param backoffNanos after a conflict a proposer waits for two round trips, and then for a random
 *     time up to this and one round trip more; that bound doubles with every conflict of the same
 *     call, four times
 */
public record RegistersConfig(long timeoutNanos, long resendNanos, long backoffNanos) {
  public RegistersConfig {
    if (timeoutNanos < 1 || resendNanos < 1 || backoffNanos < 1) {
      throw new IllegalArgumentException("timeout, resend and backoff must be longer than 0");
    }
  }

  static List<Setting> settings() {
    return List.of(
        Setting.duration("timeout", "2s", "a call without an outcome for this long is unknown"),
        Setting.duration(
            "resend", "100ms", "from one sending of an unanswered message to the next"),
        Setting.duration(
            "backoff",
            "2ms",
            "longest wait after a conflict, besides the round trips; doubles with each, 4 times"));
  }

  static RegistersConfig of(Settings settings) {
    return new RegistersConfig(
        settings.nanos("timeout"), settings.nanos("resend"), settings.nanos("backoff"));
  }
}
