package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.cli.Pulse.Kind;
import coterie.core.Blueprint;
import coterie.core.View;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import coterie.sim.scenario.Recipes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller's mistake gets one sentence that says what is wrong and what is allowed. */
class BadInputTest extends CommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "sim vring -n 0 | 1 to 1000000 nodes",
        "sim --until 5 vring | --until stands before vring; give the protocol first",
        "hunt --seeds 3 vring | --seeds stands before vring; give the protocol first",
        "hunt bully --seed 3 | a hunt has many seeds; give --seeds 7 for one of them",
        "hunt bully --folder . | --folder .: give a folder that is empty or not there yet",
        "sim vring -n -3 | 1 to 1000000 nodes",
        "sim vring -n 2000000 | 1 to 1000000 nodes",
        "sim vring -n 3000000000 | 1 to 1000000 nodes",
        "sim vring -n x | \"x\" is not a whole number",
        "sim vring --crash 9@31 | there is no P9; the nodes are P0 to P3",
        "sim vring --crash x | takes WHO@TIME, such as --crash 1@31",
        "sim vring --crash 1@ | takes WHO@TIME, such as --crash 1@31",
        "sim vring --crash x@31 | a node is its number, such as 1 or P1",
        "sim vring --crash 1@-5 | a time is a number from 0",
        "sim vring --crash 1@5 --crash 1@6 | --crash 1@6: P1 is down already",
        "sim vring --crash 1@5+10 --crash 1@6 | crash takes one that is up",
        "sim vring --recover 1@5 | recover takes one that is down",
        "sim vring --pause 1@5 --crash 1@6 --resume 1@7 | resume takes one that is",
        "sim vring --cut 0@5 | between two nodes stands",
        "sim vring --cut 1-1@5 | a link is between two different nodes",
        "sim vring --until -5 | a time is a number from 0",
        "sim vring --until soon | a time is a number from 0",
        "sim vring --until 9999999999 | at most 73 years",
        "sim vring --loss 2 | a probability from 0 to 1",
        "sim vring --loss x | a probability from 0 to 1",
        "sim vring --duplicate -1 | a probability from 0 to 1",
        "sim vring --reorder 2 | a probability from 0 to 1",
        "sim vring --loss 105% | a probability from 0 to 1, such as 0.05 or 5%",
        "sim vring --loss % | a probability from 0 to 1, such as 0.05 or 5%",
        "sim vring --latency nonsense | choose instant, DURATION",
        "sim vring --ties random | choose scheduled, faults-last or shuffled",
        "sim vring --seed x | a whole number",
        "sim vring --unreachable x | on or off",
        "sim vring --every 5 | one of crash, pause, cut, partition",
        "sim vring --period x | a duration such as 30, 1.5s or 200ms",
        "sim vring --period 0 | period and timeout must be longer than 0",
        "sim vring --start x | unknown or converged",
        "sim vring --mend maybe | true or false",
        "sim vring --trace --show x | choose sends, receives",
        "sim vring --svg /no/such/folder/x.svg | the folder is missing or not writable",
        "sim vring --jsonl /no/such/folder/x | the folder is missing or not writable",
        "sim vring -n 65 --svg x.svg | draws up to 64 processes",
        "sim vring --crash | --crash",
        "sim vring --colour | --colour",
        "sim vring more | \"more\" is not understood here",
      })
  void badFlagIsOneSentence(String line, String allowed) {
    refused(runLine(line), allowed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "sim nope | neither a protocol nor a file; the protocols are bully, ",
        "sim | a protocol (bully, ",
        "sim --jar missing.jar vring | give a jar with a recipe",
        "sim --jar=missing.jar vring | give a jar with a recipe",
        "nope | there is no command \"nope\"; choose completion, protocols, sim, explore, run,"
            + " node, demo, sweep, hunt, merge, check, compare, tune, replay, lab, store,",
        "--colour | --colour",
        "sweep | sweep takes a protocol: heartbeat, heartring",
        "sweep nope | choose heartbeat, heartring",
        "sim heartring --timeout 1 --period 2 | the timeout must be longer than the period",
        "sim heartbeat --timeout 400ms | the timeout must be longer than the period",
        "sim heartbeat --minimum 2m | the minimum must not be longer than the maximum",
        "sim phi --threshold 0 | the threshold must be above 0",
        "sim phi --samples 1001 | samples must be from 2 to 1000, not 1001",
        "sim swim --timeout 5s | the timeout of a probe must be below its period of 1, not 5",
        "sim swim-plain --timeout 5s | the timeout of a probe must be below its period",
        "sim phi --period 0 | must be longer than 0",
        "sim heartbeat --until 5 --settled 6 | give a time up to the end of the run at 5",
        "sim heartbeat --svg /proc/x.svg | the folder is missing or not writable",
        "sweep lamport | choose heartbeat, heartring",
        "sweep swim --nodes 4 --latency fast | choose instant, DURATION",
        "sweep vring --nodes 1 | groups of 2 to 100000 processes",
        "sweep vring --nodes 200000 | groups of 2 to 100000 processes",
        "sweep vring --nodes 4,x | \"x\" is not a whole number",
        "sweep vring --nodes 4,,8 | comes a whole number",
        "sweep vring --nodes 4 --events 0 | a whole number from 1",
        "sweep vring --nodes 4 --events x | a whole number from 1",
        "sweep vring --nodes 4 --seed x | a whole number",
        "sweep vring --nodes 4,8 --period 0 | period and timeout must be longer than 0",
        "sweep vring --nodes 4 --csv /no/such/folder/x | the folder is missing or not writable",
        "check | 'FILE'",
        "agent | cluster is missing: --cluster NAME",
        "agent --cluster c --name n --bind x | --bind: an address is host:port",
        "agent --cluster c --name n --http 0.0.0.0:1 | a token is needed",
        "agent --cluster c --name n --tag web | --tags: a tag is key=value",
        "agent --cluster c --name n --config nofile | cannot read nofile: there is no such file",
        "members --http nowhere | an address is host:port",
        "members more | \"more\" is not understood here",
        "events --count 0 | --count takes a number from 1",
        "lock | 'NAME'",
        "lock door --wait soon -- true | a time is a number from 0",
        "send topic | 'TEXT'",
        "keys | keys takes one of list, add, use, remove, generate",
        "keys add nofile | cannot read nofile; give a file with a key",
        "voter | voter takes readmit",
        "voter readmit --data nofolder | no voter has run in this folder",
        "up --nodes 0 | --nodes takes 1 to 50",
        "up --nodes 2 --voters 3 | --voters takes 0, 1, 3 or 5",
        "up --profile moon | --profile takes lan, wan or loopback",
        "check nofile.trace | cannot read nofile.trace: there is no such file",
      })
  void badCommandIsOneSentence(String line, String allowed) {
    refused(runLine(line), allowed);
  }

  @Test
  void errorInAFileNamesItsLine() throws IOException {
    Path file = folder.resolve("bad.scenario");
    Files.write(file, List.of("# Wrong.", "protocol vring", "nodes 0"));
    refused(run("sim", file.toString()), file + ":3: a group has 1 to 1000000 nodes, not 0");
    Files.write(file, List.of("# Wrong.", "protocol vring", "at 5 explode 1", "---"));
    refused(run("check", file.toString()), file + ":3: \"explode\" is nothing that can happen");
    refused(run("sim", file.toString()), file + ":3: \"explode\" is nothing that can happen");
    Files.write(file, List.of("protocol vring", "---"));
    refused(run("check", file.toString()), file + ":1: a trace test opens with a comment");
  }

  /** A recipe from a jar may name its settings as it likes. */
  private record Clashing(String setting) implements Recipe {
    @Override
    public String name() {
      return "clashing";
    }

    @Override
    public String summary() {
      return "has a setting that is named like a flag";
    }

    @Override
    public List<Setting> settings() {
      return List.of(
          Setting.duration("period", "1", "for sweep"), Setting.duration(setting, "1", "clashes"));
    }

    @Override
    public Blueprint blueprint(View members, Settings settings) {
      return node -> {};
    }
  }

  @ParameterizedTest
  @CsvSource({
    "sim,loss",
    "sim,crash",
    "sim,json",
    "sim,help",
    "sim,jar",
    "sim,nodes",
    "sim,period",
    "sweep,events",
    "sweep,csv",
    "sweep,help",
    "sweep,seed",
    "sweep,period"
  })
  void settingNamedLikeAFlagIsRefusedAndOthersWork(String command, String setting) {
    Recipes recipes = new Recipes(List.of(new Clashing(setting), new Pulse.OfKind(Kind.PULSE)));
    refused(
        runLine(recipes, command + " clashing"),
        "the recipe clashing has a setting \"%s\", and --%s is a flag".formatted(setting, setting));
    assertThat(runLine(recipes, "sim pulse --until 5").code()).isZero();
    assertThat(runLine(recipes, "protocols").code()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "sim vring --json --trace | --jsonl FILE writes the lines",
        "sim vring --crassh 1@5 | did you mean --crash?",
        "sim vring --show-process 9 | takes numbers of processes, from P0 to P3",
        "sim vring --show-message Nope | vring has no such message; there is Reply, Test",
        "sim vring --show-from 9 --show-to 8 | takes a time up to 8, that of --show-to",
        "sim vring --until 5 --show-from 9 | takes a time up to 5, the end",
        "sim vring --show-from soon | give a time from 0, such as 0, 1.5s or 200ms",
        "sim lamport --clients 9 | --clients 9: clients takes a number up to 4, the number of",
        "sim mvcc --clients 5 | clients takes a number up to 4, the number of processes, or all",
        "compare --mutexes lamport --nodes 3 --clients 4 | clients takes a number up to 3",
        "sim lamport --recover next-holder@1 | goes with what begins",
        "sim lamport --crash leader@1 | lamport has no leader; name a node by its number, such as 1"
            + " or P1, or by its role: holder",
        "sim lamport --crash next-follower@1 | lamport has no follower",
        "sim raft --crash holder@1 | raft has no holder; name a node by its number, such as 1 or"
            + " P1, or by its role: leader or follower",
        "sim swim --crash leader@1 | swim has no leader; name a node by its number, such as 1 or"
            + " P1",
        "sweep raft | coterie sweep does not take \"raft\"; choose heartbeat, heartring, phi",
      })
  void whatCannotBeShownOrCountedIsOneSentence(String line, String allowed) {
    refused(runLine(line), allowed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "hunt bully --threads= | --threads : give a whole number from 1 to 1024",
        "sim vring --period= | after \"set period\" comes a value",
        "merge r.jsonl --json=/no/such/folder/x | the folder is missing or not writable",
        "merge r.jsonl --csv=/no/such/folder/x | the folder is missing or not writable"
      })
  void valueThatIsEmptyOrCannotBeWrittenIsOneSentence(String line, String allowed) {
    refused(runLine(line), allowed);
  }

  @Test
  void processInTwoGroupsIsRefused() {
    refused(
        runLine("sim vring --partition 0,1|1,2@40"),
        "--partition 0,1|1,2@40: P1 is named twice; each node is in one group at most");
    refused(runLine("sim vring --at", "40 partition 0 0 | 2"), "P0 is named twice");
  }

  @Test
  void callThatIsRefusedSaysWhy() {
    refused(
        runLine("sim bully -n 3 --until 9 --crash 1@1 --at", "2 call 1 notice"),
        "P1 is down or paused; call takes a node that is running");
    refused(
        runLine("sim swim -n 3 --until 10 --at", "5 call 0 join 1"),
        "join failed: P0 is in a group; it has to leave before it joins");
  }

  @Test
  void unreadableFileIsNamed() throws IOException {
    refused(run("sim", folder.toString()), "cannot read " + folder);
    Path binary = folder.resolve("binary");
    Files.write(binary, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
    refused(run("sim", binary.toString()), binary + " is not text in UTF-8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "sim --help",
        "sim vring --help",
        "run --help",
        "run vring --help",
        "sweep --help",
        "sweep vring --help",
        "check --help",
        "compare --help",
        "tune --help",
        "protocols --help",
        "completion --help",
        "help",
        "help sim",
        "help sweep",
        ""
      })
  void helpIsThereForEveryCommand(String line) {
    Ran ran = line.isEmpty() ? run() : runLine(line);
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).contains("Usage: coterie");
    assertThat(ran.err()).isEmpty();
  }
}
