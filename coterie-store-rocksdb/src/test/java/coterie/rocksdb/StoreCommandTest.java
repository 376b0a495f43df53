package coterie.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.cli.Main;
import coterie.clock.HybridText;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command store. */
class StoreCommandTest {
  private static final String STAMP = "20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+Z/\\d+@P0";

  @TempDir private Path parent;

  private record Ran(int code, String out, String err) {}

  @Test
  void valuesAndTheirHistoryAreKept() {
    String first = put("city", "Lisboa");
    put("city", "Porto");
    assertThat(store("get", "city").out()).isEqualTo("Porto\n");
    assertThat(store("get", "city", "--at", first).out()).isEqualTo("Lisboa\n");
    assertThat(store("delete", "city").out().strip()).matches(STAMP);
    refused(1, store("get", "city"), "city has no value");
    assertThat(store("history", "city").out().lines().map(line -> line.split("\t")[1]))
        .containsExactly("", "Porto", "Lisboa");
    assertThat(store("history", "city").out().lines().findFirst().orElseThrow())
        .matches(STAMP + "\t\t\\(deleted\\)");
    assertThat(store("history", "city", "--at", first).out()).isEqualTo(first + "\tLisboa\n");
    assertThat(store("history", "city", "--json").out().lines().findFirst().orElseThrow())
        .matches("\\{\"key\":\"city\",\"stamp\":\"" + STAMP + "\",\"value\":null}");
    assertThat(store("gc", "--before", "now").out()).startsWith("removed 3; reads go back to 20");
    refused(2, store("get", "city", "--at", first), "the history before that was collected");
    assertThat(store("history", "city").out()).isEmpty();
  }

  @Test
  void lastVersionsAreKept() {
    String first = put("city", "Lisboa");
    String second = put("city", "Porto");
    put("city", "Faro");
    String alone = put("river", "Tejo");
    assertThat(store("gc", "--keep-last", "3").out()).isEqualTo("removed 0\n");
    assertThat(store("gc", "--keep-last", "2").out())
        .isEqualTo("removed 1; scans go back to %s\n".formatted(second));
    assertThat(store("history", "city").out().lines().map(line -> line.split("\t")[1]))
        .containsExactly("Faro", "Porto");
    assertThat(store("get", "city", "--at", second).out()).isEqualTo("Porto\n");
    refused(2, store("get", "city", "--at", first), "only the last versions are kept");
    refused(2, store("scan", "--at", first), "only the last versions are kept");
    assertThat(store("scan", "--at", second).out()).isEqualTo("city\tPorto\n");
    assertThat(store("get", "river", "--at", alone).out()).isEqualTo("Tejo\n");
    assertThat(store("gc", "--keep-last", "1", "--keep", "7d", "--json").out())
        .matches("\\{\"removed\":1,\"safePoint\":\"[^\"]*\",\"completeFrom\":\"[^\"]*\"}\\s");
    assertThat(store("get", "city").out()).isEqualTo("Faro\n");
    for (String wrong : List.of("0", "-1", "ten", "", "1.5")) {
      refused(2, store("gc", "--keep-last", wrong), "--keep-last");
    }
    refused(2, store("gc", "--keep-last", "0"), "--keep-last takes a whole number from 1, not");
  }

  @Test
  void conditionalPutIsRefusedIfAnotherVersionIsThere() {
    String first = store("put", "k", "1", "--if", "none").out().strip();
    assertThat(first).matches(STAMP);
    refused(1, store("put", "k", "2", "--if", "none"), "nothing was written: k has the version");
    assertThat(store("put", "k", "2", "--if", first).code()).isZero();
    refused(1, store("put", "k", "3", "--if", first), "nothing was written");
    refused(1, store("delete", "k", "--if", first), "nothing was written");
    assertThat(store("get", "k").out()).isEqualTo("2\n");
  }

