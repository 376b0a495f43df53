package coterie.cli.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import coterie.cli.arch.broken.StandInContext;
import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule holds for the shipped code, and each is seen to fail on a class that breaks it. */
class ArchitectureTest {
  private static final String[] CORE = {
    "coterie.core..",
    "coterie.kernel..",
    "coterie.json..",
    "coterie.recipe..",
    "coterie.recording..",
    "coterie.storage..",
    "coterie.wheel..",
    "coterie.wire.."
  };
  private static final String[] PROTOCOLS = {
    "coterie.clock..",
    "coterie.detect..",
    "coterie.member..",
    "coterie.elect..",
    "coterie.mutex..",
    "coterie.protocols..",
    "coterie.store.."
  };
  private static final String[] SIM = {"coterie.sim.."};
  private static final String[] TESTKIT = {"coterie.testkit"};
  private static final String[] TESTKIT_JUNIT = {"coterie.testkit.junit.."};
  private static final String[] NET = {"coterie.net.."};
  private static final String[] PURE = both(CORE, PROTOCOLS);
  private static final String[] DRAWN = {
    "coterie.lab.chart..", "coterie.lab.picture..", "coterie.lab.svg..", "coterie.lab.timeline.."
  };
  private static final String[] EXACT = both(both(PURE, SIM), DRAWN);

  /** The testkit hands on to what the kernel made, or breaks it on purpose. */
  private static final String[] KERNEL = {"coterie.kernel..", "coterie.testkit.."};

  private static final String[] BROKEN_PACKAGE = {"coterie.cli.arch.broken.."};
  private static final List<String> JAVA = List.of("java..", "org.jspecify..");
  private static final List<String> JUNIT =
      List.of("java..", "org.jspecify..", "org.junit..", "org.opentest4j..", "coterie.testkit..");
  private static final List<String> SOCKETS = List.of("java..", "javax..", "org.jspecify..");

  static final JavaClasses SHIPPED = read("classes|coterie-.*\\.jar");
  private static final JavaClasses BROKEN = read("test-classes");

  /** A rule, the packages it is meant for, and the class that breaks it in all the ways listed. */
  private record Ban(
      Function<String[], ArchRule> rule, String[] packages, String broken, String... reported) {}

  private static final List<Ban> BANS =
      List.of(
          new Ban(
              only(JAVA),
              CORE,
              "ForeignDependency",
              "com.tngtech.archunit.base.DescribedPredicate"),
          new Ban(only(JAVA, CORE), PROTOCOLS, "ProtocolKnowsSim", "coterie.sim."),
          new Ban(only(JAVA, CORE), SIM, "SimKnowsProtocol", "coterie.detect."),
          new Ban(only(JAVA, both(CORE, SIM)), TESTKIT, "SimKnowsProtocol", "coterie.detect."),
          new Ban(
              only(JUNIT, both(CORE, SIM)), TESTKIT_JUNIT, "SimKnowsProtocol", "coterie.detect."),
          new Ban(only(SOCKETS, CORE), NET, "SimKnowsProtocol", "coterie.detect."),
          new Ban(only(SOCKETS, CORE), NET, "ProtocolKnowsSim", "coterie.sim."),
          new Ban(
              Rules::noClock,
              PURE,
              "ReadsClock",
              "currentTimeMillis",
              "nanoTime",
              "Instant.now",
              "LocalDate.now",
              "Clock.systemUTC"),
          new Ban(
              Rules::noSystem,
              PURE,
              "Prints",
              "System.out",
              "System.err",
              "printStackTrace",
              "getenv"),
          new Ban(
              Rules::noThreads,
              PURE,
              "StartsThread",
              "Thread",
              "AtomicLong",
              "ReentrantLock",
              "Executor"),
          new Ban(
              Rules::noMonitors, PURE, "Locks", "is synchronized", "notifyAll", "parallelStream"),
          new Ban(
              Rules::noInputOutput,
              PURE,
              "OpensFiles",
              "java.net.Socket",
              "DatagramChannel",
              "java.nio.file.Path",
              "java.io.FileReader"),
          new Ban(
              Rules::noRandom,
              PURE,
              "DrawsNumbers",
              "java.util.Random",
              "SplittableRandom",
              "ThreadLocalRandom"),
          new Ban(Rules::noRandomCalls, PURE, "DrawsNumbers", "Math.random", "shuffle"),
          new Ban(Rules::noStaticState, PURE, "StaticState", "StaticState.count"),
          new Ban(
              Rules::noHashOrder,
              PURE,
              "HashOrder",
              "java.util.HashMap",
              "java.util.HashSet",
              "java.util.IdentityHashMap"),
          new Ban(
              Rules::noHashOrderCalls,
              PURE,
              "HashOrder",
              "Set.of(",
              "Map.of(",
              "Set.copyOf(",
              "Map.copyOf(",
              "Collectors.toSet(",
              "Collectors.toMap(",
              "Collectors.groupingBy("),
          new Ban(
              Rules::noMachineDependentMath,
              EXACT,
              "InexactMath",
              "Math.exp(",
              "Math.log(",
              "Math.pow(",
              "Math.sin(",
              "Math.tanh("));

