package coterie.cli.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.conditions.ArchConditions.not;
import static com.tngtech.archunit.lang.conditions.ArchConditions.onlyDependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The rules of the house about what code may use, each for a choice of packages. */
final class Rules {
  private static final Set<String> HASH_ORDERED =
      Set.of(
          "java.util.HashMap",
          "java.util.HashSet",
          "java.util.Hashtable",
          "java.util.IdentityHashMap",
          "java.util.Properties",
          "java.util.WeakHashMap");

  private static final Set<String> MACHINE_DEPENDENT_MATH =
      Set.of(
          "acos", "asin", "atan", "atan2", "cbrt", "cos", "cosh", "exp", "expm1", "hypot", "log",
          "log10", "log1p", "pow", "sin", "sinh", "tan", "tanh");

  private Rules() {}

  /** The packages may use each other and those allowed. */
  static ArchRule dependsOnlyOn(List<String> allowed, String... packages) {
    String[] all = Stream.concat(allowed.stream(), Stream.of(packages)).toArray(String[]::new);
    return rule(
        onlyDependOnClassesThat(resideInAnyPackage(all)),
        "the modules are layered so that a protocol runs under any engine",
        packages);
  }

  /** Only the packages given may implement the type named. */
  static ArchRule implementedOnlyIn(String type, String... packages) {
    return classes()
        .that()
        .implement(type)
        .should()
        .resideInAnyPackage(packages)
        .allowEmptyShould(true)
        .because("a protocol meets the world through its engine only");
  }

  static ArchRule noClock(String... packages) {
    return bans(
        "read a clock",
        target ->
            owner(target, "java.time.Clock")
                || owner(target, "java.time.InstantSource")
                || (target.getOwner().getPackageName().startsWith("java.time")
                    && target.getName().equals("now"))
                || (owner(target, "java.lang.System")
                    && Set.of("currentTimeMillis", "nanoTime").contains(target.getName())),
        "time comes from the Context",
        packages);
  }

  /** From java.lang.System only arraycopy is allowed. */
  static ArchRule noSystem(String... packages) {
    return bans(
        "use System or print",
        target ->
            (owner(target, "java.lang.System") && !target.getName().equals("arraycopy"))
                || owner(target, "java.lang.Runtime")
                || target.getName().equals("printStackTrace"),
        "outcomes are notes, and nothing may depend on the surroundings",
        packages);
  }

  static ArchRule noThreads(String... packages) {
    return rule(
        not(
            dependOn(
                "threads or locks",
                type ->
                    type.getPackageName().startsWith("java.util.concurrent")
                        || Set.of(
                                "java.lang.Thread",
                                "java.lang.ThreadLocal",
                                "java.lang.InheritableThreadLocal",
                                "java.lang.ThreadGroup",
                                "java.util.Timer",
                                "java.util.TimerTask")
                            .contains(type.getName()))),
        "a node runs on one thread, which is the engine's",
        packages);
  }

  static ArchRule noMonitors(String... packages) {
    return rule(
        new ArchCondition<>("use no monitors or parallel streams") {
          @Override
          public void check(JavaClass type, ConditionEvents events) {
            for (JavaCodeUnit unit : type.getCodeUnits()) {
              boolean locked = unit.getModifiers().contains(JavaModifier.SYNCHRONIZED);
              events.add(new SimpleConditionEvent(unit, !locked, unit + " is synchronized"));
            }
            type.getAccessesFromSelf().stream()
                .filter(access -> monitor(access.getTarget()))
                .forEach(access -> violated(events, access));
          }
        },
        "a node runs on one thread, which is the engine's",
        packages);
  }

  static ArchRule noInputOutput(String... packages) {
    return rule(
        not(
            dependOn(
                "sockets or files",
                type ->
                    type.getPackageName().startsWith("java.net")
                        || type.getPackageName().startsWith("java.nio.channels")
                        || type.getPackageName().startsWith("java.nio.file")
                        || type.getName().startsWith("java.io.File")
                        || type.getName().equals("java.io.RandomAccessFile"))),
        "messages and stable values go through the Context",
        packages);
  }

  static ArchRule noRandom(String... packages) {
    return rule(
        not(
            dependOn(
                "random numbers of their own",
                type ->
                    type.getPackageName().startsWith("java.util.random")
                        || Set.of(
                                "java.util.Random",
                                "java.util.SplittableRandom",
                                "java.util.UUID",
                                "java.util.concurrent.ThreadLocalRandom",
                                "java.security.SecureRandom")
                            .contains(type.getName()))),
        "random numbers come from the Context, so that a seed replays a run",
        packages);
  }

