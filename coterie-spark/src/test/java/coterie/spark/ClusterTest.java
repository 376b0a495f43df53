package coterie.spark;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.lab.campaign.Seeds;
import coterie.lab.hunt.Quarry;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real master and two real workers, one of which is killed while it works. */
class ClusterTest {
  private static final String HOST = "127.0.0.1";

  @TempDir Path folder;
  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void endAll() {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  @Test
  void lostExecutorLosesNothing() throws Exception {
    Quarry quarry =
        CampaignTest.quarry(new Seeds(1, 1_000), 1, "protocol raft", "nodes 3", "until 4s");
    String url = "spark://%s:%d".formatted(HOST, freePort());
    start("org.apache.spark.deploy.master.Master", "--port", url.replaceAll(".*:", ""));
    Process doomed = startWorker(url, "one");
    startWorker(url, "two");
    CountDownLatch isRemoved = new CountDownLatch(1);
    try (SparkSession spark = session(url)) {
      spark.sparkContext().addSparkListener(new Killer(doomed, isRemoved));
      assertThat(CampaignTest.onSpark(spark, quarry, 50)).isEqualTo(CampaignTest.onThreads(quarry));
      assertThat(isRemoved.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Kills a worker with its executor when both executors have done something. */
  private static final class Killer extends SparkListener {
    private final Process doomed;
    private final CountDownLatch isRemoved;
    private final Set<String> busy = new HashSet<>();

    Killer(Process doomed, CountDownLatch isRemoved) {
      this.doomed = doomed;
      this.isRemoved = isRemoved;
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      busy.add(end.taskInfo().executorId());
      if (busy.size() == 2) {
        doomed.descendants().forEach(ProcessHandle::destroyForcibly);
        doomed.destroyForcibly();
      }
    }

    @Override
    public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
      isRemoved.countDown();
    }
  }

  private static SparkSession session(String url) {
    List<String> folders = new ArrayList<>();
    for (String entry : classPath()) {
      if (Files.isDirectory(Path.of(entry))) {
        folders.add(entry);
      }
    }
    return SparkSession.builder()
        .master(url)
        .appName("coterie")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", HOST)
        .config("spark.driver.bindAddress", HOST)
        .config("spark.executor.memory", "512m")
        .config("spark.executor.cores", "1")
        .config("spark.executor.extraClassPath", String.join(File.pathSeparator, folders))
        .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
        .config("spark.cores.max", "2")
        .getOrCreate();
  }

  private Process startWorker(String url, String name) throws IOException {
    return start(
        "org.apache.spark.deploy.worker.Worker",
        "--cores",
        "1",
        "--memory",
        "600m",
        "--work-dir",
        folder.resolve(name).toString(),
        url);
  }

  private Process start(String main, String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-cp", String.join(":", classPath())));
    command.addAll(List.of(main, "--host", HOST, "--webui-port", "0"));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(folder.resolve("out" + processes.size() + ".txt").toFile());
    builder.environment().put("SPARK_HOME", home().toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", HOST);
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  /** Executors look for the jars of Spark below its home. */
  private Path home() throws IOException {
    Path jars = folder.resolve("home/jars");
    if (!Files.exists(jars)) {
      Files.createDirectories(jars);
      for (String entry : classPath()) {
        Path jar = Path.of(entry);
        Path link = jars.resolve(jar.getFileName());
        if (entry.endsWith(".jar") && Files.exists(jar) && !Files.exists(link)) {
          Files.createSymbolicLink(link, jar.toAbsolutePath());
        }
      }
    }
    return jars.getParent();
  }

  private static List<String> classPath() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return List.of(path.split(File.pathSeparator));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      return socket.getLocalPort();
    }
  }
}
