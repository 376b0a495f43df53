package coterie.agent.hold;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.UUID;

/**
 * One run of a command, and how it is told from everything else: by a mark in the environment that
 * all it starts inherits, and, unless it needs the terminal, by a session of its own.
 */
record Hold(String mark, boolean isOwnSession) {
  private static final boolean IS_LINUX =
      System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")
          && Files.isReadable(Path.of("/proc/uptime"));

  /** Whether a command can have a session of its own here. */
  static final boolean SETSID = IS_LINUX && Programs.isFound("setsid");

  static Hold fresh() {
    return new Hold(UUID.randomUUID().toString().replace("-", ""), SETSID && !isTerminal());
  }

  /** Its name differs from that of another hold, in whose command this one may run. */
  String variable() {
    return "COTERIE_HOLD_" + mark;
  }

  /** Whether the processes of this machine, and a clock of theirs, can be read. */
  static boolean canLook() {
    return IS_LINUX;
  }

  /** Whether the command reads from a terminal, which a session of its own would take away. */
  static boolean isTerminal() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/0"))
          .toString()
          .matches("/dev/(pts/.*|tty.*|console)");
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Now, on the clock of this process and on that of the machine, which its shells can read. The
   * second one shows the hundredth of a second that has begun, and so is never ahead.
   */
  record Moment(long nanos, long hundredths) {
    static Moment now() {
      long hundredths = 0;
      if (IS_LINUX) {
        try {
          String text = Files.readString(Path.of("/proc/uptime"));
          hundredths = Long.parseLong(text.substring(0, text.indexOf(' ')).replace(".", ""));
        } catch (IOException e) {
          throw new IllegalStateException("/proc/uptime cannot be read any more", e);
        }
      }
      return new Moment(System.nanoTime(), hundredths);
    }

    Moment plusMillis(long millis) {
      return new Moment(nanos + millis * 1_000_000, hundredths + Math.floorDiv(millis, 10));
    }
  }
}
