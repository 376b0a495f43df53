package coterie.agent;

import coterie.Coterie;
import org.jspecify.annotations.Nullable;

/** What can be counted about a node, in the text format of Prometheus. */
interface Metrics {
  /** An event of that kind has happened. */
  void happened(String kind);

  String text();

  /** Null where the jar of Micrometer is not at hand. */
  static @Nullable Metrics of(Coterie node) {
    try {
      return new MicrometerMetrics(node);
    } catch (NoClassDefFoundError e) {
      return null;
    }
  }
}
