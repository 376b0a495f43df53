package coterie.bench.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * What a node in a process of its own tells the harness: one line per event on the standard output.
 * Its times are System.nanoTime, which on Linux is one clock for all processes of a machine.
 */
public final class Report {
  static final String WARM = "coterie.bench.warm";

  private final PrintStream out;

  /** Whether two throw-away nodes shall meet in this process before it joins. */
  public static boolean isWarm() {
    return Boolean.getBoolean(WARM);
  }

  public Report() {
    this(new PrintStream(System.out, true, StandardCharsets.UTF_8));
  }

  Report(PrintStream out) {
    this.out = out;
  }

  /**
   * The node begins to join: here the clock of the newcomer starts, not at the start of its JVM.
   */
  public void joining() {
    print(Event.Kind.JOINING, "-");
  }

  /** The call that joins has returned. */
  public void ready() {
    print(Event.Kind.READY, "-");
  }

  public void added(String name) {
    print(Event.Kind.ADDED, name);
  }

  public void removed(String name) {
    print(Event.Kind.REMOVED, name);
  }

  private void print(Event.Kind kind, String name) {
    out.println(new Event(kind, name, System.nanoTime()).line());
  }

  /** Waits for the word "leave"; where the harness is gone, the process ends at once. */
  public void awaitLeave() {
    try {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      String line = lines.readLine();
      while (line != null && !line.equals("leave")) {
        line = lines.readLine();
      }
      if (line == null) {
        Runtime.getRuntime().halt(1);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
