package coterie.lab.tune;

import coterie.core.TimeText;
import coterie.lab.trial.Laboratory;
import coterie.lab.trial.Laboratory.Contestant;
import coterie.recipe.DetectorRecipe.Knob;
import coterie.recipe.Setting;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settings that the knobs of a detector allow: a grid, and what lies between its points. */
public record KnobGrid(List<Knob> knobs) {
  private static final int SETTINGS_MAX = 64;
  private static final double MILLISECOND = 1e6;

  public KnobGrid {
    knobs = List.copyOf(knobs);
  }

  /** All combinations of the knobs' values, or, where these are too many, a part of them. */
  public List<Contestant> settings(Contestant from) {
    List<Contestant> settings = List.of(from);
    for (Knob knob : thinned()) {
      List<Contestant> more = new ArrayList<>();
      for (Contestant setting : settings) {
        knob.values().forEach(value -> more.add(setting.with(knob.setting(), value)));
      }
      settings = more;
    }
    return settings;
  }

  /** Every second value of the longest knob is left out until the grid is small enough. */
  private List<Knob> thinned() {
    List<Knob> rest = new ArrayList<>(knobs);
    while (size(rest) > SETTINGS_MAX) {
      Knob longest =
          rest.stream().max(Comparator.comparingInt(knob -> knob.values().size())).orElseThrow();
      List<String> kept = new ArrayList<>();
      for (int i = 0; i < longest.values().size(); i += 2) {
        kept.add(longest.values().get(i));
      }
      rest.set(rest.indexOf(longest), new Knob(longest.setting(), kept));
    }
    return rest;
  }

  private static double size(List<Knob> knobs) {
    return knobs.stream().mapToDouble(knob -> knob.values().size()).reduce(1, (a, b) -> a * b);
  }

  /** Settings half way to the next values of each knob that holds numbers. */
  List<Contestant> around(Contestant best) {
    List<Contestant> settings = new ArrayList<>();
    for (Knob knob : knobs) {
      Setting setting = setting(best, knob);
      double own = number(setting, best.value(knob.setting()));
      double below = Double.NEGATIVE_INFINITY;
      double above = Double.POSITIVE_INFINITY;
      for (String text : knob.values()) {
        double value = number(setting, text);
        below = value < own ? Math.max(below, value) : below;
        above = value > own ? Math.min(above, value) : above;
      }
      for (double other : new double[] {below, above}) {
        String middle = middle(setting, own, other);
        if (middle != null) {
          settings.add(best.with(knob.setting(), middle));
        }
      }
    }
    return settings;
  }

  private static Setting setting(Contestant of, Knob knob) {
    return of.recipe().settings().stream()
        .filter(setting -> setting.name().equals(knob.setting()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no setting " + knob.setting()));
  }

  /** Not a number for words and flags. */
  static double number(Setting setting, String text) {
    return switch (setting.kind()) {
      case DURATION -> (double) TimeText.parse(text);
      case COUNT, DECIMAL -> Double.parseDouble(text);
      case COUNT_OR_ALL, COUNT_OR_NAMES, FLAG, WORD -> Double.NaN;
    };
  }

  /** By factors where it can be, with few digits; null where nothing lies between. */
  static @Nullable String middle(Setting setting, double one, double other) {
    if (!Double.isFinite(one + other)) {
      return null;
    }
    double middle = one > 0 && other > 0 ? Math.sqrt(one * other) : (one + other) / 2;
    String text =
        switch (setting.kind()) {
          case DURATION -> {
            double millis = digits(middle / MILLISECOND);
            yield TimeText.format(Math.round(millis * MILLISECOND));
          }
          case COUNT -> Long.toString(Math.round(middle));
          default -> Laboratory.plain(digits(middle));
        };
    double rounded = number(setting, text);
    return rounded == one || rounded == other ? null : text;
  }

  private static double digits(double value) {
    return new BigDecimal(value).round(new MathContext(2)).doubleValue();
  }
}
