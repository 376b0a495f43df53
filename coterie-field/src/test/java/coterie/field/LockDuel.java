package coterie.field;

import coterie.testkit.Await;
import coterie.testkit.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two commands that want one lock. The first has a family that does not heed TERM: a process in its
 * group, and one in a session of its own. The second looks, as its first act, whether anybody of
 * the first family is alive, and for how long: that is judged by order, and not by time.
 */
final class LockDuel implements AutoCloseable {
  private static final String FIRST =
      """
      trap '' TERM HUP
      setsid=$(command -v setsid)
      echo $$ >>"$0.pids"
      (while :; do sleep 1; done) &
      echo $! >>"$0.pids"
      $setsid sh -c 'trap "" TERM HUP; echo $$ >>"$0.pids"; while :; do sleep 1; done' "$0" &
      while [ $(wc -l <"$0.pids") -lt 3 ]; do sleep 0.05; done
      echo >"$0.ready"
      while :; do sleep 1; done
      """;

  /** Zombies are dead; those of a family are counted by the numbers that they have written. */
  private static final String SECOND =
      """
      alive() {
        for pid in $(cat "$0.pids"); do
          read -r line <"/proc/$pid/stat" || continue
          case ${line##*) } in Z* | X*) ;; *) echo "$pid" ;; esac
        done 2>/dev/null
      }
      began=$(cut -d' ' -f1 /proc/uptime | tr -d .)
      tries=0
      while [ -n "$(alive)" ] && [ $tries -lt 500 ]; do
        tries=$((tries + 1))
        sleep 0.02
      done
      ended=$(cut -d' ' -f1 /proc/uptime | tr -d .)
      [ $tries -eq 0 ] && echo clean >"$0.second" || echo "overlap of $((ended - began)) hundredths" >"$0.second"
      """;

  /** Is inside for a while, and looks whether the first one starts meanwhile. */
  private static final String THIRD =
      """
      echo >"$0.third"
      tries=0
      while [ $tries -lt 120 ] && [ ! -e "$0.pids" ]; do
        tries=$((tries + 1))
        sleep 0.1
      done
      [ $tries -eq 120 ] && echo clean >"$0.second" || echo "started beside it" >"$0.second"
      """;

  private static final String LISTENER =
      """
      for signal in INT TERM HUP; do
        trap "echo $signal >'$0.heard'; exit 7" $signal
      done
      echo >"$0.ready"
      while :; do sleep 0.1; done
      """;

  private static final String HOLDER =
      "echo >\"$0.held\"; while [ ! -e \"$0.go\" ]; do sleep 0.1; done";

  private final Path folder;
  private final String lock;
  private final Path base;
  private @Nullable Command first;
  private @Nullable Command second;

  LockDuel(Path folder, String lock) {
    this.folder = folder;
    this.lock = lock;
    this.base = folder.resolve(lock);
  }

  String lock() {
    return lock;
  }

  /** How a command is started. */
  interface Start {
    Command start(Path log, String... words) throws IOException;
  }

  private Command command(String name, String what, int http, String script, String... more)
      throws IOException {
    return command(Command::new, name, what, http, script, more);
  }

  private Command command(
      Start start, String name, String what, int http, String script, String... more)
      throws IOException {
    List<String> words = new ArrayList<>(List.of(what, lock, "--http", "127.0.0.1:" + http));
    words.addAll(List.of(more));
    words.addAll(List.of("--", "sh", "-c", script, base.toString()));
    return start.start(folder.resolve(lock + "." + name + ".log"), words.toArray(String[]::new));
  }

  Command first(String what, int http, Start start) throws IOException {
    first = command(start, "first", what, http, FIRST, wait(what));
    return first;
  }

  /** A first one without a family, which writes down the signal that it hears. */
  Command listener(int http) throws IOException {
    first = command("first", "lock", http, LISTENER, wait("lock"));
    return first;
  }

  String heard() throws IOException {
    return Files.exists(file("heard")) ? Files.readString(file("heard")).strip() : "";
  }

  Command first(String what, int http) throws IOException {
    first = command("first", what, http, FIRST, wait(what));
    return first;
  }

  private static String[] wait(String what) {
    return what.equals("lock") ? new String[] {"--wait", "5m"} : new String[0];
  }

  Command first() {
    if (first == null) {
      throw new IllegalStateException("nothing runs");
    }
    return first;
  }

  void awaitFirst() throws Exception {
    Await.until(() -> "the first runs: " + first().log(), 120, () -> Files.exists(file("ready")));
  }

  Command second(String what, int http) throws IOException {
    second = command("second", what, http, SECOND, wait(what));
    return second;
  }

  /** Holds the lock until a file is there. */
  Command holder(int http) throws IOException {
    return command("holder", "lock", http, HOLDER, wait("lock"));
  }

  void awaitHolder() throws Exception {
    Await.until("the holder runs", 120, () -> Files.exists(file("held")));
  }

  void third(int http) throws IOException {
    second = command("third", "lock", http, THIRD, wait("lock"));
  }

  void awaitThird() throws Exception {
    Await.until("the third runs", 120, () -> Files.exists(file("third")));
  }

  /** What the second one saw. */
  String awaitSecond() throws Exception {
    Await.until(
        () -> "the second runs: " + (second == null ? "" : second.log()) + first().log(),
        180,
        () -> Files.exists(file("second")) && Files.size(file("second")) > 0);
    return Files.readString(file("second")).strip();
  }

  boolean hasSecond() {
    return Files.exists(file("second"));
  }

  /** Whether the family of the first one is there, all of it. */
  boolean isFirstAlive() throws IOException {
    for (String pid : Files.readAllLines(file("pids"))) {
      Path stat = Path.of("/proc", pid, "stat");
      if (!Files.exists(stat) || Files.readString(stat).contains(") Z")) {
        return false;
      }
    }
    return true;
  }

  private Path file(String name) {
    return folder.resolve(lock + "." + name);
  }

  @Override
  public void close() throws IOException {
    if (first != null) {
      first.close();
    }
    if (second != null) {
      second.close();
    }
    if (Files.exists(file("pids"))) {
      Files.readAllLines(file("pids")).forEach(pid -> Shell.tries("kill", "-KILL", pid));
    }
  }
}
