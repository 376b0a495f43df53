package coterie.broken;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of the search for one variant: a row of the table.
 *
 * @param by hunt or explore; empty if it was not found
 * @param tries seeds until it was found, or states
 * @param messages how many arrive in the smallest run that shows it
 * @param events how many events the path has that was found; 0 for a hunt
 * @param file that run, as the lines of a scenario file
 */
record Row(
    String name,
    String by,
    long tries,
    long findMillis,
    String judge,
    String sentence,
    long nodes,
    long messages,
    long events,
    long shrinkMillis,
    boolean isMinimal,
    String file) {
  private static final long MILLION = 1_000_000;

  boolean isFound() {
    return !by.isEmpty();
  }

  /** Searches and shrinks; a kernel that is broken takes the engines with it. */
  static Row of(Variant variant, Means means, long cpuMax) {
    ClassLoader loader = Workshop.load(variant);
    if (!variant.isInCore()) {
      return searched(variant, loader, means, cpuMax);
    }
    try {
      Method words =
          Class.forName(Row.class.getName(), true, loader)
              .getDeclaredMethod("words", String.class, String.class, long.class);
      words.setAccessible(true); // Its package is the same by name only.
      return Row.of((List<?>) words.invoke(null, variant.name(), means.name(), cpuMax));
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Called in the loader of a variant. */
  static List<String> words(String name, String means, long cpuMax) {
    Row row =
        searched(Variants.named(name), Row.class.getClassLoader(), Means.valueOf(means), cpuMax);
    return List.of(
        row.name,
        row.by,
        "" + row.tries,
        "" + row.findMillis,
        row.judge,
        row.sentence,
        "" + row.nodes,
        "" + row.messages,
        "" + row.events,
        "" + row.shrinkMillis,
        "" + row.isMinimal,
        row.file);
  }

  private static Row of(List<?> words) {
    return new Row(
        text(words, 0),
        text(words, 1),
        number(words, 2),
        number(words, 3),
        text(words, 4),
        text(words, 5),
        number(words, 6),
        number(words, 7),
        number(words, 8),
        number(words, 9),
        Boolean.parseBoolean(text(words, 10)),
        text(words, 11));
  }

  private static String text(List<?> words, int index) {
    return words.get(index).toString();
  }

  private static long number(List<?> words, int index) {
    return Long.parseLong(text(words, index));
  }

  /** Searches in classes that are loaded, and shrinks. */
  static Row searched(Variant variant, ClassLoader loader, Means means, long cpuMax) {
    Search search = new Search(variant, loader);
    Search.@Nullable Found found = search.search(means, cpuMax);
    if (found == null) {
      return new Row(variant.name(), "", 0, cpuMax / MILLION, "", "", 0, 0, 0, 0, false, "");
    }
    Search.Small small = search.shrink(found, cpuMax);
    return new Row(
        variant.name(),
        means.word(),
        found.tries(),
        found.cpuNanos() / MILLION,
        found.judge(),
        small.sentence(),
        small.scenario().members().size(),
        small.messages(),
        found.scenario().choices().size(),
        small.cpuNanos() / MILLION,
        small.isMinimal(),
        String.join("\n", search.lines(small)));
  }
}
