package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.net.GroupList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What the page about three machines shows is what happens. A line that begins with a machine and $
 * is a command there, and what follows is its output, at once or, for a question that changes
 * nothing, sooner or later; one that begins with a machine and | is printed there by its member,
 * sooner or later.
 */
class ThreeMachinesTest extends CommandTest {
  private static final Path PAGE = Path.of("").toAbsolutePath().resolve("docs/three-machines.md");
  private static final Pattern LIST = Pattern.compile("```conf\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SESSION = Pattern.compile("```sh\n([abc]\\$.*?)```", Pattern.DOTALL);
  private static final Pattern COMMAND = Pattern.compile("([abc])\\$ (?:\\./coterie )?(.*)");
  private static final Pattern PRINTED = Pattern.compile("([abc])\\| (.*)");

  /** Calls that change nothing. */
  private static final Set<String> QUESTIONS = Set.of("state", "holds");

  /** What differs from run to run, and from machine to machine. */
  private static String masked(String text) {
    return text.replaceAll("[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}", "TIME")
        .replaceAll("[0-9]+(\\.[0-9]+){3}:[0-9]+", "ADDRESS")
        .replaceAll("(stamp|token)=[1-9][0-9]*", "$1=N");
  }

  @Test
  void pageTellsWhatHappens() throws Exception {
    String page = Files.readString(PAGE);
    Matcher list = LIST.matcher(page);
    assertThat(list.find()).isTrue();
    Path shown = Files.writeString(folder.resolve("shown.conf"), list.group(1));
    assertThat(GroupList.read(shown).names()).isEqualTo("P1, P2, P3");
    List<String> lines = new ArrayList<>();
    Matcher session = SESSION.matcher(page);
    while (session.find()) {
      lines.addAll(session.group(1).lines().toList());
    }
    assertThat(lines).hasSizeGreaterThan(40);
    try (NodeGroup group = new NodeGroup(folder, 3)) {
      for (int i = 0; i < lines.size(); i++) {
        i += follow(group, lines, i);
      }
    }
  }

  /** Does what that line says; returns how many lines of output follow it. */
  private int follow(NodeGroup group, List<String> lines, int at) throws Exception {
    Matcher printed = PRINTED.matcher(lines.get(at));
    if (printed.matches()) {
      String line = masked(printed.group(2));
      NodeGroup.until(() -> masked(group.out(id(printed))).contains(line));
      return 0;
    }
    Matcher command = COMMAND.matcher(lines.get(at));
    assertThat(command.matches()).as(lines.get(at)).isTrue();
    List<String> output = new ArrayList<>();
    for (int i = at + 1; i < lines.size() && !isInstruction(lines.get(i)); i++) {
      output.add(masked(lines.get(i)));
    }
    List<String> words = Arrays.asList(command.group(2).split(" "));
    switch (words.getFirst()) {
      case "node" -> start(group, id(command), words);
      case "kill", "leave" -> assertThat(group.end(id(command))).isZero();
      default -> asked(group, id(command), words, output);
    }
    return output.size();
  }

  private static void asked(NodeGroup group, int id, List<String> words, List<String> output) {
    List<List<String>> said = new ArrayList<>();
    said.add(masked(call(group, id, words)).lines().toList());
    if (QUESTIONS.contains(words.getLast())) {
      NodeGroup.until(
          () -> {
            said.set(0, masked(call(group, id, words)).lines().toList());
            return said.getFirst().equals(output);
          },
          () -> "expected: " + output + ", said: " + said);
    }
    assertThat(said.getFirst()).isEqualTo(output);
  }

  private static boolean isInstruction(String line) {
    return COMMAND.matcher(line).matches() || PRINTED.matcher(line).matches();
  }

  private static int id(Matcher line) {
    return line.group(1).charAt(0) - 'a' + 1;
  }

  /** With an address, a folder and a port of its own on this machine. */
  private static void start(NodeGroup group, int id, List<String> words) {
    assertThat(words).containsSequence("--id", Integer.toString(id), "--group", "group.conf");
    List<String> more = new ArrayList<>(words.subList(2, words.indexOf("--id")));
    String folder = "-" + words.getLast();
    group.startOn(id, words.get(1), folder, more.toArray(String[]::new));
  }

  private static String call(NodeGroup group, int id, List<String> words) {
    String line = String.join(" ", words.subList(1, words.size()));
    Ran ran = group.call(id, line);
    return ran.out() + ran.err();
  }
}
