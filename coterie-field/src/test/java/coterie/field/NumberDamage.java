package coterie.field;

import coterie.elect.raft.Raft;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import coterie.wire.Sum;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Turns one bit of what hurts most, in a share of the datagrams: of the sender's incarnation, or of
 * the term in a message of Raft.
 *
 * @param isSummedAnew whether the sum is made to fit again, as if the bit had been turned in the
 *     memory of the sender, where no sum tells; greetings are left alone then
 */
record NumberDamage(double share, boolean isSummedAnew) implements Damage {
  private static final Codec<Raft.Msg> RAFT = Codec.of(Raft.Msg.class);

  /** Version, cluster, a channel below 128, and the sender. */
  private static final int INCARNATION_AT = 1 + Integer.BYTES + 1 + Long.BYTES;

  private static final int ELECTION = 1;
  private static final int GREETINGS = 127;

  @Override
  public int strike(SplittableRandom random, byte[] bytes, int count, boolean isStream) {
    double lot = random.nextDouble();
    if (isStream || lot >= share) {
      return 0;
    }
    if (!(Envelope.read(bytes, 0, count) instanceof Decoded.Value<Envelope.Placed>(var placed))) {
      return 0;
    }
    if (isSummedAnew && placed.envelope().channel() == GREETINGS) {
      return 0; // The same bit in a packet and in the answer that proves its life makes one up.
    }
    List<Integer> bits = bits(bytes, count, placed);
    Damage.turn(bytes, bits.get(random.nextInt(bits.size())));
    if (isSummedAnew) {
      int end = count - Sum.BYTES;
      ByteBuffer.wrap(bytes).putInt(end, Sum.of(bytes, 0, end));
    }
    return 1;
  }

  /** Those of the term, where there is one. */
  private static List<Integer> bits(byte[] bytes, int count, Envelope.Placed placed) {
    List<Integer> bits = new ArrayList<>();
    if (placed.envelope().channel() == ELECTION) {
      int to = count - Sum.BYTES;
      long term = term(bytes, placed.messageFrom(), to);
      for (int bit = placed.messageFrom() * Byte.SIZE; bit < to * Byte.SIZE; bit++) {
        byte[] turned = bytes.clone();
        Damage.turn(turned, bit);
        long other = term(turned, placed.messageFrom(), to);
        if (other >= 0 && other != term) {
          bits.add(bit);
        }
      }
    }
    if (bits.isEmpty()) {
      int size = varint(placed.envelope().senderIncarnation());
      for (int bit = 0; bit < size * Byte.SIZE; bit++) {
        bits.add(INCARNATION_AT * Byte.SIZE + bit);
      }
    }
    return bits;
  }

  private static int varint(long value) {
    return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
  }

  private static long term(byte[] bytes, int from, int to) {
    return RAFT.decode(bytes, from, to) instanceof Decoded.Value<Raft.Msg>(var said)
        ? said.term()
        : -1;
  }
}
