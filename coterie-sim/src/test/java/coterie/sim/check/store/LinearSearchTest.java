package coterie.sim.check.store;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.NodeId;
import coterie.core.RegisterNote;
import coterie.core.RegisterNote.Action;
import coterie.core.RegisterNote.Outcome;
import coterie.sim.check.store.CallHistory.Call;
import coterie.sim.check.store.CallHistory.Edge;
import coterie.sim.check.store.LinearSearch.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Histories in words: {@code a:set 1 red} begins call a, {@code a=1 red} ends it with that version
 * and value, {@code a!1 red} refuses it, and {@code a?} leaves it unknown.
 */
class LinearSearchTest {
  private static CallHistory history(String words) {
    CallHistory history = new CallHistory();
    Map<String, Call> calls = new TreeMap<>();
    long at = 0;
    for (String step : words.split(",", -1)) {
      String text = step.strip();
      String name = text.substring(0, 1);
      String[] rest = text.substring(2).split(" ", -1);
      at++;
      switch (text.charAt(1)) {
        case ':' -> calls.put(name, history.began(at, new NodeId(name.charAt(0)), action(rest)));
        case '=' -> history.ended(calls.get(name), at, succeeded(rest));
        case '!' ->
            history.ended(
                calls.get(name), at, new RegisterNote.Refused("x", 1, number(rest), value(rest)));
        default -> history.ended(calls.get(name), at, new RegisterNote.Unknown("x", 1, "why"));
      }
    }
    return history;
  }

  private static Action action(String... words) {
    return switch (words[0]) {
      case "get" -> new RegisterNote.Get();
      case "set" -> new RegisterNote.Set(words[1]);
      default -> new RegisterNote.Cas(Long.parseLong(words[1]), words[2]);
    };
  }

  private static Outcome succeeded(String... words) {
    return new RegisterNote.Succeeded("x", 1, number(words), value(words));
  }

  private static long number(String... words) {
    return Long.parseLong(words[0]);
  }

