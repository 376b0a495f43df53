package coterie.net;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.wire.Codec;
import coterie.wire.Decoded;
import coterie.wire.Envelope;
import coterie.wire.Output;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The bytes of one message of every kind, in golden.txt. What is there was sent once, so it is
 * never changed or taken away: a reader understands all of it. A new kind, or a field that was
 * appended, adds a line: -Dcoterie.golden=write does. docs/wire.md says more.
 */
public class GoldenTest {
  private static final Path FILE = Path.of("src/test/resources/golden.txt");
  private static final HexFormat HEX = HexFormat.of();

  @Test
  void everyKindIsWrittenAsItWas() throws Exception {
    Map<String, List<String>> golden = golden();
    Map<String, String> present = present();
    if ("write".equals(System.getProperty("coterie.golden"))) {
      append(golden, present);
      golden = golden();
    }
    assertThat(golden.keySet())
        .as("a kind that was sent stays; a new one is added with -Dcoterie.golden=write")
        .containsExactlyInAnyOrderElementsOf(present.keySet());
    for (Map.Entry<String, String> each : present.entrySet()) {
      List<String> lines = golden.get(each.getKey());
      assertThat(lines.get(lines.size() - 1)).as(each.getKey()).isEqualTo(each.getValue());
    }
  }

  @Test
  void everythingThatWasEverWrittenIsStillRead() throws Exception {
    Map<String, List<String>> golden = golden();
    for (Class<?> family : Samples.families().values()) {
      Codec<?> codec = Codec.of(family);
      for (Object sample : Samples.of(family)) {
        String kind = Samples.name(sample.getClass());
        for (String line : golden.getOrDefault(kind, List.of())) {
          Decoded<?> decoded = codec.decode(HEX.parseHex(line));
          assertThat(decoded).as(kind).isInstanceOf(Decoded.Value.class);
          Object message = ((Decoded.Value<?>) decoded).message();
          assertThat(message.getClass()).as(kind).isEqualTo(sample.getClass());
        }
      }
    }
  }

  /** Shows that the comparison sees a field that has moved. */
  @Test
  void exchangedFieldsAreNoticed() {
    byte[] before = Codec.of(Before.class).encode(new Before(1, 2));
    byte[] after = Codec.of(After.class).encode(new After(2, 1));
    assertThat(before).isNotEqualTo(after);
  }

  public record Before(int first, int second) {}

  public record After(int second, int first) {}

  private static Map<String, String> present() throws Exception {
    Map<String, String> present = new LinkedHashMap<>();
    NodeId sender = new NodeId(-7);
    Envelope.Seal seal = new Envelope.Seal(5, 6, 300);
    present.put("envelope.plain", hex(new Envelope(0xC0FFEE, 3, sender, 1, 2)));
    present.put("envelope.stamped", hex(new Envelope(0xC0FFEE, 3, sender, 1, 2, 77, 5, null)));
    present.put("envelope.sealed", hex(new Envelope(0xC0FFEE, 3, sender, 1, 2, 77, 5, seal)));
    for (Class<?> family : Samples.families().values()) {
      add(present, family);
    }
    return present;
  }

  private static <M> void add(Map<String, String> present, Class<M> family) throws Exception {
    Codec<M> codec = Codec.of(family);
    for (Object sample : Samples.of(family)) {
      String kind = Samples.name(sample.getClass());
      present.put(kind, HEX.formatHex(codec.encode(family.cast(sample))));
    }
  }

  private static String hex(Envelope envelope) {
    Output out = new Output();
    envelope.write(out);
    return HEX.formatHex(out.toBytes());
  }

  private static Map<String, List<String>> golden() throws Exception {
    Map<String, List<String>> golden = new LinkedHashMap<>();
    for (String line : Files.exists(FILE) ? Files.readAllLines(FILE) : List.<String>of()) {
      if (!line.isBlank() && !line.startsWith("#")) {
        int space = line.indexOf(' ');
        golden
            .computeIfAbsent(line.substring(0, space), any -> new ArrayList<>())
            .add(line.substring(space).replace(" ", ""));
      }
    }
    return golden;
  }

  private static void append(Map<String, List<String>> golden, Map<String, String> present)
      throws Exception {
    List<String> lines = Files.exists(FILE) ? Files.readAllLines(FILE) : new ArrayList<>();
    for (Map.Entry<String, String> each : present.entrySet()) {
      List<String> known = golden.getOrDefault(each.getKey(), List.of());
      if (known.isEmpty() || !known.get(known.size() - 1).equals(each.getValue())) {
        lines.add(each.getKey() + each.getValue().replaceAll("(..)", " $1"));
      }
    }
    Files.write(FILE, lines);
  }
}
