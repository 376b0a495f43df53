package coterie.cli.arch;

import coterie.lab.svg.Svg;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Draws the shipped modules with their packages, and arrows to the modules that each one uses. All
 * of it comes from the poms and the folders of sources. An arrow is left out where a longer way
 * leads to the same module.
 */
final class ModulePicture {
  private static final Pattern MODULE = Pattern.compile("<module>(coterie-[^<]*)</module>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]*)</artifactId>");
  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
  private static final double WIDTH = 190;
  private static final double GAP = 26;
  private static final double LINE = 15;
  private static final double BETWEEN = 44;
  private static final double LEFT = 24;
  private static final double TOP = 52;
  private static final String STYLE =
      """
      .title{font-size:16px;font-weight:bold;fill:#1b2733}
      .box{fill:#f7f9fb;stroke:#0072b2;stroke-width:1.4}
      .name{font-size:12px;font-weight:bold;fill:#1b2733}
      .packages{font-size:10.5px;fill:#3b4856}
      .foot{font-size:11px;fill:#5b6875}
      .uses{fill:none;stroke:#6b7885;stroke-width:1.4}
      .head{fill:#6b7885}
      """;

  /** A module: its folder, its packages, and the folders of the modules that it uses. */
  private record Module(String folder, List<String> packages, TreeSet<String> uses) {}

  private final Map<String, Module> modules = new TreeMap<>();
  private final List<String> others = new ArrayList<>();
  private final Map<String, Double> middles = new TreeMap<>();

  private ModulePicture() {}

  static String of(Path root) throws IOException {
    ModulePicture picture = new ModulePicture();
    picture.read(root);
    picture.place();
    return picture.draw();
  }

