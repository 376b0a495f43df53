package coterie.lab.compare;

import coterie.lab.report.Page;
import java.io.PrintWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a comparison came to, in all its spellings. */
public interface Comparison {
  void print(PrintWriter out);

  String csv();

  Map<String, @Nullable Object> json();

  String svg();

  Page page();
}