  @TestFactory
  Stream<DynamicTest> shippedCodeKeepsTheRules() {
    return BANS.stream()
        .map(ban -> ban.rule().apply(ban.packages()))
        .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(SHIPPED)));
  }

  @TestFactory
  Stream<DynamicTest> brokenClassesAreReported() {
    return BANS.stream()
        .map(ban -> DynamicTest.dynamicTest(ban.broken(), () -> brokenClassIsReported(ban)));
  }

  private static void brokenClassIsReported(Ban ban) {
    JavaClasses broken = only(ban.broken());
    assertThat(broken).as("the class %s and those inside it", ban.broken()).isNotEmpty();
    String report = ban.rule().apply(BROKEN_PACKAGE).evaluate(broken).getFailureReport().toString();
    assertThat(report).contains(ban.reported());
  }

  @TestFactory
  Stream<DynamicTest> harmlessClassIsNotReported() {
    return BANS.stream()
        .map(
            ban ->
                DynamicTest.dynamicTest(
                    ban.broken(), () -> ban.rule().apply(BROKEN_PACKAGE).check(only("Harmless"))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Context", "Stable"})
  void onlyTheKernelImplementsIt(String type) {
    Rules.implementedOnlyIn("coterie.core." + type, KERNEL).check(SHIPPED);
  }

  @Test
  void contextOutsideTheKernelIsReported() {
    ArchRule rule = Rules.implementedOnlyIn(StandInContext.class.getName(), KERNEL);
    assertThat(rule.evaluate(BROKEN).getFailureReport().toString()).contains("OwnContext");
  }

  @Test
  void packagesAreFreeOfCycles() {
    Rules.noCycles("coterie", "coterie.Coterie").check(SHIPPED);
  }

  @Test
  void cycleIsReported() {
    assertThat(cycles("..broken.here..", "..broken.there..")).contains("here -> ", "there -> ");
    assertThat(cycles("..arch.broken", "..broken.below")).contains("broken -> ", "below -> ");
  }

  /** The words of the root do not know the room behind the door. */
  @Test
  void doorIsNoCycle() {
    assertThat(cycles("..broken.behind..", "..arch.broken")).isEmpty();
  }

  private static String cycles(String... packages) {
    ArchRule rule = Rules.noCycles("coterie.cli.arch.broken", "coterie.cli.arch.broken.Door");
    JavaClasses some = BROKEN.that(resideInAnyPackage(packages));
    return String.join("", rule.evaluate(some).getFailureReport().getDetails());
  }

  @Test
  void shippedCodeOfEveryModuleIsSeen() {
    for (String seen :
        List.of(
            "coterie.core..",
            "coterie.sim..",
            "coterie.detect..",
            "coterie.net..",
            "coterie.cli..")) {
      assertThat(SHIPPED.that(resideInAPackage(seen))).as(seen).isNotEmpty();
    }
  }

  /**
   * Reads the entries of the class path whose file name fits; asking ArchUnit for packages instead
   * makes it read every jar and the JDK.
   */
  private static JavaClasses read(String names) {
    String[] entries = System.getProperty("java.class.path").split(File.pathSeparator);
    return new ClassFileImporter()
        .importLocations(
            Stream.of(entries)
                .map(Path::of)
                .filter(entry -> entry.getFileName().toString().matches(names))
                .map(ArchitectureTest::location)
                .toList());
  }

  private static Location location(Path entry) {
    boolean jar = entry.toString().endsWith(".jar");
    return jar ? Location.of(URI.create("jar:" + entry.toUri() + "!/")) : Location.of(entry);
  }

  private static JavaClasses only(String simpleName) {
    String name = "coterie.cli.arch.broken." + simpleName;
    return BROKEN.that(
        describe(
            simpleName,
            type -> type.getName().equals(name) || type.getName().startsWith(name + "$")));
  }

  private static Function<String[], ArchRule> only(List<String> allowed, String[]... own) {
    List<String> all = new ArrayList<>(allowed);
    for (String[] packages : own) {
      all.addAll(List.of(packages));
    }
    return packages -> Rules.dependsOnlyOn(all, packages);
  }

  private static String[] both(String[] first, String[] second) {
    return Stream.concat(Stream.of(first), Stream.of(second)).toArray(String[]::new);
  }
}