  private void read(Path root) throws IOException {
    Map<String, String> poms = new TreeMap<>();
    Map<String, String> folders = new TreeMap<>();
    for (String folder : all(MODULE, Files.readString(root.resolve("pom.xml")))) {
      String pom = Files.readString(root.resolve(folder).resolve("pom.xml"));
      poms.put(folder, pom);
      folders.put(
          all(ARTIFACT, pom.replaceFirst("(?s)<parent>.*?</parent>", "")).getFirst(), folder);
    }
    for (Map.Entry<String, String> pom : poms.entrySet()) {
      String folder = pom.getKey();
      if (pom.getValue().contains("<maven.deploy.skip>true")
          || !pom.getValue().contains("<parent>")) {
        others.add(folder);
      } else {
        TreeSet<String> uses = new TreeSet<>();
        for (String dependency : all(DEPENDENCY, pom.getValue())) {
          String used = folders.get(all(ARTIFACT, dependency).getFirst());
          if (used != null && !dependency.contains("<scope>test</scope>")) {
            uses.add(used);
          }
        }
        modules.put(folder, new Module(folder, packages(root.resolve(folder)), uses));
      }
    }
    modules.values().forEach(module -> module.uses.retainAll(modules.keySet()));
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult found) -> found.group(1)).toList();
  }

  /** The families if there are several; otherwise the package and those below it. */
  private static List<String> packages(Path module) throws IOException {
    Path sources = module.resolve("src/main/java");
    TreeSet<String> all = new TreeSet<>();
    try (Stream<Path> files = Files.walk(sources)) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> sources.relativize(file).getParent())
          .filter(folder -> folder != null)
          .forEach(folder -> all.add(folder.toString().replace('/', '.')));
    }
    TreeSet<String> families = new TreeSet<>();
    all.forEach(name -> families.add(name.replaceFirst("^(\\w+\\.\\w+)\\..*", "$1")));
    String first = families.first();
    if (families.size() > 1) {
      return List.copyOf(families);
    }
    return all.stream()
        .map(name -> name.equals(first) ? name : name.substring(first.length()))
        .toList();
  }

  private int level(String folder) {
    return uses(folder).stream().mapToInt(used -> level(used) + 1).max().orElse(0);
  }

  private TreeSet<String> uses(String folder) {
    return modules.getOrDefault(folder, new Module(folder, List.of(), new TreeSet<>())).uses;
  }

  private boolean reaches(String from, String to) {
    return from.equals(to) || uses(from).stream().anyMatch(used -> reaches(used, to));
  }

  /** What it uses and reaches by none of the others that it uses. */
  private List<String> arrows(String folder) {
    return uses(folder).stream()
        .filter(
            to -> uses(folder).stream().noneMatch(other -> !other.equals(to) && reaches(other, to)))
        .toList();
  }

  private List<List<String>> levels() {
    List<List<String>> levels = new ArrayList<>();
    for (String folder : modules.keySet()) {
      while (levels.size() <= level(folder)) {
        levels.add(new ArrayList<>());
      }
      levels.get(level(folder)).add(folder);
    }
    return levels;
  }

  /** Each module stands above the middle of what it uses, where there is room. */
  private void place() {
    List<List<String>> levels = levels();
    int widest = levels.stream().mapToInt(List::size).max().orElse(1);
    double middle = LEFT + (widest * (WIDTH + GAP) - GAP) / 2;
    for (List<String> level : levels) {
      Map<String, Double> wished = new TreeMap<>();
      for (String folder : level) {
        wished.put(
            folder, arrows(folder).stream().mapToDouble(middles::get).average().orElse(middle));
      }
      level.sort(Comparator.<String>comparingDouble(wished::get).thenComparing(name -> name));
      double sum = wished.values().stream().mapToDouble(x -> x).sum();
      double x = sum / level.size() - (level.size() - 1) * (WIDTH + GAP) / 2;
      for (String folder : level) {
        middles.put(folder, x);
        x += WIDTH + GAP;
      }
    }
    double least = middles.values().stream().mapToDouble(x -> x).min().orElse(0);
    middles.replaceAll((folder, x) -> x - least + LEFT + WIDTH / 2);
  }

  private double top(int level) {
    List<List<String>> levels = levels();
    double top = TOP;
    for (int above = levels.size() - 1; above > level; above--) {
      top += height(levels.get(above)) + BETWEEN;
    }
    return top;
  }

  private double height(List<String> level) {
    return 32 + LINE * level.stream().mapToInt(folder -> lines(folder).size()).max().orElse(0);
  }

  private List<String> lines(String folder) {
    Module module = modules.get(folder);
    String packages = module == null ? "" : String.join(" ", module.packages);
    return Svg.lines(packages, 9.4, WIDTH - 24);
  }

  private String draw() {
    double width = middles.values().stream().mapToDouble(x -> x).max().orElse(0) + WIDTH / 2 + LEFT;
    double bottom = top(0) + height(levels().getFirst());
    Svg svg = new Svg(width, bottom + 44, "The modules and what each of them uses", STYLE);
    svg.text("title", LEFT, 30, "Modules, and what each of them uses");
    for (String folder : modules.keySet()) {
      arrows(folder).forEach(used -> arrow(svg, folder, used));
    }
    modules.values().forEach(module -> box(svg, module));
    List<String> names = others.stream().map(name -> name.replace("coterie-", "")).toList();
    svg.text("foot", LEFT, bottom + 26, "Beside these: coterie-" + String.join(", -", names));
    return svg.finish();
  }

  /** Turns between the first two levels and then goes straight down, past what is in between. */
  private void arrow(Svg svg, String from, String to) {
    List<String> siblings = arrows(from);
    double x1 = middles.get(from) + (siblings.indexOf(to) - (siblings.size() - 1) / 2.0) * 24;
    double y1 = top(level(from)) + height(levels().get(level(from)));
    double x2 = middles.get(to) + Math.max(-72, Math.min(72, (x1 - middles.get(to)) / 3));
    String bend = Svg.number(x1) + " " + Svg.number(y1 + BETWEEN / 2);
    String turn = Svg.number(x2) + " " + Svg.number(y1 + BETWEEN / 2 - 4);
    String end = Svg.number(x2) + " " + Svg.number(y1 + BETWEEN - 8);
    String start = Svg.number(x1) + " " + Svg.number(y1);
    double tip = top(level(to));
    String steps = "M" + start + "C" + bend + " " + turn + " " + end;
    svg.path("uses", steps + "V" + Svg.number(tip - 7), null);
    svg.path("head", "M" + Svg.number(x2 - 4.5) + " " + Svg.number(tip - 8) + "l9 0l-4.5 8z", null);
  }

  private void box(Svg svg, Module module) {
    double x = middles.get(module.folder) - WIDTH / 2;
    double y = top(level(module.folder));
    svg.rect("box", x, y, WIDTH, height(levels().get(level(module.folder))), 6, null);
    svg.text("name", x + 12, y + 20, module.folder);
    List<String> lines = lines(module.folder);
    for (int i = 0; i < lines.size(); i++) {
      svg.text("packages", x + 12, y + 38 + i * LINE, lines.get(i));
    }
  }
}
