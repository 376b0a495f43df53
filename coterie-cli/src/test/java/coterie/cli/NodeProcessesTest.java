package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Members that are processes of the operating system, and are killed. */
@EnabledIfSystemProperty(named = "coterie.field", matches = "true")
class NodeProcessesTest extends CommandTest {
  private static final Pattern HTTP = Pattern.compile("commands ask http://(\\S+)");

  private record Running(ChildProcess process, Path out, Path err) {}

  private final SortedMap<Integer, Running> members = new TreeMap<>();

  @AfterEach
  void nothingIsLeft() {
    members.values().forEach(member -> member.process.close());
  }

  private void start(NodeGroup group, int id, String protocol, String... more) throws IOException {
    List<String> words = group.words(id, protocol, "", more);
    List<String> command = ChildProcess.java(List.of("-Xmx128m"), Main.class.getName(), words);
    Path out = folder.resolve("out" + id);
    Path err = folder.resolve("err" + id);
    Files.deleteIfExists(err);
    ChildProcess process =
        new ChildProcess(
            new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
                .redirectError(err.toFile()));
    members.put(id, new Running(process, out, err));
  }

  private String http(int id) {
    String[] http = new String[1];
    Running member = members.get(id);
    NodeGroup.until(
        () -> {
          Matcher found = HTTP.matcher(Files.readString(member.err));
          http[0] = found.find() ? found.group(1) : "";
          assertThat(member.process.isRunning()).as(Files.readString(member.err)).isTrue();
          return !http[0].isEmpty();
        });
    return http[0];
  }

  private Ran call(int id, String line) {
    return runLine("call --http %s %s".formatted(http(id), line));
  }

  private void kill(int id) {
    members.get(id).process.close();
  }

  @Test
  void killedMemberComesBackWithWhatItHadStored() throws Exception {
    NodeGroup group = new NodeGroup(folder, 3);
    for (int id = 1; id <= 3; id++) {
      start(group, id, "register");
    }
    for (int i = 1; i <= 5; i++) {
      int writer = i % 3 + 1;
      int victim = (i + 1) % 3 + 1;
      Ran written = call(writer, "set x v%d --until Succeeded --wait 60s".formatted(i));
      assertThat(written.code()).as(written.err()).isZero();
      kill(victim);
      start(group, victim, "register");
      Ran read = call(victim, "get x --until Succeeded --wait 60s");
      assertThat(read.out()).as(read.err()).contains("version=%d value=v%d".formatted(i, i));
    }
    // All at once: what a majority had acknowledged is on disk.
    for (int id = 1; id <= 3; id++) {
      kill(id);
    }
    for (int id = 1; id <= 3; id++) {
      start(group, id, "register");
    }
    assertThat(call(1, "get x --until Succeeded --wait 60s").out()).contains("version=5 value=v5");
  }

  @Test
  void holderThatIsKilledLetsTheOthersGoOnWhenItIsBack() throws Exception {
    NodeGroup group = new NodeGroup(folder, 3);
    for (int id = 1; id <= 3; id++) {
      start(group, id, "ricart-agrawala", "--record", folder.resolve("rec" + id).toString());
    }
    assertThat(call(1, "acquire --until Entered --wait 60s").code()).isZero();
    assertThat(call(2, "acquire --until Entered --wait 300ms").code()).isEqualTo(1);
    kill(1);
    assertThat(call(2, "holds").out()).isEqualTo("false\n");
    start(group, 1, "ricart-agrawala", "--record", folder.resolve("rec1").toString());
    NodeGroup.until(() -> call(2, "holds").out().equals("true\n"));
    assertThat(call(1, "state").out()).contains("life 2");
    members.get(1).process.process().destroy();
    members.get(1).process.code();
    assertThat(Files.readString(members.get(1).err)).contains("P1 has ended");
    Ran replayed = runLine("replay " + folder.resolve("rec1"));
    assertThat(replayed.out()).as(replayed.err()).contains("as recorded: 2 lives");
    kill(2);
    assertThat(runLine("replay " + folder.resolve("rec2")).code()).isZero();
  }

  @Test
  void memberThatNobodyReadsGoesOn() throws Exception {
    NodeGroup group = new NodeGroup(folder, 1);
    List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" | sleep 60", "sh"));
    List<String> words = group.words(1, "clocks", "", "--mean", "1ms", "--show", "all");
    command.addAll(ChildProcess.java(List.of(), Main.class.getName(), words));
    Path err = folder.resolve("err1");
    ChildProcess process =
        new ChildProcess(new ProcessBuilder(command).redirectError(err.toFile()));
    members.put(1, new Running(process, err, err));
    long before = received(call(1, "state --json").out());
    NodeGroup.until(() -> received(call(1, "state --json").out()) >= before);
    NodeGroup.until(() -> call(1, "state").code() == 0);
    assertThat(runLine("leave --http " + http(1)).code()).isZero();
    NodeGroup.until(() -> Files.readString(err).contains("P1 has ended"));
  }

  private static long received(String json) {
    Matcher found = Pattern.compile("\"packetsReceived\":([0-9]+)").matcher(json);
    return found.find() ? Long.parseLong(found.group(1)) : -1;
  }
}
