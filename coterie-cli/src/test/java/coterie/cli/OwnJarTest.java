package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong with the jar of a user is said of that jar, and not of Coterie. */
class OwnJarTest extends CommandTest {
  private static final String LAMP =
      """
      package demo;

      import coterie.core.*;
      import coterie.recipe.*;
      import java.util.*;

      public final class Lamp implements Protocol<Lamp.Msg> {
        public sealed interface Msg extends Message {}
        public record Light(long colour) implements Msg {}

        private final Context<Msg> context;

        Lamp(Context<Msg> context) {
          this.context = context;
        }

        public void shine(long colour) {
          context.send(new NodeId(1), new Light(colour));
        }

        public void nobody() {
          context.send(null, new Light(0));
        }

        @Override
        public void receive(NodeId from, Msg message) {
          switch (message) {
            case Light light -> burn(light.colour());
          }
        }

        private void burn(long colour) {
          if (colour == 7) {
            throw new IllegalArgumentException("there is no colour 7");
          }
          assert colour != 8 : "the fuse is blown";
        }
      }
      """;

  private static final String RECIPE =
      """
      package demo;

      import coterie.core.*;
      import coterie.recipe.*;

      public final class LampRecipe implements Recipe {
        public String name() {
          return "lamp";
        }

        public String summary() {
          return "burns";
        }

        public Blueprint blueprint(View members, Settings settings) {
          return node -> node.add("lamp", Lamp.Msg.class, Lamp::new);
        }
      }
      """;

  private static final String REFUSE =
      "static void refuse() { throw new IllegalArgumentException(\"three lamps at most\"); } ";

  private static final String COPY =
      """
      package demo;

      import coterie.core.*;
      import coterie.recipe.*;
      import java.util.*;

      public final class Copy implements DetectorRecipe {
        private final DetectorRecipe of =
            (DetectorRecipe)
                Recipe.all(Recipe.class.getClassLoader()).stream()
                    .filter(one -> one.name().equals("heartbeat"))
                    .findFirst().orElseThrow();

        public String name() { return "copy"; }
        public String summary() { return of.summary(); }
        public List<Setting> settings() { return of.settings(); }
        public Map<String, String> laboratory() { return of.laboratory(); }
        public List<Knob> knobs() { return of.knobs(); }
        public Blueprint blueprint(View members, Settings settings) {
          return of.blueprint(members, settings);
        }
      }
      """;

  @TempDir static Path shared;
  private static Path classes;
  private static String lamp;

  @BeforeAll
  static void compile() throws IOException {
    String bag =
        LAMP.replace("Light(long colour)", "Light(long colour, Set<Long> others)")
            .replace("Light(colour)", "Light(colour, Set.of())")
            .replace("Light(0)", "Light(0, Set.of())");
    String box =
        LAMP.replace("this.context = context;", "context.stable(\"s\", Kept.class).value();")
            .replace("private final", "public record Kept(Map<String, Long> all) {} private");
    String picky =
        RECIPE
            .replace("return node ->", "if (members.size() > 3) refuse(); return node ->")
            .replace("public String name()", REFUSE + "public String name()");
    Map<String, String> sources = new LinkedHashMap<>();
    sources.put("Lamp", LAMP);
    sources.put("LampRecipe", RECIPE);
    sources.put("Bag", bag.replace("Lamp", "Bag"));
    sources.put("BagRecipe", RECIPE.replace("Lamp", "Bag"));
    sources.put("Box", box.replace("Lamp", "Box"));
    sources.put("BoxRecipe", RECIPE.replace("Lamp", "Box"));
    sources.put("PickyRecipe", picky.replace("LampRecipe", "PickyRecipe"));
    String nameless = RECIPE.replace("return \"lamp\"", "return null");
    sources.put("NamelessRecipe", nameless.replace("LampRecipe", "NamelessRecipe"));
    String bare = "public java.util.List<Setting> settings() { return null; } ";
    sources.put(
        "BareRecipe",
        RECIPE
            .replace("public String name()", bare + "public String name()")
            .replace("LampRecipe", "BareRecipe"));
    sources.put("Copy", COPY);
    classes = OwnJar.compile(shared, sources);
    lamp = jar("demo.LampRecipe");
  }

  private static String jar(String recipe) throws IOException {
    return OwnJar.pack(classes, shared.resolve(recipe + ".jar"), recipe).toString();
  }

  private static Ran sim(String jar, String... more) {
    return runLine("sim --jar " + jar + " lamp --until 20", more);
  }

