package coterie.lab.tune;

import coterie.core.TimeText;
import coterie.lab.Numbers;
import coterie.lab.flag.Given;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.lab.trial.RecipeChoice;
import coterie.lab.trial.TrialFlags;
import coterie.lab.tune.Tuning.Answer;
import coterie.lab.tune.Tuning.Wish;
import coterie.sim.scenario.Recipes;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A search for settings as it was asked for, by flags. */
public record TuneRequest(Given given, Recipes recipes) {
  private static final double DECIMAL_MAX = 1e6;

  /**
   * Searches.
   *
   * @param detector its name; null if none was given
   * @param err shows how far it is
   */
  public TuneReport run(@Nullable String detector, PrintWriter err) {
    if (detector == null) {
      throw new IllegalArgumentException(
          "tune takes a detector: " + String.join(", ", RecipeChoice.DETECTORS.names(recipes)));
    }
    TrialFlags flags = new TrialFlags(given);
    Contestant from = flags.contestants(List.of(detector), recipes).getFirst();
    Laboratory laboratory = flags.laboratory();
    double within = (double) flags.time("--detect-within");
    Wish wish = new Wish(within / TimeText.SECOND, positive("--mistakes-per-day"));
    int size = TrialFlags.nodes(given.value("--nodes"));
    double lost = TrialFlags.loss(given.value("--loss"));
    int shortRuns = flags.seeds();
    int longRuns = TuningRuns.longRuns(wish, laboratory, shortRuns, positive("--effort"));
    TuningRuns runs = new TuningRuns(laboratory, recipes, flags.effort(), longRuns, err);
    runs.check(from, size, lost);
    Answer answer = new Tuning(wish, size, lost, runs).search(from, flags.changed());
    return new TuneReport(answer, wish, laboratory, size, lost, shortRuns, longRuns);
  }

  private double positive(String flag) {
    return Numbers.positive(flag, given.value(flag), DECIMAL_MAX);
  }
}
