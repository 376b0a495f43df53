package coterie.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import coterie.core.NodeId;
import coterie.core.Stamp;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HybridTextTest {
  @ParameterizedTest
  @CsvSource({
    "1794822000123, 7, 2026-11-16T09:40:00.123Z/7",
    "1794822000000, 0, 2026-11-16T09:40:00.000Z/0",
    "0, 0, 1970-01-01T00:00:00.000Z/0",
    "140737488355327, 65535, 6429-10-17T02:45:55.327Z/65535",
  })
  void timeIsAnInstantAndACounter(long millis, int counter, String text) {
    assertThat(HybridText.text(HybridClock.time(millis, counter))).isEqualTo(text);
    assertThat(HybridText.parse(text)).isEqualTo(HybridClock.time(millis, counter));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-16T09:40:00.123Z, 1794822000123, 0",
    "2026-11-16T09:40:00Z/12, 1794822000000, 12",
    "2026-11-16T09:40:00.1Z, 1794822000100, 0",
    "1794822000123, 1794822000123, 0",
    "1794822000123/7, 1794822000123, 7",
    "0/1, 0, 1",
  })
  void shorterFormsAreReadAsWell(String text, long millis, int counter) {
    assertThat(HybridText.parse(text)).isEqualTo(HybridClock.time(millis, counter));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-16T09:40:00.123Z/7@P1, 1",
    "2026-11-16T09:40:00.123Z/7@1, 1",
    "2026-11-16T09:40:00.123Z/7@P-9223372036854775808, -9223372036854775808",
  })
  void stampHasANode(String text, long node) {
    assertThat(HybridText.parseStamp(text))
        .isEqualTo(new Stamp(HybridClock.time(1_794_822_000_123L, 7), new NodeId(node)));
  }

  @Test
  void stampWithoutANodeIsTheLastOneOfItsTime() {
    Stamp last = Stamp.lastOf(HybridClock.time(5, 3));
    assertThat(HybridText.parseStamp("5/3")).isEqualTo(last);
    assertThat(HybridText.textOf(last)).isEqualTo("1970-01-01T00:00:00.005Z/3");
  }

  @Test
  void everyStampComesBackFromItsText() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2_000; i++) {
      Stamp stamp = new Stamp(random.nextLong() >>> 1, new NodeId(random.nextLong()));
      assertThat(HybridText.parseStamp(HybridText.textOf(stamp))).isEqualTo(stamp);
      assertThat(HybridText.parse(HybridText.text(stamp.time()))).isEqualTo(stamp.time());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', is not a hybrid stamp",
    "yesterday, is not a hybrid time; it looks like 2026-11-16T09:40:00.123Z/7",
    "2026-11-16, is not a hybrid time",
    "2026-13-16T09:40:00Z, is not a hybrid time",
    "2026-11-16T09:40:00.123Z/, is not a hybrid stamp",
    "2026-11-16T09:40:00.123Z/7/8, is not a hybrid stamp",
    "2026-11-16T09:40:00.123Z/-1, is not a hybrid stamp",
    "2026-11-16T09:40:00.123Z@, '@P1 after it if the node counts'",
    "2026-11-16T09:40:00.123Z@Pax, '@P1 after it if the node counts'",
    "2026-11-16T09:40:00.123Z/65536, the counter is 0 to 65535",
    "2026-11-16T09:40:00.123456Z, 'finer than a hybrid time, which has milliseconds'",
    "1969-12-31T23:59:59.999Z, the years are 1970 to 6429",
    "7000-01-01T00:00:00Z, the years are 1970 to 6429",
    "+1000000000-12-31T23:59:59Z, is not a hybrid time",
    "999999999999999999, the years are 1970 to 6429",
    "5@9999999999999999999, a node is a number of 64 bits",
  })
  void badStampIsRefusedInOneSentence(String text, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HybridText.parseStamp(text))
        .withMessageStartingWith("\"" + text + "\"")
        .withMessageContaining(why);
  }

  @Test
  void timeHasNoNode() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HybridText.parse("5/3@P1"))
        .withMessage("\"5/3@P1\" is not a hybrid time but a stamp: leave the node out");
    assertThatIllegalArgumentException().isThrownBy(() -> HybridText.text(-1));
  }
}
