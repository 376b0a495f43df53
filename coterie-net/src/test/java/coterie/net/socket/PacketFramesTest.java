package coterie.net.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What streams may cost. */
class PacketFramesTest {
  private static final int PATIENT = 1_000_000;

  private static InputStream stream(int length, int bytes) {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    sent.writeBytes(PacketFrames.head(length));
    sent.writeBytes(new byte[bytes]);
    return new ByteArrayInputStream(sent.toByteArray());
  }

  private static PacketFrames frames(InputStream in, AtomicLong budget, int millis) {
    return new PacketFrames(in, wait -> {}, budget, millis);
  }

  @Test
  void packetsComeOutAsTheyWentIn() throws IOException {
    for (int length : new int[] {1, 4, 8_191, 8_192, 8_193, 100_000}) {
      AtomicLong budget = new AtomicLong(100_000);
      PacketFrames frames = frames(stream(length, length), budget, PATIENT);
      byte[] packet = frames.next(PATIENT);
      assertThat(packet).hasSize(length);
      assertThat(budget).hasValue(100_000 - length);
      frames.release(packet);
      assertThat(budget).hasValue(100_000);
      assertThatThrownBy(() -> frames.next(PATIENT)).isInstanceOf(EOFException.class);
    }
  }

  @Test
  void hugeLengthCostsNothing() {
    AtomicLong budget = new AtomicLong(20_000);
    assertThatThrownBy(
            () -> frames(stream(PacketFrames.PACKET_MAX, 100), budget, PATIENT).next(PATIENT))
        .isInstanceOf(EOFException.class);
    for (int length : new int[] {0, -1, Integer.MIN_VALUE, PacketFrames.PACKET_MAX + 1}) {
      assertThatThrownBy(() -> frames(stream(length, 100), budget, PATIENT).next(PATIENT))
          .hasMessageContaining("MALFORMED");
    }
    assertThat(budget).as("all was given back").hasValue(20_000);
  }

  /** Or it would wait for bytes that never come, or take a later packet for a part of this one. */
  @Test
  void turnedBitOfAHeadEndsAStreamAtOnce() throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    PacketFrames.write(sent, new byte[100]);
    for (int bit = 0; bit < PacketFrames.HEAD_BYTES * Byte.SIZE; bit++) {
      byte[] turned = sent.toByteArray();
      turned[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      AtomicLong budget = new AtomicLong(20_000);
      assertThatThrownBy(() -> frames(new ByteArrayInputStream(turned), budget, PATIENT).next(1))
          .as("bit %d", bit)
          .hasMessageContaining("DAMAGED");
      assertThat(budget).hasValue(20_000);
    }
  }

  @Test
  void budgetEndsAStream() {
    AtomicLong budget = new AtomicLong(20_000);
    assertThatThrownBy(() -> frames(stream(30_000, 30_000), budget, PATIENT).next(PATIENT))
        .hasMessageContaining("TOO_MUCH");
    assertThat(budget).as("all was given back").hasValue(20_000);
  }

  @Test
  void dribblingEndsAStream() {
    AtomicLong budget = new AtomicLong(20_000);
    assertThatThrownBy(() -> frames(stream(1_000, 1_000), budget, 0).next(PATIENT))
        .hasMessageContaining("TOO_SLOW");
    assertThat(budget).as("all was given back").hasValue(20_000);
  }
}
