package coterie.detect;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.testkit.ManySeeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Same scenario and seed, same trace, byte by byte: twice, in another JVM, on another JDK. */
class DeterminismTest {
  private static final Path HOME = Path.of(System.getProperty("java.home"));
  private static final int OLDEST = 21;
  private static final int MINUTES_MAX = 10;
  private static final List<String> HASHES =
      TraceHash.SCENARIOS.stream().map(statements -> TraceHash.of(statements, 11)).toList();

  @Test
  void sameSeedGivesTheSameTraceAndAnotherSeedAnother() {
    for (List<String> statements : TraceHash.SCENARIOS) {
      String first = TraceHash.of(statements, 0);
      assertThat(TraceHash.of(statements, 0)).isEqualTo(first);
      assertThat(TraceHash.of(statements, 1)).as("%s", statements).isNotEqualTo(first);
    }
  }

  /** Neither the compiler nor identity hashes nor the ways of a country may show in a trace. */
  @Test
  void anotherJvmSetUpOtherwiseGivesTheSameTrace() throws IOException, InterruptedException {
    assertThat(
            hashesOf(
                HOME,
                ManySeeds.IS_DEEP ? "-Xint" : "-XX:TieredStopAtLevel=1",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:hashCode=2",
                "-Duser.language=ar",
                "-Duser.country=EG",
                "-Duser.timezone=Pacific/Chatham"))
        .isEqualTo(HASHES);
  }

  @Test
  void everyOtherJdkGivesTheSameTrace() throws IOException, InterruptedException {
    for (Path home : otherJdks()) {
      assertThat(hashesOf(home)).as("%s", home).isEqualTo(HASHES);
    }
  }

  private static List<String> hashesOf(Path home, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin").resolve("java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-ea", "-cp", System.getProperty("java.class.path")));
    command.add(TraceHash.class.getName());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      assertThat(process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)).as("%s ends", command).isTrue();
      byte[] printed = process.getInputStream().readAllBytes();
      return new String(printed, StandardCharsets.UTF_8).lines().toList();
    } finally {
      process.destroyForcibly();
    }
  }

  private static Set<Path> otherJdks() throws IOException {
    Set<Path> homes = new TreeSet<>();
    for (Path folder : List.of(HOME.resolveSibling("."), Path.of("/usr/lib/jvm"))) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> found = Files.list(folder)) {
          for (Path home : found.toList()) {
            if (version(home) >= OLDEST) {
              homes.add(home.toRealPath());
            }
          }
        }
      }
    }
    homes.remove(HOME.toRealPath());
    return homes;
  }

  /** The feature number from the file "release" of a JDK; 0 where there is none. */
  private static int version(Path home) throws IOException {
    Path release = home.resolve("release");
    if (!Files.isRegularFile(release) || !Files.isExecutable(home.resolve("bin").resolve("java"))) {
      return 0;
    }
    return Files.readAllLines(release).stream()
        .filter(line -> line.matches("JAVA_VERSION=\"[0-9]+.*"))
        .map(line -> line.replaceAll("JAVA_VERSION=\"([0-9]+).*", "$1"))
        .mapToInt(Integer::parseInt)
        .findFirst()
        .orElse(0);
  }
}
