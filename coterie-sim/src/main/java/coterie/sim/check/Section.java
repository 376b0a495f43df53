package coterie.sim.check;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A part of the report of a run: what one judge has found. */
public interface Section {
  /** Nothing to tell. */
  Section NOTHING =
      new Section() {
        @Override
        public ReportText text() {
          return new ReportText();
        }

        @Override
        public Map<String, @Nullable Object> fields() {
          return Map.of();
        }
      };

  /** Returns it for people; empty if there is nothing to say. */
  ReportText text();

  /** Returns it for programs: fields of the run's JSON object, in order. */
  Map<String, @Nullable Object> fields();
}