  @Test
  void exceptionInReceiveIsAMistakeInThatProtocol() {
    Ran ran = sim(lamp, "--at", "12.5 call 0 shine 7");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err().lines())
        .containsExactly(
            "coterie: a mistake in demo.Lamp: at 12.5, when P1 received Light colour=7 from P0,"
                + " java.lang.IllegalArgumentException: there is no colour 7",
            "  at demo.Lamp.burn(Lamp.java:34)",
            "  at demo.Lamp.receive(Lamp.java:28)");
  }

  @Test
  void failedAssertionIsAMistakeInThatProtocol() {
    Ran ran = sim(lamp, "--at", "12.5 call 0 shine 8");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err().lines().findFirst().orElse(""))
        .isEqualTo(
            "coterie: a mistake in demo.Lamp: at 12.5, when P1 received Light colour=8 from P0,"
                + " java.lang.AssertionError: the fuse is blown");
  }

  @Test
  void callThatMisusesTheContextIsAMistakeInThatProtocol() {
    Ran ran = sim(lamp, "--at", "12.5 call 0 nobody");
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err())
        .startsWith("coterie: a mistake in demo.Lamp: java.lang.NullPointerException")
        .contains("  at demo.Lamp.nobody(Lamp.java:22)")
        .doesNotContain("mistake in Coterie");
  }

  @Test
  void recipeThatCannotBeLoadedIsOneSentence() throws IOException {
    refused(
        sim(jar("demo.Lamp")),
        "demo.Lamp.jar: META-INF/services/coterie.recipe.Recipe: demo.Lamp is not a recipe");
    refused(sim(jar("demo.Lump")), "there is no class demo.Lump");
  }

  @Test
  void classThatIsMissingOrDamagedIsOneSentence() throws IOException {
    Path own = Files.createDirectories(folder.resolve("classes/demo"));
    for (String name : List.of("Lamp$Msg", "LampRecipe")) {
      Files.copy(classes.resolve("demo/" + name + ".class"), own.resolve(name + ".class"));
    }
    OwnJar.name(own.getParent(), "demo.LampRecipe");
    for (String command : List.of("sim", "hunt", "explore")) {
      refused(
          runLine(command + " --jar " + own.getParent() + " lamp"),
          "a class is missing or cannot be loaded (java.lang.NoClassDefFoundError: demo/Lamp)");
    }
    Files.writeString(own.resolve("Lamp.class"), "not a class");
    refused(sim(own.getParent().toString()), "cannot be loaded (java.lang.ClassFormatError: ");
  }

  @Test
  void recipeWithoutANameOrSettingsIsOneSentence() throws IOException {
    refused(sim(jar("demo.NamelessRecipe")), "the recipe demo.NamelessRecipe is named \"null\"");
    refused(sim(jar("demo.BareRecipe")), "the recipe lamp has null for settings");
  }

  @Test
  void jarThatIsNoneIsRefused() throws IOException {
    Path text = Files.writeString(folder.resolve("README.md"), "# Hello\n");
    refused(sim(text.toString()), "README.md is not a jar");
    refused(sim(folder.toString()), "names no recipe");
    Path services = Files.createDirectories(folder.resolve("old/META-INF/services"));
    Files.writeString(services.resolve("coterie.core.Recipe"), "demo.LampRecipe\n");
    refused(sim(folder.resolve("old").toString()), "META-INF/services/coterie.recipe.Recipe");
    refused(sim(jar("")), ".jar names no recipe", "META-INF/services");
  }

  @Test
  void settingsThatARecipeRefusesAreTheCallersMistake() throws IOException {
    refused(sim(jar("demo.PickyRecipe")), "three lamps at most");
  }

  @Test
  void commandThatShowsATunedRunNamesTheJar() throws IOException {
    String jar = jar("demo.Copy");
    String few = " --nodes 3 --until 300 --seeds 1 --loss 0 --crash-rate 200";
    Ran tuned = runLine("tune --jar " + jar + " copy --effort 0.001 --mistakes-per-day 1000" + few);
    assertThat(tuned.out())
        .as(tuned.err())
        .contains("See it: ./coterie sim --jar " + jar + " copy -n 3");
    Ran compared = runLine("compare --json --detectors copy --jar " + jar + few);
    assertThat(compared.out()).contains("./coterie compare --jar " + jar + " --detectors copy");
  }

  @Test
  void folderOfClassesServesAsWell() throws IOException {
    Path own = Files.createDirectories(folder.resolve("classes/demo"));
    for (String name : List.of("Lamp", "Lamp$Msg", "Lamp$Light", "LampRecipe")) {
      String file = name + ".class";
      Files.copy(classes.resolve("demo").resolve(file), own.resolve(file));
    }
    OwnJar.name(own.getParent(), "demo.LampRecipe");
    assertThat(sim(own.getParent().toString()).code()).isZero();
  }

  @Test
  void fieldThatSocketsRefuseIsRefusedBeforeTheRun() throws IOException {
    refused(
        sim(jar("demo.BagRecipe"), "--trace"),
        "the field others of demo.Bag$Light is of type java.util.Set<java.lang.Long>; a field is");
  }

  @Test
  void savedValueThatFilesRefuseIsRefusedBeforeTheRun() throws IOException {
    refused(
        sim(jar("demo.BoxRecipe"), "--trace"),
        "the field all of demo.Box$Kept is of type java.util.Map");
  }
}
