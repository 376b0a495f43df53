package coterie.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Records whose fields are written as those of the record around them. */
public class InlinedTest {
  public record Flat(int who, String name, List<String> tags) {}

  public record Card(String name, List<String> tags) implements Inlined {}

  public record Nested(int who, Card card) {}

  public record Group(List<Nested> all) {}

  public record FlatGroup(List<Flat> all) {}

  public record LaterCard(String name, List<String> tags, int weight) implements Inlined {}

  public record Later(int who, LaterCard card) {}

  public record Wrong(Card card, int who) {}

  private static final Flat FLAT = new Flat(7, "seven", List.of("a", "b"));
  private static final Nested NESTED = new Nested(7, new Card("seven", List.of("a", "b")));

  private static <T> T read(Class<T> type, byte[] bytes) {
    return ((Decoded.Value<T>) Codec.of(type).decode(bytes)).message();
  }

  @Test
  void bytesAreThoseOfTheFlatRecord() {
    byte[] flat = Codec.of(Flat.class).encode(FLAT);
    assertThat(Codec.of(Nested.class).encode(NESTED)).isEqualTo(flat);
    assertThat(read(Nested.class, flat)).isEqualTo(NESTED);
    byte[] list = Codec.of(FlatGroup.class).encode(new FlatGroup(List.of(FLAT, FLAT)));
    Group group = new Group(List.of(NESTED, NESTED));
    assertThat(Codec.of(Group.class).encode(group)).isEqualTo(list);
    assertThat(read(Group.class, list)).isEqualTo(group);
  }

  @Test
  void aFieldMayBeAppended() {
    Later later = new Later(7, new LaterCard("seven", List.of("a", "b"), 9));
    byte[] bytes = Codec.of(Nested.class).encode(NESTED);
    assertThat(read(Later.class, bytes).card().weight()).isZero();
    assertThat(read(Nested.class, Codec.of(Later.class).encode(later))).isEqualTo(NESTED);
  }

  @Test
  void onlyTheLastComponentCanBeInlined() {
    assertThatThrownBy(() -> Codec.of(Wrong.class)).hasMessageContaining("must be the last one");
  }
}