  static ArchRule noRandomCalls(String... packages) {
    return bans(
        "call Math.random or shuffle",
        target ->
            (math(target) && target.getName().equals("random"))
                || (owner(target, "java.util.Collections") && target.getName().equals("shuffle")),
        "random numbers come from the Context, so that a seed replays a run",
        packages);
  }

  static ArchRule noStaticState(String... packages) {
    return fields()
        .that()
        .areDeclaredInClassesThat()
        .resideInAnyPackage(packages)
        .and()
        .areStatic()
        .should()
        .beFinal()
        .allowEmptyShould(true)
        .because("many nodes share one JVM");
  }

  static ArchRule noHashOrder(String... packages) {
    return rule(
        not(dependOn("hash-ordered collections", type -> HASH_ORDERED.contains(type.getName()))),
        "their order differs from one run to the next",
        packages);
  }

  static ArchRule noHashOrderCalls(String... packages) {
    return bans(
        "make a hash-ordered collection",
        Rules::makesHashOrder,
        "Set.of, Map.of and the like are ordered differently in each run of the JVM",
        packages);
  }

  static ArchRule noMachineDependentMath(String... packages) {
    return bans(
        "call Math.exp, log, pow, sin and the like",
        target -> math(target) && MACHINE_DEPENDENT_MATH.contains(target.getName()),
        "their last bit differs between machines; take StrictMath",
        packages);
  }

  private static boolean makesHashOrder(AccessTarget target) {
    String name = target.getName();
    if (owner(target, "java.util.Set") || owner(target, "java.util.Map")) {
      return Set.of("of", "copyOf", "ofEntries").contains(name);
    }
    if (!owner(target, "java.util.stream.Collectors")) {
      return false;
    }
    int parameters = ((AccessTarget.CodeUnitAccessTarget) target).getRawParameterTypes().size();
    return switch (name) {
      case "toSet", "toUnmodifiableSet", "toUnmodifiableMap" -> true;
      case "toMap" -> parameters < 4;
      case "groupingBy" -> parameters < 3;
      default -> false;
    };
  }

  private static boolean monitor(AccessTarget target) {
    return (owner(target, "java.lang.Object")
            && Set.of("wait", "notify", "notifyAll").contains(target.getName()))
        || target.getName().equals("parallelStream")
        || (target.getOwner().getPackageName().equals("java.util.stream")
            && target.getName().equals("parallel"));
  }

  private static boolean math(AccessTarget target) {
    return owner(target, "java.lang.Math");
  }

  private static boolean owner(AccessTarget target, String name) {
    return target.getOwner().getName().equals(name);
  }

  private static ArchCondition<JavaClass> dependOn(String what, Predicate<JavaClass> banned) {
    DescribedPredicate<JavaClass> predicate = describe(what, banned);
    return dependOnClassesThat(predicate);
  }

  private static ArchRule bans(
      String what, Predicate<AccessTarget> banned, String reason, String... packages) {
    return rule(
        new ArchCondition<>("not " + what) {
          @Override
          public void check(JavaClass type, ConditionEvents events) {
            type.getAccessesFromSelf().stream()
                .filter(access -> banned.test(access.getTarget()))
                .forEach(access -> violated(events, access));
          }
        },
        reason,
        packages);
  }

  private static void violated(ConditionEvents events, JavaAccess<?> access) {
    events.add(SimpleConditionEvent.violated(access, access.getDescription()));
  }

  private static ArchRule rule(
      ArchCondition<JavaClass> condition, String reason, String... packages) {
    return classes()
        .that()
        .resideInAnyPackage(packages)
        .should(condition)
        .allowEmptyShould(true)
        .because(reason);
  }

  /**
   * No package knows another that knows it, be it by a detour.
   *
   * @param root the package with which all begin, itself included
   * @param door a class of the root that is taken for a package of its own: behind it are rooms
   *     that speak the words of the root
   */
  static ArchRule noCycles(String root, String door) {
    return SlicesRuleDefinition.slices()
        .assignedFrom(
            new SliceAssignment() {
              @Override
              public SliceIdentifier getIdentifierOf(JavaClass type) {
                String room = type.getPackageName();
                boolean isDoor =
                    type.getName().equals(door) || type.getName().startsWith(door + "$");
                return room.equals(root) || room.startsWith(root + ".")
                    ? SliceIdentifier.of(isDoor ? door : room)
                    : SliceIdentifier.ignore();
              }

              @Override
              public String getDescription() {
                return "packages from " + root + " on";
              }
            })
        .should()
        .beFreeOfCycles();
  }
}
