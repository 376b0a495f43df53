package coterie.lab.hunt;

import coterie.sim.hunt.Coverage;
import coterie.sim.hunt.Coverage.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What no run of a hunt has shown, a sentence each: a promise about it was not tried. */
final class Unseen {
  private final Coverage coverage;
  private final Quarry quarry;
  private final List<String> sentences = new ArrayList<>();

  private Unseen(Coverage coverage, Quarry quarry) {
    this.coverage = coverage;
    this.quarry = quarry;
  }

  static List<String> sentences(Coverage coverage, Quarry quarry) {
    Unseen unseen = new Unseen(coverage, quarry);
    unseen.add(Subject.MESSAGES, "No run sent %s.");
    unseen.addAlarms();
    unseen.add(Subject.NOTES, "No run noted %s.");
    unseen.add(Subject.FAULTS, "No run had the fault %s.");
    unseen.add(Subject.CALLS, "No run called %s.");
    unseen.addDisk();
    return unseen.sentences;
  }

  private void add(Subject subject, String sentence) {
    for (String name : quarry.offers(subject)) {
      if (coverage.count(subject, name).runs() == 0) {
        sentences.add(sentence.formatted(name));
      }
    }
  }

  private void addAlarms() {
    for (Map.Entry<String, Coverage.Count> one : coverage.counts(Subject.STARTED).entrySet()) {
      if (coverage.count(Subject.ALARMS, one.getKey()).runs() == 0) {
        sentences.add(
            "In no run the alarm %s expired, though it was started.".formatted(one.getKey()));
      }
    }
  }

  private void addDisk() {
    if (quarry.faults().contains("disk") && coverage.counts(Subject.SAVES).isEmpty()) {
      sentences.add("No run saved anything, so disks had nothing to lose.");
    }
  }
}
