package coterie.web;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.lab.session.LabAnswer;
import coterie.lab.session.LabSession;
import coterie.protocols.Protocols;
import coterie.sim.scenario.Recipes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.json.Json;

/** The laboratory answers in the browser as it does in the JVM, whatever it is asked. */
class SessionIT {
  private static final Path COMPILED = Path.of(System.getProperty("coterie.page", "target/page"));
  private static final Json JSON = new Json();

  @ParameterizedTest
  @ValueSource(strings = {"wasm", "js"})
  void answersAreTheSame(String engine) throws IOException {
    List<String> requests = requests();
    List<Map<String, Object>> replies;
    try (PageServer server = new PageServer(COMPILED);
        Browser browser = Browser.open(server.address())) {
      replies = browser.ask("worker.js?engine=" + engine, requests);
    }
    LabSession session = new LabSession(new Recipes(new Protocols().recipes()));
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      LabAnswer answer = session.answer(requests.get(i));
      Map<String, Object> reply = i < replies.size() ? replies.get(i) : Map.of("error", "no reply");
      String here = text(answer.text(), Arrays.hashCode(answer.bytes()));
      String there =
          reply.get("text") == null
              ? String.valueOf(reply.get("error"))
              : text(reply.get("text").toString(), reply.get("bytes"));
      if (!here.equals(there)) {
        differences.add(difference(requests.get(i), here, there));
      }
    }
    assertThat(differences).isEmpty();
  }

  private static String difference(String request, String here, String there) {
    int at = 0;
    while (at < Math.min(here.length(), there.length()) && here.charAt(at) == there.charAt(at)) {
      at++;
    }
    return "%s%n  JVM: %s%n  browser: %s".formatted(request, part(here, at), part(there, at));
  }

  private static String part(String text, int at) {
    return text.substring(Math.max(0, at - 60), Math.min(text.length(), at + 120));
  }

  /** Sorts objects by key: the JVM gives a map of two another order each time. */
  private static String text(String json, Object hash) {
    return sorted(JSON.<Object>toType(json, Object.class)) + " " + hash;
  }

  private static Object sorted(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> all = new TreeMap<>();
      map.forEach((key, each) -> all.put(key.toString(), sorted(each)));
      return all;
    }
    return value instanceof List<?> list
        ? list.stream().map(SessionIT::sorted).toList()
        : String.valueOf(value);
  }

  private static List<String> requests() {
    List<String> requests =
        new ArrayList<>(List.of("protocols", "unknown", "check\nprotocol bully\nnodes 5 6"));
    int run = 0;
    for (String protocol : List.of("raft", "swim", "mvcc", "documents", "phi", "lamport")) {
      run++;
      requests.add(
          "run\nprotocol %s\nnodes 4\nuntil 12\nat 4 crash 3\nat 8 recover 3\n"
              .formatted(protocol));
      requests.addAll(about(run));
    }
    requests.add("compare-kinds");
    requests.add("compare elections\nentrant bully\nentrant raft\nseeds 2\nuntil 20s");
    requests.add("compare-advance 1 4");
    requests.add("compare detectors\nentrant phi\nentrant swim\nseeds 2\nuntil 20s");
    requests.add("compare-advance 2 4");
    requests.add("choices\nprotocol bully\nnodes 3\nuntil 5\nmanual");
    return requests;
  }

  private static List<String> about(int run) {
    return List.of(
            "advance %d 100",
            "advance %d 1000000",
            "columns %d",
            "lines %d 0 200",
            "event %d 60",
            "states %d 60",
            "vectors %d",
            "opinions %d",
            "stamps %d",
            "timeline %d",
            "copies %d 60",
            "watch %d 1 Raft.term",
            "find %d\ncrash",
            "report %d",
            "hand %d 30",
            "calls %d 30",
            "shiviz %d",
            "svg %d",
            "close %d")
        .stream()
        .map(request -> request.formatted(run))
        .toList();
  }
}
