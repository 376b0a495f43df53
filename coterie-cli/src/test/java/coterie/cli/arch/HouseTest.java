package coterie.cli.arch;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The house stays one that a newcomer finds the way in: rooms are small, classes do not hang
 * together in knots, a name means one type, and the command has no logic of its own. The limits may
 * be lowered, and not raised.
 */
class HouseTest {
  private static final int ROOM_MAX = 25;
  private static final int KNOT_MAX = 9;
  private static final int TWICE_MAX = 5;
  private static final int COMMAND_LINES_MAX = 4_000;

  private static final Map<String, TreeSet<String>> KNOWS = knows();

  private static Map<String, TreeSet<String>> knows() {
    JavaClasses shipped = ArchitectureTest.SHIPPED;
    Map<String, TreeSet<String>> knows = new TreeMap<>();
    for (JavaClass type : shipped) {
      if (!type.getSimpleName().equals("package-info")) {
        TreeSet<String> known =
            knows.computeIfAbsent(outer(type.getName()), key -> new TreeSet<>());
        for (Dependency each : type.getDirectDependenciesFromSelf()) {
          String target = outer(each.getTargetClass().getName());
          if (target.startsWith("coterie.") && !target.contains("[")) {
            known.add(target);
          }
        }
      }
    }
    knows.values().forEach(known -> known.retainAll(knows.keySet()));
    return knows;
  }

  private static String outer(String name) {
    int dollar = name.indexOf('$');
    return dollar < 0 ? name : name.substring(0, dollar);
  }

  private static String room(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  @Test
  void noRoomIsCrowded() {
    Map<String, Integer> rooms = new TreeMap<>();
    KNOWS.keySet().forEach(name -> rooms.merge(room(name), 1, Integer::sum));
    assertThat(rooms.values()).hasSizeGreaterThan(40);
    rooms.values().removeIf(size -> size <= ROOM_MAX);
    assertThat(rooms).isEmpty();
  }

  @Test
  void noKnotIsLarge() {
    List<Collection<String>> knots = knots(KNOWS);
    assertThat(knots).isNotEmpty();
    assertThat(knots).allSatisfy(knot -> assertThat(knot).hasSizeLessThanOrEqualTo(KNOT_MAX));
  }

  @Test
  void nameMeansOneType() {
    Map<String, List<String>> names = new TreeMap<>();
    for (String name : KNOWS.keySet()) {
      names
          .computeIfAbsent(name.substring(name.lastIndexOf('.') + 1), key -> new ArrayList<>())
          .add(name);
    }
    names.values().removeIf(types -> types.size() == 1);
    names.keySet().removeAll(List.of("package-info", "module-info"));
    assertThat(names).hasSizeLessThanOrEqualTo(TWICE_MAX);
  }

  @Test
  void commandIsSmall() throws IOException {
    long lines = 0;
    try (Stream<Path> all = Files.walk(root().resolve("coterie-cli/src/main/java"))) {
      for (Path file : all.filter(each -> each.toString().endsWith(".java")).toList()) {
        lines += Files.readAllLines(file).size();
      }
    }
    assertThat(lines).isBetween(1_000L, (long) COMMAND_LINES_MAX);
  }

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("scenarios"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** The judge of knots is no use unless it can find one. */
  @Test
  void knotIsFound() {
    Map<String, TreeSet<String>> ring = new TreeMap<>();
    ring.put("a", new TreeSet<>(List.of("b")));
    ring.put("b", new TreeSet<>(List.of("c", "d")));
    ring.put("c", new TreeSet<>(List.of("a")));
    ring.put("d", new TreeSet<>());
    assertThat(knots(ring)).hasSize(1);
    assertThat(knots(ring).getFirst()).containsExactlyInAnyOrder("a", "b", "c");
  }

  /** Strongly connected types (Tarjan 1972), single ones left out. */
  private static List<Collection<String>> knots(Map<String, TreeSet<String>> knows) {
    Map<String, Integer> index = new HashMap<>();
    Map<String, Integer> low = new HashMap<>();
    ArrayDeque<String> open = new ArrayDeque<>();
    List<Collection<String>> knots = new ArrayList<>();
    for (String root : knows.keySet()) {
      if (!index.containsKey(root)) {
        visit(root, knows, index, low, open, knots);
      }
    }
    return knots;
  }

  private static void visit(
      String type,
      Map<String, TreeSet<String>> knows,
      Map<String, Integer> index,
      Map<String, Integer> low,
      ArrayDeque<String> open,
      List<Collection<String>> knots) {
    index.put(type, index.size());
    low.put(type, index.get(type));
    open.push(type);
    for (String next : knows.getOrDefault(type, new TreeSet<>())) {
      if (!index.containsKey(next)) {
        visit(next, knows, index, low, open, knots);
        low.merge(type, low.get(next), Math::min);
      } else if (open.contains(next)) {
        low.merge(type, index.get(next), Math::min);
      }
    }
    if (low.get(type).equals(index.get(type))) {
      List<String> knot = new ArrayList<>();
      String member;
      do {
        member = open.pop();
        knot.add(member);
      } while (!member.equals(type));
      if (knot.size() > 1) {
        knots.add(knot);
      }
    }
  }
}
