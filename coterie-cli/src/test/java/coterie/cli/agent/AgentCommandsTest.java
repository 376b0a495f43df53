package coterie.cli.agent;

import static coterie.testkit.Await.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coterie.Option;
import coterie.agent.Agent;
import coterie.agent.AgentOptions;
import coterie.agent.AgentSettings;
import coterie.agent.EventText;
import coterie.agent.http.EventReader;
import coterie.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands ask a real agent in this process, which is a group of one. */
@Timeout(600)
class AgentCommandsTest {
  private record Ran(int code, String out, String err) {}

  @TempDir Path folder;
  private Agent agent;

  @BeforeEach
  void start() throws Exception {
    AgentSettings settings =
        new AgentSettings()
            .flag(Option.CLUSTER, "test")
            .flag(Option.NAME, "a")
            .flag(Option.BIND, "127.0.0.1:0")
            .flag(AgentOptions.HTTP, "127.0.0.1:0")
            .flag(Option.VOTERS, "a")
            .flag(Option.DATA, folder.resolve("data").toString())
            .flag(Option.RECORD, folder.resolve("recording").toString());
    agent = Agent.start(settings.config(), line -> {}, false);
    until(() -> agent.node().hasQuorum());
  }

  @AfterEach
  void end() {
    agent.close();
  }

  /** The command, with the agent's address after its first word. */
  private Ran run(String first, String... more) {
    List<String> words = new ArrayList<>(List.of(first, "--http", agent.http().toString()));
    words.addAll(List.of(more));
    return plain(words.toArray(String[]::new));
  }

