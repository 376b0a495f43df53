package coterie.lab.page;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The browser of whoever sits at this machine. */
public final class Browser {
  private Browser() {}

  /** Opens an address where there is a screen; does nothing elsewhere. */
  public static void open(String address) {
    List<String> command = command(System.getProperty("os.name", ""), System.getenv(), address);
    if (command.isEmpty()) {
      return;
    }
    try {
      new ProcessBuilder(command)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start()
          .getOutputStream()
          .close();
    } catch (IOException e) {
      // The address is printed, and can be opened by hand.
    }
  }

  /** The words of the command that opens it; none where there is no screen. */
  static List<String> command(String system, Map<String, String> environment, String address) {
    String name = system.toLowerCase(Locale.ROOT);
    if (name.startsWith("mac")) {
      return List.of("open", address);
    }
    if (name.startsWith("windows")) {
      return List.of("rundll32", "url.dll,FileProtocolHandler", address);
    }
    boolean hasScreen =
        !environment.getOrDefault("DISPLAY", "").isEmpty()
            || !environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
    return hasScreen ? List.of("xdg-open", address) : List.of();
  }
}
