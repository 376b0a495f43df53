package coterie.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import coterie.testkit.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that starts the command, among Javas that only say how they were called. */
class LauncherTest {
  private static final Path SCRIPT = Path.of("coterie").toAbsolutePath();

  @TempDir Path folder;
  private Path top;

  @BeforeEach
  void builtAlready() throws IOException {
    top = Files.createDirectory(folder.resolve("project"));
    Files.copy(SCRIPT, top.resolve("coterie"));
    Files.createFile(top.resolve("pom.xml"));
    Path built = Files.createDirectories(top.resolve("target/launcher"));
    Files.createFile(built.resolve("coterie.jar"));
    Files.createFile(built.resolve("stamp"));
  }

  @Test
  void jreIsEnoughWhereNothingIsToBeBuilt() throws Exception {
    Path jre = java("jre", "21.0.4", "java");
    Shell.Outcome outcome = coterie(Map.of("COTERIE_JAVA", jre.toString()), "protocols");
    assertThat(outcome.text()).contains("ran jre", "-jar " + top, "coterie.jar protocols");
    assertThat(outcome.code()).isZero();
  }

  @Test
  void binaryNamesItsJava() throws Exception {
    Path jre = java("jre", "21.0.4", "java");
    Shell.Outcome outcome = coterie(Map.of("COTERIE_JAVA", jre + "/bin/java"), "protocols");
    assertThat(outcome.text()).contains("ran jre");
  }

  @Test
  void buildingNeedsACompilerAndSaysSoInOneSentence() throws Exception {
    Files.delete(top.resolve("target/launcher/stamp"));
    Path jre = java("jre", "21.0.4", "java");
    Shell.Outcome outcome = coterie(Map.of("COTERIE_JAVA", jre.toString()), "protocols");
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.text())
        .isEqualTo(
            "coterie: Needs a JDK 21 or newer to build itself (first use);"
                + " COTERIE_JAVA names %s, which is not one.",
            jre);
  }

  @Test
  void olderJavaIsRefusedInOneSentence() throws Exception {
    Path old = java("old", "17.0.15", "java", "javac");
    Shell.Outcome outcome = coterie(Map.of("COTERIE_JAVA", old.toString()), "protocols");
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.text())
        .isEqualTo(
            "coterie: Needs a Java 21 or newer; COTERIE_JAVA names %s, which is not one.", old);
  }

  @Test
  void javaHomeGoesBeforeThePathAndIsPassedOverWhereItIsTooOld() throws Exception {
    Path old = java("old", "17.0.15", "java", "javac");
    Path jre = java("jre", "25", "java");
    Path jdk = java("jdk", "21.0.4", "java", "javac");
    String path = jdk.resolve("bin") + ":" + System.getenv("PATH");
    assertThat(coterie(Map.of("JAVA_HOME", jre.toString(), "PATH", path), "protocols").text())
        .contains("ran jre");
    assertThat(coterie(Map.of("JAVA_HOME", old.toString(), "PATH", path), "protocols").text())
        .contains("ran jdk");
  }

  @Test
  void mavenIsAskedForWhereItIsMissing() throws Exception {
    Files.delete(top.resolve("target/launcher/coterie.jar"));
    Path jdk = java("jdk", "21.0.4", "java", "javac");
    Path nothing = Files.createDirectory(folder.resolve("nothing"));
    Shell.Outcome outcome =
        coterie(Map.of("COTERIE_JAVA", jdk.toString(), "PATH", nothing.toString()), "protocols");
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.text())
        .isEqualTo("coterie: Needs Maven to build itself: install it, so that mvn is found.");
  }

  @Test
  void shellcheckFindsNothing() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/bin/shellcheck")), "shellcheck is not installed");
    Shell.Outcome outcome =
        run(Map.of(), List.of("/usr/bin/shellcheck", SCRIPT.toString(), ".ci/run"));
    assertThat(outcome.text()).isEmpty();
    assertThat(outcome.code()).isZero();
  }

  /** Makes a Java that prints its name and arguments. */
  private Path java(String name, String version, String... programs) throws IOException {
    Path home = folder.resolve(name);
    Path bin = Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    for (String program : programs) {
      Path file = bin.resolve(program);
      Files.writeString(file, "#!/bin/sh\necho ran " + name + " \"$@\"\n");
      assertThat(file.toFile().setExecutable(true)).isTrue();
    }
    return home;
  }

  private Shell.Outcome coterie(Map<String, String> environment, String... args) {
    List<String> command = new ArrayList<>(List.of("/bin/sh", top.resolve("coterie").toString()));
    command.addAll(List.of(args));
    return run(environment, command);
  }

  private static Shell.Outcome run(Map<String, String> environment, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeAll(List.of("COTERIE_JAVA", "COTERIE_OPTS", "JAVA_HOME"));
    builder.environment().putAll(environment);
    return Shell.tries(builder, "");
  }
}
