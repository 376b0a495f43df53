package coterie.bench.peers;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A library for the JVM: a small program embeds it and writes a {@link Report}. */
record JavaPeer(
    String name, String settings, String mainClass, boolean other, int killSeconds, int cutSeconds)
    implements Peer {

  static final JavaPeer COTERIE =
      new JavaPeer(
          "coterie", "profile lan, no voters", "coterie.bench.peers.CoterieNode", false, 2, 5);
  static final JavaPeer JGROUPS =
      new JavaPeer(
          "jgroups", "JGroups 5.5.7.Final, tcp.xml", "coterie.bench.node.JGroupsNode", true, 3, 45);
  static final JavaPeer SCALECUBE =
      new JavaPeer(
          "scalecube",
          "ScaleCube 2.7.7, defaultLanConfig, TCP",
          "coterie.bench.node.ScaleCubeNode",
          true,
          22,
          24);

  @Override
  public @Nullable String missing() {
    if (other && !Files.isRegularFile(otherJar())) {
      return "there is no %s (mvn -Ppeers package -pl coterie-bench-peers -am -DskipTests)"
          .formatted(otherJar().getFileName());
    }
    return null;
  }

  @Override
  public List<String> command(Place place, Start start) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx48m",
                "-Xss256k",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Djava.net.preferIPv4Stack=true",
                "-D%s=%s".formatted(Report.WARM, start == Start.WARM),
                "-cp",
                classPath(),
                mainClass,
                place.name(),
                place.address()));
    if (place.slot() != 0) {
      command.add(Place.address(0));
    }
    return command;
  }

  private String classPath() {
    String own = ownJar().toString();
    return other ? own + File.pathSeparator + otherJar() : own;
  }

  /** The jar that this program was started from. */
  private static Path ownJar() {
    return Path.of(System.getProperty("java.class.path")).toAbsolutePath();
  }

  private static Path otherJar() {
    return ownJar()
        .resolveSibling("../../coterie-bench-peers/target/peers.jar")
        .toAbsolutePath()
        .normalize();
  }

  @Override
  public List<String> join(Place place) {
    return List.of();
  }

  @Override
  public @Nullable Event parse(String line, long nowNanos) {
    return Event.parse(line);
  }

  @Override
  public @Nullable String leaveSignal() {
    return null;
  }
}
