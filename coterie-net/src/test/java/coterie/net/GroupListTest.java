package coterie.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.core.NodeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists of members: what is read, and what is refused with its line. */
class GroupListTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("group.conf"), text);
  }

  @Test
  void linesHaveAnIdAndAnAddress() throws IOException {
    GroupList list =
        GroupList.read(
            file(
                "\uFEFF# our machines\n\n"
                    + " 3\tc.example:7101\r\n"
                    + "P1 10.0.0.1:7101 # first\n"
                    + "2 [::1]:1"));
    assertThat(list.places().keySet()).containsExactly(new NodeId(1), new NodeId(2), new NodeId(3));
    assertThat(list.address(new NodeId(3))).isEqualTo("c.example:7101");
    assertThat(list.address(new NodeId(2))).isEqualTo("[::1]:1");
    assertThat(list.members().size()).isEqualTo(3);
    assertThat(list.names()).isEqualTo("P1, P2, P3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "1 a:1;1 b:1 | :2: P1 is on line 1 already",
        "1 a:1;P1 b:1 | :2: P1 is on line 1 already",
        "1 a:1;#;2 A:1 | :3: A:1 is on line 1 already",
        "1 | :1: a line has an id and an address",
        "1 a:1 more | :1: a line has an id and an address",
        "x a:1 | :1: an id is a whole number of up to 9 digits, such as 3 or P3, not ~x~",
        "-1 a:1 | :1: an id is a whole number",
        "1234567890 a:1 | :1: an id is a whole number",
        "1 a | :1: an address is host:port",
        "1 a:0 | with a port from 1 to 65535, such as 10.0.0.1:7101 or [::1]:7101, not ~a:0~",
        "1 a:65536 | with a port from 1 to 65535",
        "1 a:99999999999999999999 | with a port from 1 to 65535",
        "1 :1 | an address is host:port",
        "1 ::1:1 | an address is host:port",
        "1 a:b | an address is host:port",
        "# nobody | lists no member; give a line for each",
        "; | lists no member; give a line for each",
      })
  void mistakeIsRefusedWithItsLine(String lines, String sentence) throws IOException {
    Path file = file(lines.replace(';', '\n'));
    assertThatThrownBy(() -> GroupList.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(sentence.replace('~', '"'));
  }

  @Test
  void whatIsNoListIsRefused() throws IOException {
    refused(folder, "is not a file");
    refused(folder.resolve("none"), "there is no such file");
    refused(file("#".repeat(1 << 20) + "\n"), "a list of members has at most 1048576");
    Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 0, 1});
    refused(binary, "is not text in UTF-8");
    StringBuilder many = new StringBuilder();
    for (int i = 0; i <= 1_000; i++) {
      many.append("%d a:%d%n".formatted(i, i + 1));
    }
    refused(file(many.toString()), ":1001: a group has at most 1000 members");
  }

  private static void refused(Path file, String sentence) {
    assertThatThrownBy(() -> GroupList.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }
}
