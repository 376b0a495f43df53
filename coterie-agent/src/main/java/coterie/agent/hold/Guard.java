package coterie.agent.hold;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A dead man's switch for one command: a shell in a session of its own. It hears until when the
 * command may run, and kills it with all that it has started at that time, or as soon as it hears
 * that nobody speaks to it any more. So it does not matter whether this process is killed or
 * stopped.
 *
 * <p>The time is that of a clock that both can read: a word that was on its way for long, since
 * this process was stopped before it was said, must not prolong anything. Each word starts a timer,
 * a process of its own, so that a guard that is stopped kills as well.
 */
final class Guard implements AutoCloseable {
  private static final String SCRIPT =
      """
      trap '' INT TERM HUP QUIT
      mark=$1
      group=
      until=
      timer=
      now() {
        read -r up rest </proc/uptime && now=${up%.*}${up#*.}
      }
      # Those that are left: of the group, of its session, and whoever has the mark.
      kin() {
        for process in /proc/[0-9]*; do
          read -r line <"$process/stat" || continue
          set -- ${line##*) }
          case $1 in Z | X) continue ;; esac
          [ -n "$group" ] || continue
          [ "$3" = "$group" ] || [ "$4" = "$group" ] || continue
          echo "${process#/proc/}"
        done
        grep -l "COTERIE_HOLD_$mark=" /proc/[0-9]*/environ | tr -dc '0-9\\n'
      }
      end() {
        [ -z "$group" ] || kill -s KILL -- "-$group"
        all=$(kin)
        tries=0
        while [ -n "$all" ] && [ $tries -lt 1000 ]; do
          kill -s KILL $all
          tries=$((tries + 1))
          [ $tries -lt 3 ] || sleep 0.02
          all=$(kin)
        done
      }
      await() {
        trap '[ -z "$sleeper" ] || kill "$sleeper"; exit 0' USR1
        sleeper=
        while now && [ $((until - now)) -gt 0 ]; do
          left=$((until - now))
          hundredths=$((left % 100))
          [ $hundredths -ge 10 ] || hundredths=0$hundredths
          sleep "$((left / 100)).$hundredths" &
          sleeper=$!
          wait "$sleeper"
        done
        end
      }
      arm() {
        old=$timer
        if [ -n "$until" ] && now; then
          await >/dev/null &
          timer=$!
        fi
        [ -z "$old" ] || kill -s USR1 "$old"
      }
      while read -r what value answer; do
        case $what in
          group) group=$value; arm ;;
          until) until=$value; arm; echo "$answer" ;;
          over) until=; arm; exit 0 ;;
        esac
      done
      until=
      arm
      end
      """;

  private final @Nullable Process shell;
  private final BlockingQueue<String> words = new LinkedBlockingQueue<>();

  /**
   * Starts it.
   *
   * @param hold how what the command starts is known
   */
  Guard(Hold hold) {
    @Nullable Process started;
    try {
      List<String> command = new ArrayList<>(Hold.SETSID ? List.of("setsid") : List.of());
      command.addAll(List.of("sh", "-c", SCRIPT, "coterie-guard", hold.mark()));
      started = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      // Where there is no shell, only a killed parent leaves processes behind.
      started = null;
    }
    shell = started;
    if (started != null) {
      Process to = started;
      Thread.ofPlatform().daemon().name("coterie-guard-write").start(() -> write(to));
    }
  }

  /**
   * Tells what it has heard, from the words that it was told with.
   *
   * @param onEnd when it is no more, though it has not been closed
   */
  void listen(LongConsumer heard, Runnable onEnd) {
    Process from = shell;
    if (from == null) {
      return;
    }
    Thread.ofPlatform()
        .daemon()
        .name("coterie-guard-read")
        .start(
            () -> {
              try (BufferedReader lines = from.inputReader()) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                  heard.accept(Long.parseLong(line));
                }
                from.waitFor();
              } catch (IOException | NumberFormatException e) {
                // The same as its end.
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              onEnd.run();
            });
  }

  /** Whether there is one that answers. */
  boolean isThere() {
    return shell != null;
  }

  long pid() {
    return shell == null ? 0 : shell.pid();
  }

  /**
   * The command may run until then.
   *
   * @param word what it answers when it has heard it
   */
  void until(long untilHundredths, long word) {
    tell("until %d %d".formatted(untilHundredths, word));
  }

  /** The command has a process group of its own. */
  void group(long id) {
    tell("group " + id);
  }

  /** Nothing of the command is left. */
  void over() {
    tell("over");
    close();
  }

  private void tell(String line) {
    words.add(line);
  }

  /** On a thread of its own: a guard that is stopped does not read, and must not stop this one. */
  private void write(Process to) {
    try (OutputStream out = to.getOutputStream()) {
      for (String line = words.take(); !line.isEmpty(); line = words.take()) {
        out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
      }
    } catch (IOException e) {
      // It was killed by somebody, which listen tells.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Has it kill what is left. */
  @Override
  public void close() {
    tell("");
  }
}
