package coterie.lab.campaign;

import coterie.agent.http.JsonReader;
import coterie.json.JsonText;
import coterie.lab.TextFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * What a shard leaves behind: a file with a JSON object a line. The first says what the campaign is
 * and which shard this is, the last how many lines there are, with a sum of all bytes before it, so
 * that a file that was cut off or changed is refused.
 *
 * @param campaign what it is; equal in all shards
 * @param lines what the shard came to
 */
public record ShardReport(
    Map<String, @Nullable Object> campaign,
    Shard shard,
    List<Map<String, @Nullable Object>> lines) {
  private static final String KIND = "campaign";
  private static final String SHARD = "shard";
  private static final String END = "end";
  private static final String SUM = "crc32";

  /** Returns which kind of campaign it is, such as hunt. */
  public String kind() {
    return String.valueOf(campaign.get(KIND));
  }

  /** Makes what all shards of a campaign have in common. */
  public static Map<String, @Nullable Object> campaign(String kind) {
    Map<String, @Nullable Object> campaign = new LinkedHashMap<>();
    campaign.put(KIND, kind);
    return campaign;
  }

  /** Writes it to a file. */
  public void write(Path file) throws IOException {
    Map<String, @Nullable Object> head = new LinkedHashMap<>(campaign);
    head.put(SHARD, shard.toString());
    StringBuilder text = new StringBuilder(JsonText.of(head)).append('\n');
    lines.forEach(line -> text.append(JsonText.of(line)).append('\n'));
    Map<String, @Nullable Object> end = new LinkedHashMap<>();
    end.put(END, lines.size());
    end.put(SUM, sum(text.toString()));
    text.append(JsonText.of(end)).append('\n');
    TextFiles.write(file, text.toString());
  }

  private static String sum(String text) {
    CRC32 sum = new CRC32();
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(sum.getValue());
  }

  /** Reads what {@link #write} has written. */
  public static ShardReport read(Path file) throws IOException {
    List<Map<String, @Nullable Object>> lines = new ArrayList<>();
    List<String> texts = TextFiles.read(file);
    for (String line : texts) {
      try {
        lines.add(JsonReader.parseObject(line));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "%s is not the report of a shard: line %d is not a JSON object"
                .formatted(file, lines.size() + 1),
            e);
      }
    }
    if (lines.isEmpty() || !(lines.getFirst().get(SHARD) instanceof String shard)) {
      throw new IllegalArgumentException(
          "%s is not the report of a shard; --shard 1/2 --report FILE writes one".formatted(file));
    }
    Map<String, @Nullable Object> head = lines.removeFirst();
    Map<String, @Nullable Object> end = lines.isEmpty() ? Map.of() : lines.removeLast();
    boolean isWhole = end.get(END) instanceof Long count && count == lines.size();
    if (!isWhole) {
      throw new IllegalArgumentException(
          "%s ends too early; run shard %s again".formatted(file, shard));
    }
    texts.removeLast();
    if (!sum(String.join("\n", texts) + "\n").equals(end.get(SUM))) {
      throw new IllegalArgumentException(
          "%s is damaged: its sum is wrong; run shard %s again".formatted(file, shard));
    }
    head.remove(SHARD);
    return new ShardReport(head, Shard.parse(file.toString(), shard), lines);
  }

  /**
   * Reads the reports of all shards of one campaign, in the order of the shards.
   *
   * @throws IllegalArgumentException if they are of several campaigns, or a shard is missing or
   *     there twice
   */
  public static List<ShardReport> readAll(List<Path> files) throws IOException {
    Map<Integer, ShardReport> reports = new TreeMap<>();
    Map<Integer, Path> places = new TreeMap<>();
    ShardReport first = null;
    for (Path file : files) {
      ShardReport report = read(file);
      first = first == null ? report : first;
      requireSame(first, files.getFirst(), report, file);
      Path twice = places.put(report.shard.number(), file);
      if (twice != null) {
        throw new IllegalArgumentException(
            "%s and %s are both of shard %s; give each shard once"
                .formatted(twice, file, report.shard));
      }
      reports.put(report.shard.number(), report);
    }
    if (first == null) {
      throw new IllegalArgumentException("merge takes the reports of all shards, at least one");
    }
    requireAll(first.shard.count(), reports);
    return List.copyOf(reports.values());
  }

  private static void requireSame(ShardReport first, Path place, ShardReport other, Path file) {
    if (!first.campaign.equals(other.campaign) || first.shard.count() != other.shard.count()) {
      throw new IllegalArgumentException(
          "%s and %s are of two campaigns; all shards take the same flags but --shard and --report"
              .formatted(place, file));
    }
  }

  private static void requireAll(int count, Map<Integer, ShardReport> reports) {
    List<Integer> missing = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      if (!reports.containsKey(number)) {
        missing.add(number);
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "the reports of %d of %d shards are missing: %s; run these, and give all of them"
              .formatted(
                  missing.size(),
                  count,
                  missing.stream().limit(20).map(String::valueOf).collect(Collectors.joining(", "))
                      + (missing.size() > 20 ? ", ..." : "")));
    }
  }
}
