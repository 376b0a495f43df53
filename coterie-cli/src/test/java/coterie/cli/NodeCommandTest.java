package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.agent.http.JsonReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One member in the foreground, and the commands that call it. */
class NodeCommandTest extends CommandTest {
  private static void good(Ran ran, String... parts) {
    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.out()).contains(parts);
  }

  private static void failed(Ran ran, String sentence) {
    assertThat(ran.code()).as(ran.err()).isEqualTo(1);
    assertThat(ran.err()).startsWith("coterie: ").contains(sentence).doesNotContain("Exception");
  }

  @Test
  void threeMembersEnterOneAfterTheOther() throws Exception {
    try (NodeGroup group = new NodeGroup(folder, 3)) {
      group.start(3, "ricart-agrawala");
      good(group.call(1, "acquire --until Entered"), "done", "P1 Entered lock=mutex token=");
      good(group.call(2, "acquire"), "done");
      failed(group.call(3, "acquire --until Entered --wait 100ms"), "not noted Entered within 100");
      good(group.call(3, "cancel"), "true");
      good(group.call(2, "state"), "P2 of ricart-agrawala in the cluster coterie, life 1, at 127.");
      assertThat(group.call(2, "state").out()).contains("State phase=WAITING stamp=");
      good(group.call(1, "release"), "done");
      failed(group.call(1, "release"), "release failed: P1 does not hold mutex");
      NodeGroup.until(() -> group.call(2, "holds").out().equals("true\n"));
      refused(group.call(2, "nope 1"), "no method \"nope\" takes 1 argument; there is acquire/0,");
      refused(group.call(2, "acquire soon"), "\"soon\" is not a valid long for acquire");
      good(group.call(2, "release --until Exited"), "Exited lock=mutex");
      NodeGroup.until(() -> group.out(2).contains("Exited"));
      assertThat(group.out(2))
          .containsSubsequence("P2   call acquire", "Wanted", "Entered", "call release", "Exited");
      assertThat(group.end(2)).isZero();
      assertThat(group.err(2)).contains("P2 has ended");
    }
  }

  @Test
  void memberComesBackWithWhatItHadStored() throws Exception {
    try (NodeGroup group = new NodeGroup(folder, 3)) {
      group.start(3, "register");
      good(group.call(1, "set x blue --until Succeeded"), "Succeeded register=x request=");
      group.end(2);
      group.end(3);
      group.startOne(2, "register");
      good(group.call(2, "state"), "life 2, at");
      good(group.call(2, "get x --until Succeeded"), "version=1 value=blue");
      good(group.call(1, "cas x 9 red --until Succeeded,Refused"), "Refused register=x");
    }
  }

  @Test
  void linesAndEventsAreTheSameObjects() throws Exception {
    Path keys = folder.resolve("keys");
    Files.writeString(keys, run("keys", "generate").out());
    Path recording = folder.resolve("recording");
    try (NodeGroup group = new NodeGroup(folder, 1)) {
      String token = "a-token-of-this-length";
      group.startOne(
          1,
          "lamport",
          "--json",
          "--token",
          token,
          "--key-file",
          keys.toString(),
          "--record",
          recording.toString());
      String secret = " --token " + token;
      failed(group.call(1, "acquire"), "the token of this agent is missing or wrong");
      CompletableFuture<Ran> events =
          CompletableFuture.supplyAsync(
              () -> runLine("events --json --count 3 --http " + group.http(1) + secret));
      NodeGroup.until(
          () -> {
            group.call(1, "token" + secret);
            return events.isDone();
          });
      Ran followed = events.get(60, TimeUnit.SECONDS);
      good(followed, "\"event\":\"called\"", "\"text\":\"call token\"");
      NodeGroup.until(() -> group.out(1).contains(followed.lines().getLast()));
      good(runLine("health --http " + group.http(1)), "good");
      good(runLine("keys list --http " + group.http(1) + secret), "in use");
      runLine("leave --http " + group.http(1) + secret);
      NodeGroup.until(() -> group.err(1).contains("P1 has ended"));
      assertThat(group.out(1).lines())
          .isNotEmpty()
          .allSatisfy(line -> assertThat(JsonReader.parseObject(line)).containsKeys("at", "event"));
    }
    good(runLine("replay " + recording), "as recorded: 1 life");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "node | node takes a protocol: bully, ",
        "node nope | node does not take \"nope\"; choose bully,",
        "node vring | --group FILE is missing",
        "node vring --group none | none: there is no such file",
        "node vring --group . | . is not a file",
        "node vring --group LIST | --id ID is missing",
        "node vring --group LIST --id x | --id x: give the number of a member, such as 3 or P3",
        "node vring --group LIST --id 9 | lists no P9; it lists P1, P2",
        "node vring --group LIST --id 1 | --data FOLDER is missing",
        "node vring --group LIST --id 1 --data LIST | is a file; a folder is needed",
        "node vring --group LIST --id 1 --data D --period x | a duration such as 30, 1.5s",
        "node vring --group LIST --id 1 --data D --http 1 | an address is host:port",
        "node vring --group LIST --id 1 --data D --http 0.0.0.0:0 | a token is needed",
        "node vring --group LIST --id 1 --data D --token short | the token is too short",
        "node vring --group LIST --id 1 --data D --token-file none | cannot read none",
        "node vring --group LIST --id 1 --data D --key-file none | cannot read none; \"coterie"
            + " keys",
        "node vring --group LIST --id 1 --data D --key-file LIST | a key is 32 bytes",
        "node vring --group LIST --id 1 --data D --show x | choose sends, receives, drops,",
        "node vring --group LIST --id 1 --data D --show faults | cannot be shown; choose sends",
        "node vring --group LIST --id 1 --data D --record /no/such/x | in a folder that is there",
        "node vring --group LIST --id 1 --data D --bind x | bind: an address is host:port",
        "node vring --group LIST --id 1 --data D more | \"more\" is not understood here",
        "node vring -n 3 | is not understood here",
        "call | Missing required parameter: 'CALL'",
        "call --http x acquire | an address is host:port",
        "call acquire --wait 5s | --wait goes with --until NOTE",
        "call acquire --until E --wait soon | --wait soon: give a time",
        "call state --until E | state is not a call",
      })
  void mistakeIsOneSentence(String line, String sentence) throws IOException {
    new NodeGroup(folder, 2);
    String words =
        line.replace("LIST", folder.resolve("group.conf").toString())
            .replace("--data D", "--data " + folder.resolve("data"));
    boolean listens = line.contains("--data") && !line.contains("--http");
    refused(runLine(words + (listens ? " --http 127.0.0.1:0" : "")), sentence);
  }

  @Test
  void mistakeInTheListIsToldWithItsLine() throws IOException {
    Path list = Files.writeString(folder.resolve("list"), "1 a:1\n# two\n1 b:2\n");
    refused(runLine("node vring --id 1 --group " + list), list + ":3: P1 is on line 1 already");
  }

  @Test
  void portThatIsTakenAndNobodyThereAreSentences() throws Exception {
    try (NodeGroup group = new NodeGroup(folder, 1)) {
      group.startOne(1, "heartbeat");
      List<String> words = group.words(1, "heartbeat", "");
      words.replaceAll(word -> word.equals("127.0.0.1:0") ? group.http(1) : word);
      failed(run(words.toArray(String[]::new)), "cannot listen for HTTP on 127.0.0.1:");
      words.replaceAll(word -> word.equals(group.http(1)) ? "127.0.0.1:0" : word);
      failed(run(words.toArray(String[]::new)), "is in use by another node");
      String http = group.http(1);
      group.end(1);
      failed(runLine("call --http " + http + " state"), "no agent answers at");
    }
  }

  // ---- who does not mean well

  private static String ask(String http, String request) throws IOException {
    String[] parts = http.split(":");
    try (Socket socket = new Socket(parts[0], Integer.parseInt(parts[1]))) {
      socket.setSoTimeout(60_000);
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.UTF_8));
      out.flush();
      byte[] answer = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
      return new String(answer, StandardCharsets.UTF_8);
    }
  }

  private static String post(String path, String body) {
    return "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(path, body.getBytes(StandardCharsets.UTF_8).length, body);
  }

  @Test
  void nonsenseAndFloodsAreAnsweredOrCutOff() throws Exception {
    try (NodeGroup group = new NodeGroup(folder, 1)) {
      group.startOne(1, "ricart-agrawala");
      String http = group.http(1);
      String big = "\"" + "x".repeat(2_000) + "\"";
      assertThat(ask(http, "nonsense\r\n\r\n")).endsWith("400");
      assertThat(ask(http, post("/calls/acquire", "not json"))).endsWith("400");
      assertThat(ask(http, post("/calls/acquire", "{\"arguments\":5}"))).endsWith("400");
      assertThat(ask(http, post("/calls/acquire", "{\"arguments\":[{}]}"))).endsWith("400");
      assertThat(ask(http, post("/calls/acquire", "{\"arguments\":[" + big + "]}")))
          .endsWith("400");
      assertThat(ask(http, post("/calls/acquire", "{\"arguments\":[\"a b\"]}"))).endsWith("400");
      assertThat(ask(http, post("/calls/acquire", "{\"other\":1,\"arguments\":[]}")))
          .endsWith("400");
      assertThat(ask(http, post("/calls/%0a", ""))).endsWith("400");
      assertThat(ask(http, post("/calls/hashCode", ""))).endsWith("400");
      assertThat(ask(http, post("/calls/receive", ""))).endsWith("400");
      assertThat(ask(http, post("/nowhere", ""))).endsWith("404");
      assertThat(ask(http, post("/state", ""))).endsWith("405");
      assertThat(ask(http, "POST /calls/a HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n"))
          .endsWith("413");
      assertThat(ask(http, "GET /state HTTP/1.1\r\nHost: evil.example\r\n\r\n")).endsWith("403");
      assertThat(ask(http, "GET /state HTTP/1.1\r\nOrigin: http://evil.example\r\n\r\n"))
          .endsWith("403");
      flood(http);
      good(group.call(1, "acquire --until Entered"), "Entered");
    }
  }

  private static void flood(String http) throws IOException {
    String[] parts = http.split(":");
    List<Socket> silent = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      silent.add(new Socket(parts[0], Integer.parseInt(parts[1])));
    }
    for (Socket socket : silent) {
      socket.close();
    }
  }
}