  private static Ran plain(String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), words);
    return new Ran(code, out.toString(), err.toString());
  }

  private boolean has(String file) throws Exception {
    Path path = folder.resolve(file);
    return Files.exists(path) && Files.size(path) > 0;
  }

  @Test
  void membersHealthAndKeysArePrinted() {
    assertThat(run("members").out()).matches("(?s)name .*\na \\* +127.0.0.1:\\d+ +alive +leader.*");
    assertThat(run("members", "--json").out()).startsWith("{\"cluster\":\"test\"");
    assertThat(run("health").out()).startsWith("good: open true, hasQuorum true");
    Ran keys = plain("keys", "list", "--http", agent.http().toString());
    assertThat(keys.code()).isEqualTo(1);
    assertThat(keys.err()).isEqualTo("coterie: this agent has no keys; --key-file gives it some\n");
    assertThat(run("leader", "billing").out()).isEqualTo("-\n");
    assertThat(run("lock", "door", "--json").out())
        .isEqualTo("{\"lock\":\"door\",\"holder\":null}\n");
  }

  @Test
  void leaderWithoutANameIsWhomTheVotersElected() {
    assertThat(run("leader").out()).isEqualTo("a\n");
    assertThat(run("leader", "--json").out())
        .isEqualTo("{\"election\":\"raft\",\"leader\":\"a\",\"voters\":[\"a\"]}\n");
  }

  @Test
  void registersAreReadAndWritten() {
    assertThat(register("get", "owner").out()).isEqualTo("version 0, never written\n");
    assertThat(register("cas", "owner", "0", "cart-1").out()).isEqualTo("version 1\n");
    Ran refused = register("cas", "owner", "0", "cart-2");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .isEqualTo("coterie: the register owner was not written: it is at version 1, cart-1\n");
    assertThat(register("set", "owner", "cart-3").out()).isEqualTo("version 2\n");
    assertThat(register("get", "owner").out()).isEqualTo("version 2, cart-3\n");
    assertThat(register("get", "owner", "--json").out())
        .isEqualTo("{\"register\":\"owner\",\"version\":2,\"text\":\"cart-3\"}\n");
    assertThat(register("cas", "owner", "-1", "x").code()).isEqualTo(2);
    assertThat(register("cas", "owner", "soon", "x").code()).isEqualTo(2);
    assertThat(plain("register").code()).isEqualTo(2);
    assertThat(plain("register", "get").code()).isEqualTo(2);
  }

  private Ran register(String... words) {
    List<String> all = new ArrayList<>(List.of("register"));
    all.addAll(List.of(words));
    all.addAll(List.of("--http", agent.http().toString()));
    return plain(all.toArray(String[]::new));
  }

  @Test
  void whatIsSentIsSeenByWhoFollowsEvents() throws Exception {
    // An election is an event, too.
    until(() -> agent.node().hasQuorum() && agent.node().votersLeader().isPresent());
    CompletableFuture<Ran> events =
        CompletableFuture.supplyAsync(() -> run("events", "--count", "1", "--json"));
    // The follower may not be there yet when the first one is sent.
    while (!events.isDone()) {
      assertThat(run("send", "cache", "fresh").code()).isZero();
      Thread.sleep(100);
    }
    assertThat(events.get().out()).contains("\"topic\":\"cache\"", "\"text\":\"fresh\"");
  }

  /** As a member that means harm would say them: another node's name and tags are shown, too. */
  @Test
  void controlCharactersAreShownAndDoNothing() throws Exception {
    agent.node().tag("role", "\u001b[2J\nroot \u009b\u202e");
    until(() -> run("members").out().contains("role="));
    assertThat(run("members").out().lines()).hasSize(2);
    assertThat(run("members").out()).contains("role=\\u001b[2J\\u000aroot \\u009b\\u202e");
    assertThat(run("members", "--json").out()).doesNotContain("\u001b", "\u009b");
    CompletableFuture<Ran> events =
        CompletableFuture.supplyAsync(() -> run("events", "--count", "1"));
    while (!events.isDone()) {
      assertThat(run("send", "cache\r", "\u001b]0;mine\u0007").code()).isZero();
      Thread.sleep(100);
    }
    assertThat(events.get().out()).contains("cache\\u000d: \\u001b]0;mine\\u0007 (from a)");
  }

  @Test
  void whatMakesNoSenseToTheAgentIsBadInput() {
    Ran send = run("send", "cache", "x".repeat(600));
    assertThat(send.code()).isEqualTo(2);
    assertThat(send.err())
        .isEqualTo("coterie: an event has a topic, and the two take at most 512 bytes, not 605\n");
    Ran lock = run("lock", "n".repeat(300), "--", "true");
    assertThat(lock.code()).as(lock.err()).isEqualTo(2);
  }

  @Test
  void forgottenNameIsRefused() {
    for (String what : List.of("lock", "leader")) {
      for (List<String> words : List.of(List.of("--", "true"), List.of("--", "sh", "-c", "true"))) {
        Ran ran = run(what, words.toArray(String[]::new));
        assertThat(ran.code()).as(what).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
            .isEqualTo(
                "coterie: the name is missing before --; expected coterie %s NAME -- COMMAND%n"
                    .formatted(what));
      }
      assertThat(run(what, "door", "--").err()).contains("the command is missing after --");
    }
    Ran none = run("lock", "door", "--", "./no-such-program");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.err())
        .isEqualTo(
            "coterie: cannot start ./no-such-program: expected a program that is found and may be"
                + " run\n");
  }

  @Test
  void graceThatIsTooLongForTheLeaseIsRefused() {
    Ran ran = run("lock", "door", "--grace", "6s", "--", "true");
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("lease of 10 s; choose a grace of up to 5.821 s");
    assertThat(run("lock", "door", "--grace", "soon", "--", "true").code()).isEqualTo(2);
    assertThat(run("lock", "door", "--grace", "0", "--", "true").code()).isZero();
  }

  /** Whatever the command leaves behind is dead when the lock is free, even in another session. */
  @Test
  void lockIsFreeWhenEverythingThatTheCommandStartedIsDead() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")), "needs setsid and /proc");
    String script =
        "for i in 1 2; do (setsid sh -c 'trap \"\" TERM HUP; echo $$ >> %s; sleep 1000; sleep 1') &"
            + " done; while [ $(cat %s | wc -l) -lt 2 ]; do sleep 0.05; done; exit 3";
    Path pids = Files.createFile(folder.resolve("pids"));
    Ran ran =
        run("lock", "door", "--grace", "0.2s", "--", "sh", "-c", script.formatted(pids, pids));
    assertThat(ran.code()).as(ran.err()).isEqualTo(3);
    for (String pid : Files.readAllLines(pids)) {
      Path stat = Path.of("/proc", pid, "stat"); // One that nobody has waited for is dead, too.
      assertThat(!Files.exists(stat) || Files.readString(stat).contains(") Z")).isTrue();
    }
  }

  @Test
  void electionIsPrintedWithItsLeader() {
    EventReader.Event event =
        new EventReader.Event("elected", "{\"event\":\"elected\",\"leader\":\"n2\"}");
    assertThat(EventText.withoutTime(event)).isEqualTo("the voters elected n2, which grants locks");
  }

  @Test
  void commandRunsWithTheTokenAndItsExitCodeIsOurs() throws Exception {
    String script = "echo $COTERIE_LOCK $COTERIE_LOCK_TOKEN > " + folder.resolve("told");
    Ran ran = run("lock", "door", "--", "sh", "-c", script + "; exit 7");
    assertThat(ran.code()).as(ran.err()).isEqualTo(7);
    assertThat(Files.readString(folder.resolve("told"))).matches("door [1-9]\\d*\n");
    until(() -> run("lock", "door").out().equals("-\n"));
  }

  @Test
  void lockThatIsTakenIsNotHadInTime() throws Exception {
    String wait = "touch %s; while ! [ -e %s ]; do sleep 0.1; done";
    String script = wait.formatted(folder.resolve("in"), folder.resolve("out"));
    CompletableFuture<Ran> first =
        CompletableFuture.supplyAsync(() -> run("lock", "door", "--", "sh", "-c", script));
    until(() -> Files.exists(folder.resolve("in")));
    Ran second = run("lock", "door", "--wait", "0", "--", "true");
    assertThat(second.code()).isEqualTo(1);
    assertThat(second.err()).isEqualTo("coterie: the lock door is taken\n");
    Files.createFile(folder.resolve("out"));
    assertThat(first.get().code()).isZero();
  }

  @Test
  void commandIsKilledWhenItsAgentIsGone() throws Exception {
    String script = "echo $$ > " + folder.resolve("pid") + "; exec sleep 1000";
    CompletableFuture<Ran> ran =
        CompletableFuture.supplyAsync(() -> run("lock", "door", "--", "sh", "-c", script));
    until(() -> has("pid"));
    long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
    agent.close();
    assertThat(ran.get().code()).isEqualTo(1);
    assertThat(ran.get().err()).contains("the lock door", "the command was ended");
    until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void leaderRunsItsCommandWhileItLeads() throws Exception {
    String script = "echo $COTERIE_LEADER $COTERIE_LEADER_TOKEN > " + folder.resolve("told");
    Ran ran = run("leader", "billing", "--", "sh", "-c", script);
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(Files.readString(folder.resolve("told"))).matches("billing [1-9]\\d*\n");
  }

  @Test
  void recordedAgentIsReplayed() {
    assertThat(run("lock", "door", "--", "true").code()).isZero();
    assertThat(run("leader", "billing").out()).isEqualTo("-\n");
    assertThat(run("send", "cache", "fresh").code()).isZero();
    agent.close();
    Ran replayed = plain("replay", folder.resolve("recording").toString());
    assertThat(replayed.code()).as(replayed.out() + replayed.err()).isZero();
    assertThat(replayed.out()).startsWith("as recorded: 1 life, ");
  }

  @Test
  void agentThatIsAskedToLeaveEnds() throws Exception {
    assertThat(run("leave").code()).isZero();
    agent.await();
  }
}
