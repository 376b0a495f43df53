package coterie.lab.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardTest {
  @TempDir Path folder;

  @Test
  void shardsFollowEachOtherAndHaveAllSeeds() {
    for (long size : new long[] {1, 5, 16, 17, 1_000}) {
      Seeds all = new Seeds(10, 9 + size);
      long next = all.first();
      for (int number = 1; number <= 16; number++) {
        Seeds part = new Shard(number, 16).of(all);
        assertThat(part.first()).isEqualTo(next);
        assertThat(part.count()).isBetween(size / 16, size / 16 + 1);
        next = part.last() + 1;
      }
      assertThat(next).isEqualTo(all.last() + 1);
    }
  }

  @Test
  void wordsAreChecked() {
    assertThat(Shard.parse("--shard", "3/16")).isEqualTo(new Shard(3, 16));
    assertThat(Seeds.parse("--seeds", "7..9")).isEqualTo(new Seeds(7, 9));
    assertThat(Seeds.parse("--seeds", "7")).isEqualTo(new Seeds(7, 7));
    for (String wrong : List.of("0/2", "3/2", "1", "a/b", "1/0")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Shard.parse("--shard", wrong))
          .withMessageContaining("such as 3/16");
    }
    for (String wrong : List.of("2..1", "", "1-5", "..3")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Seeds.parse("--seeds", wrong))
          .withMessageContaining("such as 1..1000");
    }
  }

  private Path report(String kind, Shard shard) throws IOException {
    Map<String, @Nullable Object> campaign = ShardReport.campaign(kind);
    Path file = folder.resolve("%s-%d-%d.jsonl".formatted(kind, shard.number(), shard.count()));
    new ShardReport(campaign, shard, List.of(Map.of("a", 1L))).write(file);
    return file;
  }

  @Test
  void reportsComeInTheOrderOfShards() throws IOException {
    List<ShardReport> all =
        ShardReport.readAll(
            List.of(report("hunt", new Shard(2, 2)), report("hunt", new Shard(1, 2))));
    assertThat(all).extracting(one -> one.shard().number()).containsExactly(1, 2);
    assertThat(all.getFirst().lines()).containsExactly(Map.of("a", 1L));
  }

  @Test
  void shardsThatDoNotBelongTogetherAreRefused() throws IOException {
    Path first = report("hunt", new Shard(1, 3));
    Path second = report("hunt", new Shard(2, 3));
    assertRefused(List.of(first, second), "the reports of 1 of 3 shards are missing: 3;");
    assertRefused(List.of(first, first), "are both of shard 1/3; give each shard once");
    assertRefused(List.of(first, report("sweep", new Shard(2, 3))), "are of two campaigns;");
    assertRefused(List.of(first, report("hunt", new Shard(2, 2))), "are of two campaigns;");
  }

  @Test
  void reportThatWasChangedIsRefused() throws IOException {
    Path file = report("hunt", new Shard(1, 1));
    Files.writeString(file, Files.readString(file).replace("\"a\":1", "\"a\":2"));
    assertRefused(List.of(file), "is damaged: its sum is wrong; run shard 1/1 again");
  }

  private static void assertRefused(List<Path> files, String why) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ShardReport.readAll(files))
        .withMessageContaining(why);
  }
}
