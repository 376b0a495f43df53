package coterie.lab.lesson;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the runs of a lesson showed. */
public interface Taught {
  void print(PrintWriter out);

  Map<String, @Nullable Object> json();

  /** Draws it. */
  String svg();

  /** What the lesson says and the runs did not show, in sentences. */
  default List<String> violations() {
    return List.of();
  }
}