  private static String value(String... words) {
    return words.length > 1 ? words[1] : "";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "one after the other | a:set red, a=1 red, b:get, b=1 red",
        "nothing yet | a:get, a=0",
        "one of two succeeds | a:cas 0 red, b:cas 0 blue, a=1 red, b!1 red",
        "the other one does | a:cas 0 red, b:cas 0 blue, b=1 blue, a!1 blue",
        "a read beside a write sees what was before | a:set red, b:get, b=0, a=1 red",
        "or after | a:set red, b:get, b=1 red, a=1 red",
        "an unknown write may be seen | a:set red, a?, b:get, b=1 red",
        "or not | a:set red, a?, b:get, b=0",
        "or later | a:set red, a?, b:get, b=0, c:get, c=1 red",
        "two unknown in any order | a:set red, b:set blue, a?, b?, c:get, c=2 red",
        "nobody saw who was between | a:set red, a?, b:set blue, b=2 blue, c:get, c=2 blue",
        "a call without an end | a:set red, b:get, b=1 red",
        "an unknown condition is met once | a:cas 0 red, a?, b:set blue, b=2 blue",
        "a read takes effect early | a:set red, b:get, a=1 red, c:set blue, c=2 blue, b=1 red"
      })
  void isLinearizable(String why, String words) {
    assertThat(LinearSearch.search(history(words))).as(why).isEqualTo(Result.LINEARIZABLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "both succeed | a:cas 0 red, b:cas 0 blue, a=1 red, b=1 blue | b",
        "both are refused | a:cas 0 red, b:cas 0 blue, a!1 blue, b!1 red | b",
        "a stale read | a:set red, a=1 red, b:get, b=0 | b",
        "a value that nobody wrote | a:set red, a=1 red, b:get, b=1 blue | b",
        "reads go back | a:set red, b:get, b=1 red, c:get, c=0, a=1 red | c",
        "a version is left out | a:set red, a=2 red | a",
        "refused though it fits | a:cas 0 red, a!0 | a",
        "refused at a version to come | a:cas 0 red, a!1 blue, b:set blue, b=1 blue | a",
        "seen before it began | a:get, a=1 red, b:set red, b=1 red | a",
        "an unknown one counts once | a:set red, a?, b:set blue, b=3 blue | b",
        "a condition that is not met | a:cas 5 red, a=1 red | a",
        "a refused one is seen | a:cas 1 red, a!0, b:get, b=1 red | b"
      })
  void isNotLinearizable(String why, String words, String culprit) {
    CallHistory history = history(words);
    assertThat(LinearSearch.search(history)).as(why).isEqualTo(Result.NOT_LINEARIZABLE);
    assertThat(LinearSearch.culprit(history).by).as(why).isEqualTo(new NodeId(culprit.charAt(0)));
  }

  /** Tries all orders, with no thought at all. */
  private static boolean naive(List<Edge> edges, List<Call> done, long version, String value) {
    int next = 0;
    while (next < edges.size()
        && (!edges.get(next).isEnd() || done.contains(edges.get(next).call()))) {
      next++;
    }
    if (next == edges.size()) {
      return true;
    }
    for (Edge edge : edges.subList(0, next)) {
      Call call = edge.call();
      if (!edge.isEnd() && !done.contains(call)) {
        boolean isWrite = call.canWriteAt(version);
        long newVersion = isWrite ? version + 1 : version;
        String newValue = isWrite ? call.value() : value;
        if (fits(call, isWrite, newVersion, newValue)) {
          List<Call> more = new ArrayList<>(done);
          more.add(call);
          if (naive(edges, more, newVersion, newValue)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean fits(Call call, boolean isWrite, long version, String value) {
    return switch (call.outcome()) {
      case RegisterNote.Succeeded done ->
          (isWrite || call.isRead()) && done.version() == version && done.value().equals(value);
      case RegisterNote.Refused no ->
          !isWrite && !call.isRead() && no.version() == version && no.value().equals(value);
      case null, default -> true;
    };
  }

  /** Calls on a register that now and then forgets, or answers from the past. */
  private static CallHistory random(SplittableRandom random) {
    CallHistory history = new CallHistory();
    List<Call> open = new ArrayList<>();
    long version = 0;
    String value = "";
    for (int at = 0; at < 11; at++) {
      if (open.isEmpty() || random.nextInt(2) == 0) {
        String word = "v" + random.nextInt(4);
        Action action =
            switch (random.nextInt(3)) {
              case 0 -> new RegisterNote.Get();
              case 1 -> new RegisterNote.Set(word);
              default -> new RegisterNote.Cas(random.nextLong(version + 1), word);
            };
        open.add(history.began(at, new NodeId(at), action));
        continue;
      }
      Call call = open.remove(random.nextInt(open.size()));
      boolean isWrite = call.canWriteAt(version);
      if (isWrite && random.nextInt(8) > 0) {
        version++;
        value = call.value();
      }
      long told = random.nextInt(12) == 0 ? random.nextLong(version + 2) : version;
      switch (random.nextInt(6)) {
        case 0 -> history.ended(call, at, new RegisterNote.Unknown("x", 1, "why"));
        default ->
            history.ended(
                call,
                at,
                isWrite || call.isRead()
                    ? new RegisterNote.Succeeded("x", 1, told, isWrite ? call.value() : value)
                    : new RegisterNote.Refused("x", 1, told, value));
      }
    }
    return history;
  }

  @Test
  void findsWhatTryingAllOrdersFinds() {
    int linearizable = 0;
    int runs = 2_000;
    for (long seed = 0; seed < runs; seed++) {
      CallHistory history = random(new SplittableRandom(seed));
      boolean expected = naive(history.edges(), List.of(), 0, "");
      assertThat(LinearSearch.search(history))
          .as("seed %d: %s", seed, history.calls().stream().map(Call::text).toList())
          .isEqualTo(expected ? Result.LINEARIZABLE : Result.NOT_LINEARIZABLE);
      linearizable += expected ? 1 : 0;
    }
    assertThat(linearizable).isBetween(runs / 5, runs * 4 / 5);
  }
}