  @Test
  void scanPrintsWhatPutLinesReads() {
    String lines = "a\t1\na/b\ttwo words\na/c\t\\x00\\xff\\t\\n\\\\\nb\t3\n";
    Ran ran = lines(lines);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out().strip()).matches(STAMP + "\t4");
    assertThat(store("scan").out()).isEqualTo(lines);
    assertThat(store("scan", "a/c", "b").out()).isEqualTo("a/c\t\\x00\\xff\\t\\n\\\\\n");
    assertThat(store("scan", "--prefix", "a/", "--limit", "1").out()).isEqualTo("a/b\ttwo words\n");
    assertThat(store("scan", "b", "--stamps").out().strip()).matches(STAMP + "\tb\t3");
    assertThat(store("scan", "--hex", "--prefix", "612f63").out())
        .isEqualTo("612f63\t00ff090a5c\n");
    assertThat(store("get", "--hex", "612f63").out()).isEqualTo("00ff090a5c\n");
    refused(2, store("get", "a/c"), "the value of a/c is not text in UTF-8; --hex shows it");
  }

  @Test
  void badLineStopsButKeepsWhatCameBefore() {
    Ran ran = lines("a\t1\nb 2\nc\t3\n");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("line 2: expected a key, a tab and a value; the lines before");
    assertThat(store("scan").out()).isEqualTo("a\t1\n");
  }

  @Test
  void bytesThatAreNoTextAreNotStored() {
    Ran ran = lines("a\t1\nb\t\u00ff\nc\t3\n".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.out().strip()).matches(STAMP + "\t1");
    assertThat(ran.err())
        .contains("line 2: this is not UTF-8; ", "; the lines before it are stored");
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(store("scan").out()).isEqualTo("a\t1\n");
    refused(2, store("put", "k", "M\ufffdlaga"), "use a UTF-8 locale, or --hex");
    refused(2, store("get", "\ufffd"), "use a UTF-8 locale, or --hex");
    assertThat(lines("b\t2\r\nc\t\r\n".getBytes(StandardCharsets.UTF_8)).code()).isZero();
    assertThat(store("scan").out()).isEqualTo("a\t1\nb\t2\nc\t\n");
  }

  @Test
  void argumentsMeanThemselves() throws Exception {
    Path file = Files.writeString(parent.resolve("one.txt"), "x y z");
    put("at", "@" + file);
    assertThat(store("get", "at").out()).isEqualTo("@" + file + "\n");
    assertThat(store("put", "--", "--jar", "-h").err()).isEmpty();
    assertThat(store("get", "--", "--jar").out()).isEqualTo("-h\n");
    put("deleted", "(deleted)");
    assertThat(store("history", "deleted").out().strip()).matches(STAMP + "\t\\(deleted\\)");
  }

  @Test
  void badInputCreatesNoStore() {
    refused(2, store("put", "--hex", "zz", "zz"), "not hexadecimal");
    refused(2, store("put", "k", "v", "--if", "bogus"), "bogus");
    refused(2, store("put", "", "v"), "a key has 1 to 4096 bytes, not 0");
    refused(2, lines("no tab\n"), "line 1: expected a key, a tab and a value; nothing is stored");
    refused(2, run("store", "put", "--dir", "", "k", "v"), "--dir is empty; give a folder");
    assertThat(parent.resolve("data")).doesNotExist();
  }

  @Test
  void laterWritesComeAfterEveryStampThatWasReadAt() {
    put("k", "old");
    for (String command : List.of("get", "scan", "history")) {
      String ahead = Instant.now().plusMillis(300).truncatedTo(ChronoUnit.MILLIS).toString();
      String[] args = command.equals("scan") ? new String[0] : new String[] {"k"};
      List<String> all = new ArrayList<>(List.of(args));
      all.addAll(List.of("--at", ahead));
      Ran before = store(command, all.toArray(String[]::new));
      assertThat(before.err()).isEmpty();
      String stamp = put("k", "new after " + command);
      assertThat(HybridText.parseStamp(ahead).isBefore(HybridText.parseStamp(stamp))).isTrue();
      assertThat(store(command, all.toArray(String[]::new)).out()).isEqualTo(before.out());
    }
  }

  @Test
  void jsonNamesWhatIsNoText() {
    assertThat(store("put", "--hex", "ff", "fe").code()).isZero();
    assertThat(store("put", "--hex", "6b", "fe").code()).isZero();
    assertThat(store("scan", "--json").out().replaceAll(STAMP, "S"))
        .isEqualTo(
            """
            {"key":"k","stamp":"S","valueHex":"fe"}
            {"keyHex":"ff","stamp":"S","valueHex":"fe"}
            """);
  }

  @Test
  void mistakesAreOneSentence() throws Exception {
    refused(2, store("get", "k"), "there is no store in");
    assertThat(parent.resolve("data")).doesNotExist();
    put("k", "v");
    refused(2, store("get", "k", "--at", "2999-01-01T00:00:00Z"), "lies in the future");
    refused(2, store("gc", "--before", "2999-01-01T00:00:00Z"), "lies in the future");
    refused(2, store("get", "k", "--at", "yesterday"), "yesterday");
    refused(2, store("get", "k", "--at", "-5parsecs"), "5parsecs");
    refused(2, store("get", "k".repeat(4097)), "a key has 1 to 4096 bytes, not 4097");
    refused(2, store("put", "", "v"), "a key has 1 to 4096 bytes, not 0");
    refused(2, store("put", "k", "v".repeat((1 << 20) + 1)), "a value has at most");
    refused(2, store("put", "k"), "put takes KEY VALUE");
    refused(2, store("put", "--hex", "6", "00"), "not hexadecimal");
    refused(2, store("scan", "--limit", "0"), "--limit 0");
    refused(2, store("scan", "--limit", "x"), "--limit x: give a whole number of up to 18 digits");
    refused(2, store("scan", "--hex=x"), "--hex x: give true, false or nothing");
    refused(2, store("delete", "k", "--if", "none"), "delete --if takes the stamp of a value");
    assertThat(store("gc", "--keep", "7d").code()).isZero();
    refused(2, store("gc"), "gc takes --before STAMP or --keep DURATION");
    refused(2, run("store"), "store takes one of put, get");
    refused(2, run("store", "get", "k"), "--dir");
    Files.writeString(parent.resolve("file"), "");
    String under = parent.resolve("file/data").toString();
    refused(2, run("store", "put", "k", "v", "--dir", under), "/file");
    assertThat(run("store", "put", "k", "v", "--dir", under).err()).doesNotContain("FileSystem");
    refused(2, run("store", "get", "k", "--dir", parent.toString()), "holds files, but no store");
    try (RocksStorage other = RocksStorage.open(parent.resolve("data"))) {
      assertThat(other.mark("none")).isNull();
      refused(2, store("get", "k"), "is open already");
    }
    assertThat(store("get", "k", "--at", "now").out()).isEqualTo("v\n");
    refused(1, store("get", "k", "--at", "-1h"), "k has no value at -1h");
  }

  private String put(String key, String value) {
    Ran ran = store("put", key, value);
    assertThat(ran.err()).isEmpty();
    return ran.out().strip();
  }

  private Ran lines(String text) {
    return lines(text.getBytes(StandardCharsets.UTF_8));
  }

  private Ran lines(byte[] bytes) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(bytes));
    try {
      return store("put", "--lines");
    } finally {
      System.setIn(before);
    }
  }

  private Ran store(String command, String... rest) {
    List<String> args = new ArrayList<>(List.of("store", command));
    args.addAll(List.of("--dir", parent.resolve("data").toString()));
    args.addAll(List.of(rest));
    return run(args.toArray(String[]::new));
  }

  private static Ran run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    return new Ran(code, out.toString(), err.toString());
  }

  private static void refused(int code, Ran ran, String part) {
    assertThat(ran.err()).startsWith("coterie: ").contains(part).doesNotContain("Exception");
    assertThat(ran.err().lines()).hasSize(1);
    assertThat(ran.code()).isEqualTo(code);
    assertThat(ran.out()).isEmpty();
  }
}
