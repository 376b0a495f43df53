package coterie.lab.campaign;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of the parts into which a campaign is divided, for machines that know nothing of each other.
 *
 * @param number from 1
 */
public record Shard(int number, int count) {
  private static final int COUNT_MAX = 100_000;
  private static final Pattern WORDS = Pattern.compile("([0-9]{1,6})/([0-9]{1,6})");

  /** All of a campaign. */
  public static final Shard WHOLE = new Shard(1, 1);

  /** Reads {@code 3/16}. */
  public static Shard parse(String flag, String text) {
    Matcher words = WORDS.matcher(text);
    if (words.matches()) {
      Shard shard = new Shard(Integer.parseInt(words.group(1)), Integer.parseInt(words.group(2)));
      if (shard.number >= 1 && shard.number <= shard.count && shard.count <= COUNT_MAX) {
        return shard;
      }
    }
    throw new IllegalArgumentException(
        "%s %s: give the number of a shard and how many there are, such as 3/16"
            .formatted(flag, text));
  }

  /** Returns the seeds of this shard: each has as many as any other, or one more. */
  public Seeds of(Seeds all) {
    return new Seeds(all.first() + before(all.count(), number - 1), end(all));
  }

  /** Returns whether a piece of work is of this shard, where pieces take unequal times. */
  public boolean has(long piece) {
    return piece % count == number - 1;
  }

  private long end(Seeds all) {
    return all.first() + before(all.count(), number) - 1;
  }

  /** Returns how many of that many pieces the first shards have. */
  private long before(long pieces, int shards) {
    long each = pieces / count;
    return each * shards + Math.min(shards, pieces % count);
  }

  @Override
  public String toString() {
    return number + "/" + count;
  }
}
