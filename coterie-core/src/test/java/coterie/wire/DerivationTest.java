package coterie.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A family that cannot be sent is refused with one sentence. */
public class DerivationTest {
  record Hidden(int value) {}

  public record WithMap(Map<String, String> tags) {}

  @SuppressWarnings("rawtypes") // That is what is refused.
  public record WithRawList(List values) {}

  public record WithAny(List<?> values) {}

  public record WithArray(byte[] values) {}

  public record WithObject(Object value) {}

  public record Link(int value, Link next) {}

  public sealed interface Mixed {}

  public record Fine() implements Mixed {}

  public static final class NoRecord implements Mixed {}

  public enum Nothing {}

  public record WithNothing(Nothing nothing) {}

  /** It says what it becomes, but not how to come back. */
  public static final class OneWay implements Packed<Fine> {
    @Override
    public Fine packed() {
      return new Fine();
    }
  }

  public record WithOneWay(OneWay way) {}

  @Test
  void familyThatCannotBeDerivedIsRefusedWithOneSentence() {
    assertRefused(Hidden.class, "must be public, in a package that its module exports");
    assertRefused(WithMap.class, "the field tags of", "is of type java.util.Map<", "a List of");
    assertRefused(WithRawList.class, "is of type java.util.List;");
    assertRefused(WithAny.class, "is of type ?");
    assertRefused(WithArray.class, "is of type byte[]");
    assertRefused(WithObject.class, "is of type java.lang.Object");
    assertRefused(Link.class, "the field next of", "take a List");
    assertRefused(Mixed.class, "NoRecord, a kind of", "neither a record nor a sealed interface");
    assertRefused(WithNothing.class, "has no constants");
    assertRefused(WithOneWay.class, "no public static method unpacked");
    assertRefused(String.class, "not a family of messages");
    assertRefused(Runnable.class, "is of type java.lang.Runnable");
  }

  @Test
  void codecOfAFamilyIsDerivedOnce() {
    byte[] bytes = Codec.of(Fine.class).encode(new Fine());
    assertThat(Codec.of(Fine.class).decode(bytes)).isEqualTo(new Decoded.Value<>(new Fine()));
  }

  private static void assertRefused(Class<?> family, String... said) {
    assertThatThrownBy(() -> Codec.of(family))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(said)
        .message()
        .doesNotContain("\n");
  }
}
