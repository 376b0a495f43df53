package coterie.lab.report;

import java.io.PrintWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a laboratory found, in all the forms in which people ask for it. */
public interface Figures {
  /** Prints it as tables and sentences. */
  void print(PrintWriter out);

  String csv();

  Map<String, @Nullable Object> json();

  /** Draws it. */
  String svg();
}
