package coterie.spark;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.agent.http.JsonReader;
import coterie.lab.campaign.Seeds;
import coterie.lab.hunt.Quarry;
import coterie.lab.sweep.SweepPlan;
import coterie.sim.scenario.Recipes;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.spark.launcher.JavaModuleOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The jar that is shipped, as {@code spark-submit} runs it on a real master with two real workers,
 * one of which is killed while it works.
 */
class ClusterIT {
  private static final String HOST = "127.0.0.1";
  private static final Path SHIPPED = Path.of(System.getProperty("coterie.spark.jar"));

  /** Executors look for the jars of Spark below it. */
  private static final Path HOME = SHIPPED.resolveSibling("spark-home");

  private static final Path TEMPLATE = Path.of("..", "coterie-examples", "template", "src", "main");

  @TempDir Path folder;
  private final List<Process> processes = new ArrayList<>();
  private String url = "";
  private Process doomed;

  @BeforeEach
  void startCluster() throws IOException {
    Path jars = Files.createDirectories(HOME.resolve("jars"));
    for (String jar : sparkJars()) {
      Path link = jars.resolve(Path.of(jar).getFileName());
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, Path.of(jar));
    }
    url = "spark://%s:%d".formatted(HOST, freePort());
    String port = url.replaceAll(".*:", "");
    daemon("org.apache.spark.deploy.master.Master", "--port", port);
    doomed = startWorker("one");
    startWorker("two");
  }

  @AfterEach
  void endAll() {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  @Test
  void huntLosesNothingWithAnExecutor() throws Exception {
    String words = "hunt raft -n 3 --until 4s";
    Path json = folder.resolve("hunt.json");
    List<String> killed = submit(0, true, words + " --seeds 1..6000 --pieces 100 --json " + json);
    assertThat(killed).anyMatch(line -> line.startsWith("a worker was killed after"));
    assertThat(killed).anyMatch(line -> line.startsWith("executor lost"));
    Quarry quarry =
        CampaignTest.quarry(
            "./coterie " + words, new Seeds(1, 6_000), 1, "protocol raft", "nodes 3", "until 4s");
    assertThat(Files.readString(json).strip()).isEqualTo(CampaignTest.onThreads(quarry));
  }

  @Test
  void sweepLosesNoRowWithAnExecutor() throws Exception {
    Path json = folder.resolve("sweep.json");
    Path rows = folder.resolve("rows");
    List<String> killed =
        submit(
            0,
            true,
            "sweep phi --nodes 4,12 --seeds 40 --pieces 80 --parquet %s --json %s"
                .formatted(rows, json));
    assertThat(killed).anyMatch(line -> line.startsWith("executor lost"));
    Recipes recipes = Campaign.recipes();
    Object digest =
        new SweepPlan(recipes, recipes.named("phi"), "1", null, reader -> {})
            .campaign(List.of("4", "12"), Integer.MAX_VALUE, false, 40)
            .run(new PrintWriter(Writer.nullWriter()))
            .json()
            .get("digest");
    assertThat(JsonReader.parseObject(Files.readString(json)).get("digest")).isEqualTo(digest);
  }

  @Test
  void jarOfAUserReachesTheExecutors() throws Exception {
    String words = "hunt greeting --seeds 1..40 --jar " + ownJar();
    assertThat(submit(0, false, words)).anyMatch(line -> line.startsWith("40 runs, "));
  }

  /** Returns what the driver has printed. */
  private List<String> submit(int code, boolean isDeadly, String words) throws Exception {
    List<String> args = new ArrayList<>(List.of("--master", url));
    List<String> settings =
        new ArrayList<>(
            List.of(
                "spark.ui.enabled=false",
                "spark.driver.host=" + HOST,
                "spark.driver.bindAddress=" + HOST,
                "spark.executor.memory=512m",
                "spark.executor.cores=1",
                "spark.cores.max=2",
                "spark.sql.shuffle.partitions=2",
                "spark.scheduler.minRegisteredResourcesRatio=1.0",
                "spark.scheduler.maxRegisteredResourcesWaitingTime=300s"));
    if (isDeadly) {
      settings.add("spark.extraListeners=" + Killer.class.getName());
    }
    settings.forEach(setting -> args.addAll(List.of("--conf", setting)));
    args.addAll(List.of("--class", Campaign.class.getName(), SHIPPED.toString()));
    args.addAll(List.of(words.split(" ")));
    List<String> options =
        List.of("-D%s=%d".formatted(Killer.PROCESS, doomed.pid()), "-Xmx512m", "-ea");
    String path = String.join(File.pathSeparator, sparkJars()) + ":target/test-classes";
    Path out = folder.resolve("driver.txt");
    Process driver = start(out, options, path, "org.apache.spark.deploy.SparkSubmit", args);
    assertThat(driver.waitFor(600, TimeUnit.SECONDS)).isTrue();
    List<String> lines = Files.readAllLines(out);
    assertThat(driver.exitValue()).as(String.join("\n", lines)).isEqualTo(code);
    return lines;
  }

  private Process startWorker(String name) throws IOException {
    String work = folder.resolve(name).toString();
    return daemon(
        "org.apache.spark.deploy.worker.Worker",
        "--cores",
        "1",
        "--memory",
        "600m",
        "--work-dir",
        work,
        url);
  }

  private Process daemon(String main, String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of("--host", HOST, "--webui-port", "0"));
    all.addAll(List.of(args));
    Path out = folder.resolve("daemon%d.txt".formatted(processes.size()));
    return start(out, List.of("-Xmx256m"), String.join(File.pathSeparator, sparkJars()), main, all);
  }

  private Process start(Path out, List<String> options, String path, String main, List<String> args)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", path));
    // What bin/spark-submit adds.
    command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
    command.addAll(options);
    command.add(main);
    command.addAll(args);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(out.toFile());
    builder.environment().put("SPARK_HOME", HOME.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", HOST);
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  /** Nothing of ours: what is shipped must be enough. */
  private static List<String> sparkJars() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Stream.of(path.split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar"))
        .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("coterie"))
        .toList();
  }

  private Path ownJar() throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
    arguments.addAll(List.of("-cp", SHIPPED.toString()));
    try (Stream<Path> sources = Files.list(TEMPLATE.resolve("java/my"))) {
      sources.forEach(source -> arguments.add(source.toString()));
    }
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(String[]::new)))
        .isZero();
    String service = "META-INF/services/coterie.recipe.Recipe";
    Path named = classes.resolve(service);
    Files.createDirectories(named.getParent());
    Files.copy(TEMPLATE.resolve("resources").resolve(service), named);
    Path jar = folder.resolve("own.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        packed.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, packed);
      }
    }
    return jar;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      return socket.getLocalPort();
    }
  }
}
