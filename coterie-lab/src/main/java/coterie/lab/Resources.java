package coterie.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Texts that lie beside the classes: style sheets, legends, lessons. */
public final class Resources {
  private Resources() {}

  /** Reads a text that lies beside that class. */
  public static String text(Class<?> beside, String name) {
    return text(beside.getResourceAsStream(name), name);
  }

  /**
   * Reads a text of another module, which opens it itself.
   *
   * @param opened null if it is not there
   */
  public static String text(@Nullable InputStream opened, String name) {
    try (InputStream in = opened) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
