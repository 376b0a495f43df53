package coterie.agent.hold;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A process and all that it has started, however far they have gone: those of its group and its
 * session, and those that have its mark in their environment. Only a process that has left the
 * session and has cleared its environment, or runs as another user, is not found.
 */
final class Kin {
  private static final long LOOK_MILLIS = 20;
  private static final long SIGNAL_SECONDS = 5;

  private final Process process;
  private final Hold hold;

  Kin(Process process, Hold hold) {
    this.process = process;
    this.hold = hold;
  }

  /** Those that are alive, by their numbers. */
  Set<Long> alive() {
    Set<Long> found = new TreeSet<>();
    if (process.isAlive()) {
      found.add(process.pid());
    }
    process.descendants().filter(ProcessHandle::isAlive).forEach(each -> found.add(each.pid()));
    if (Hold.canLook()) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
        for (Path each : all) {
          if (isKin(each)) {
            found.add(Long.parseLong(each.getFileName().toString()));
          }
        }
      } catch (IOException e) {
        throw new IllegalStateException("/proc cannot be read any more", e);
      }
    }
    return found;
  }

  private boolean isKin(Path folder) {
    try {
      String stat = Files.readString(folder.resolve("stat"), StandardCharsets.ISO_8859_1);
      // After the name, which may contain anything: state, parent, group, session.
      String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 5);
      if (words[0].equals("Z") || words[0].equals("X")) {
        return false;
      }
      String group = Long.toString(process.pid());
      return (hold.isOwnSession() && (words[2].equals(group) || words[3].equals(group)))
          || Files.readString(folder.resolve("environ"), StandardCharsets.ISO_8859_1)
              .contains(hold.variable() + "=");
    } catch (IOException e) {
      return false; // It has ended, or belongs to somebody else.
    }
  }

  void signal(String name) {
    List<String> targets = new ArrayList<>(alive().stream().map(String::valueOf).toList());
    if (hold.isOwnSession()) {
      targets.addFirst("-" + process.pid());
    }
    List<String> words = new ArrayList<>(List.of("sh", "-c", "kill -s \"$@\"", "sh", name, "--"));
    words.addAll(targets);
    try {
      Process kill =
          new ProcessBuilder(words)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      kill.waitFor(SIGNAL_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      alive().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Kills them, and those that they start meanwhile, until none is left. */
  void kill() {
    boolean isFirst = true;
    for (Set<Long> left = alive(); !left.isEmpty(); left = alive()) {
      if (isFirst && hold.isOwnSession()) {
        signal("KILL"); // All of a group at once: none of them can start another one meanwhile.
      }
      left.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
      pause();
      isFirst = false;
    }
  }

  /** Also for a thread that was interrupted: nothing is over before they are dead. */
  private static void pause() {
    LockSupport.parkNanos(LOOK_MILLIS * 1_000_000);
  }
}
