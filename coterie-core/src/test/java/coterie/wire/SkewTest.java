package coterie.wire;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Bytes;
import coterie.core.NodeId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two versions of one family understand each other as far as both know what is said. */
public class SkewTest {
  /** The family as it was. */
  public static final class Old {
    public sealed interface Msg {}

    public record Hello(long number, List<Item> items) implements Msg {}

    public record State(Color color, Point point) implements Msg {}

    public sealed interface Item {}

    public record Apple(int weight) implements Item {}

    public record Pear(String name) implements Item {}

    public record Point(int x, int y) {}

    public enum Color {
      RED,
      GREEN
    }
  }

  /** The same family later: fields, kinds and a constant were appended, and nothing else done. */
  public static final class New {
    public sealed interface Msg {}

    public record Hello(long number, List<Item> items, String who, boolean loud) implements Msg {}

    public record State(
        Color color, Point point, Item item, double ratio, Bytes bytes, NodeId node, Point other)
        implements Msg {}

    public record Goodbye(int code) implements Msg {}

    public sealed interface Item {}

    public record Apple(int weight, List<Integer> rings) implements Item {}

    public record Pear(String name) implements Item {}

    public record Plum(Color color) implements Item {}

    public record Point(int x, int y, int z) {}

    public enum Color {
      RED,
      GREEN,
      BLUE
    }
  }

  /** A list of records that hold something which may be unknown. */
  public static final class Baskets {
    public record OldBasket(Old.Color color, Old.Item item) {}

    public record OldShelf(List<OldBasket> baskets, List<Old.Color> colors, int end) {}

    public record NewBasket(New.Color color, New.Item item, int more) {}

    public record NewShelf(List<NewBasket> baskets, List<New.Color> colors, int end) {}
  }

  private static final Codec<Old.Msg> OLD = Codec.of(Old.Msg.class);
  private static final Codec<New.Msg> NEW = Codec.of(New.Msg.class);

  @Test
  void olderReaderSkipsAppendedFieldsAndUnknownElements() {
    New.Hello hello =
        new New.Hello(
            7,
            List.of(
                new New.Apple(1, List.of(1, 2, 3)),
                new New.Plum(New.Color.BLUE),
                new New.Pear("p"),
                new New.Plum(New.Color.RED)),
            "me",
            true);
    assertThat(OLD.decode(NEW.encode(hello)))
        .isEqualTo(value(new Old.Hello(7, List.of(new Old.Apple(1), new Old.Pear("p")))));
  }

  @Test
  void newerReaderGivesMissingFieldsTheirDefaults() {
    Old.Hello hello = new Old.Hello(7, List.of(new Old.Apple(5)));
    assertThat(NEW.decode(OLD.encode(hello)))
        .isEqualTo(value(new New.Hello(7, List.of(new New.Apple(5, List.of())), "", false)));
    Old.State state = new Old.State(Old.Color.GREEN, new Old.Point(1, 2));
    assertThat(NEW.decode(OLD.encode(state)))
        .isEqualTo(
            value(
                new New.State(
                    New.Color.GREEN,
                    new New.Point(1, 2, 0),
                    new New.Apple(0, List.of()),
                    0,
                    Bytes.none(),
                    new NodeId(0),
                    new New.Point(0, 0, 0))));
  }

  @Test
  void unknownKindOfMessageIsSaidToBeUnknown() {
    assertThat(OLD.decode(NEW.encode(new New.Goodbye(1))))
        .isEqualTo(new Decoded.Unknown<>("Msg has no number 2 in this version"));
  }

  @Test
  void unknownConstantMakesTheMessageUnknown() {
    New.State state =
        new New.State(
            New.Color.BLUE,
            new New.Point(1, 2, 3),
            new New.Pear("x"),
            1,
            Bytes.none(),
            new NodeId(1),
            new New.Point(0, 0, 0));
    assertThat(OLD.decode(NEW.encode(state)))
        .isEqualTo(new Decoded.Unknown<>("Color has no number 2 in this version"));
  }

  @Test
  void elementWithSomethingUnknownInItIsSkippedAsAWhole() {
    Baskets.NewShelf shelf =
        new Baskets.NewShelf(
            List.of(
                new Baskets.NewBasket(New.Color.BLUE, new New.Pear("a"), 1),
                new Baskets.NewBasket(New.Color.RED, new New.Plum(New.Color.RED), 2),
                new Baskets.NewBasket(New.Color.GREEN, new New.Pear("c"), 3)),
            List.of(New.Color.BLUE, New.Color.GREEN),
            9);
    byte[] bytes = Codec.of(Baskets.NewShelf.class).encode(shelf);
    Baskets.OldBasket kept = new Baskets.OldBasket(Old.Color.GREEN, new Old.Pear("c"));
    assertThat(Codec.of(Baskets.OldShelf.class).decode(bytes))
        .isEqualTo(value(new Baskets.OldShelf(List.of(kept), List.of(Old.Color.GREEN), 9)));
  }

  private static <M> Decoded<M> value(M message) {
    return new Decoded.Value<>(message);
  }
}
