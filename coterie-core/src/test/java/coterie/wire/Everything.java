package coterie.wire;

import coterie.core.Bytes;
import coterie.core.Message;
import coterie.core.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** A family with every type of field, and random messages of it. */
public final class Everything {
  public sealed interface Msg extends Message permits Empty, Numbers, Texts, Lists, Tree, Inner {}

  public sealed interface Inner extends Msg permits First, Second {}

  public enum Color {
    RED,
    GREEN,
    BLUE
  }

  public record Empty() implements Msg {}

  public record Numbers(
      long a, int b, short c, byte d, boolean e, double f, float g, Color color, Integer boxed)
      implements Msg {}

  public record Texts(String text, NodeId node, Bytes bytes, Numbers nested) implements Msg {}

  public record Lists(
      List<Long> longs,
      List<Integer> ints,
      List<String> texts,
      List<NodeId> nodes,
      List<Color> colors,
      List<Bytes> bytes,
      List<Double> doubles,
      List<Float> floats,
      List<Short> shorts,
      List<Byte> octets,
      List<Boolean> booleans,
      List<Numbers> records,
      List<Inner> inner,
      List<List<Integer>> lists,
      Span span)
      implements Msg {}

  public record Tree(int value, List<Tree> branches) implements Msg {}

  public record First(Msg any) implements Inner {}

  public record Second(Second.Part part, int more) implements Inner {
    public record Part(String name) {}
  }

  /** No record: it packs itself. */
  public static final class Span implements Packed<Span.Ends> {
    public record Ends(int from, int length) {}

    private final int from;
    private final int to;

    public Span(int from, int to) {
      if (from > to) {
        throw new IllegalArgumentException("a span ends where it begins or later");
      }
      this.from = from;
      this.to = to;
    }

    public static Span unpacked(Ends ends) {
      return new Span(ends.from, ends.from + ends.length);
    }

    @Override
    public Ends packed() {
      return new Ends(from, to - from);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Span that && from == that.from && to == that.to;
    }

    @Override
    public int hashCode() {
      return 31 * from + to;
    }
  }

  private interface Maker<T> {
    T make();
  }

  private final RandomGenerator random;

  Everything(RandomGenerator random) {
    this.random = random;
  }

  Msg message(int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 4)) {
      case 0 -> new Empty();
      case 1 -> numbers();
      case 2 -> new Texts(text(), node(), bytes(), numbers());
      case 3 -> new Second(new Second.Part(text()), number32());
      case 4 -> lists(depth);
      case 5 -> tree(depth);
      default -> new First(message(depth - 1));
    };
  }

  private Lists lists(int depth) {
    return new Lists(
        list(this::number),
        list(this::number32),
        list(this::text),
        list(this::node),
        list(this::color),
        list(this::bytes),
        list(() -> Double.longBitsToDouble(random.nextLong())),
        list(() -> Float.intBitsToFloat(random.nextInt())),
        list(() -> (short) random.nextInt()),
        list(() -> (byte) random.nextInt()),
        list(random::nextBoolean),
        list(this::numbers),
        list(() -> new First(message(depth - 1))),
        list(() -> list(this::number32)),
        new Span(random.nextInt(1000), 1000 + random.nextInt(1000)));
  }

  private Tree tree(int depth) {
    return new Tree(number32(), depth == 0 ? List.of() : list(() -> tree(depth - 1)));
  }

  private Numbers numbers() {
    return new Numbers(
        number(),
        number32(),
        (short) number(),
        (byte) number(),
        random.nextBoolean(),
        random.nextBoolean() ? Double.NaN : random.nextGaussian(),
        random.nextFloat(),
        color(),
        number32());
  }

  /** Of every length. */
  private long number() {
    return random.nextLong() >> random.nextInt(64);
  }

  private int number32() {
    return random.nextInt() >> random.nextInt(32);
  }

  private Color color() {
    return Color.values()[random.nextInt(3)];
  }

  private NodeId node() {
    return new NodeId(random.nextLong());
  }

  private Bytes bytes() {
    byte[] some = new byte[random.nextInt(random.nextInt(20) == 0 ? 300 : 10)];
    random.nextBytes(some);
    return Bytes.of(some);
  }

  private String text() {
    int length = random.nextInt(random.nextInt(10) == 0 ? 300 : 20);
    int highest = random.nextBoolean() ? 0x7F : 0x1FFFF;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      int c = random.nextInt(highest + 1);
      text.appendCodePoint(c >= 0xD800 && c < 0xE000 ? 'x' : c);
    }
    return text.toString();
  }

  private <T> List<T> list(Maker<T> maker) {
    List<T> list = new ArrayList<>();
    int size = random.nextInt(random.nextInt(20) == 0 ? 60 : 4);
    for (int i = 0; i < size; i++) {
      list.add(maker.make());
    }
    return list;
  }
}
