package coterie.lab.node;

import coterie.core.NodeId;
import coterie.net.GroupList;
import coterie.net.GroupNode;
import coterie.net.HostConfig.Transport;
import coterie.net.KeyRing;
import coterie.net.Security;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One member of a group as flags describe it. */
public final class NodeSetup {
  /** In simulations this many processes are clients; here those are who make calls. */
  private static final String CLIENTS = "clients";

  private final GroupList members;
  private final NodeId self;
  private final GroupNode.Builder plan;
  private final @Nullable KeyRing ring;

  /** Reads the group and the keys. */
  public NodeSetup(
      @Nullable String id, @Nullable Path group, @Nullable Path data, @Nullable Path keyFile)
      throws IOException {
    members = GroupList.read(required(group, "--group FILE", "a line for each member"));
    self = self(id, members, group);
    Path folder = required(data, "--data FOLDER", "what %s keeps must outlive it".formatted(self));
    ring = keyFile == null ? null : ring(keyFile);
    plan =
        GroupNode.of(members, self)
            .data(folder)
            .security(ring == null ? Security.none() : Security.sealed(ring));
  }

  private static <T> T required(@Nullable T value, String flag, String why) {
    if (value == null) {
      throw new IllegalArgumentException("%s is missing: %s".formatted(flag, why));
    }
    return value;
  }

  private static NodeId self(@Nullable String id, GroupList members, @Nullable Path group) {
    String text = required(id, "--id ID", "which member of %s this is".formatted(group));
    if (!text.matches("P?[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "--id %s: give the number of a member, such as 3 or P3".formatted(text));
    }
    NodeId named = new NodeId(Long.parseLong(text.replace("P", "")));
    if (!members.has(named)) {
      throw new IllegalArgumentException(
          "--id %s: %s lists no %s; it lists %s".formatted(text, group, named, members.names()));
    }
    return named;
  }

  private static KeyRing ring(Path file) {
    try {
      return KeyRing.read(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--key-file: cannot read %s; \"coterie keys generate > %s\" makes one"
              .formatted(file, file),
          e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--key-file: " + e.getMessage(), e);
    }
  }

  public GroupList members() {
    return members;
  }

  public NodeId self() {
    return self;
  }

  /** Returns its keys; null if packets are not sealed. */
  public @Nullable KeyRing ring() {
    return ring;
  }

  /** Plans the node. */
  public GroupNode.Builder plan(
      String cluster,
      boolean isDataLost,
      boolean isTcpOnly,
      @Nullable String bind,
      @Nullable Path record) {
    plan.cluster(cluster)
        .mayHaveForgotten(isDataLost)
        .transport(isTcpOnly ? Transport.TCP_ONLY : Transport.UDP_AND_TCP);
    if (bind != null) {
      plan.bind(bind);
    }
    if (record != null) {
      plan.record(requireFolder(record));
    }
    return plan;
  }

  private static Path requireFolder(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
      throw new IllegalArgumentException(
          "--record %s: give a file in a folder that is there".formatted(file));
    }
    return file;
  }

  /** The settings of a protocol, with the fallbacks that they have here. */
  public static List<Setting> settings(Recipe recipe) {
    return recipe.settings().stream()
        .map(
            setting ->
                setting.name().equals(CLIENTS)
                    ? new Setting(CLIENTS, setting.kind(), "0", setting.help(), setting.words())
                    : setting)
        .toList();
  }

  /**
   * The settings that were given, and those that differ from a simulation.
   *
   * @param values the value of a flag; empty if it was not given
   */
  public static SortedMap<String, String> given(Recipe recipe, Function<String, String> values) {
    SortedMap<String, String> given = new TreeMap<>();
    for (Setting setting : settings(recipe)) {
      String value = values.apply("--" + setting.name());
      if (!value.isEmpty()) {
        given.put(setting.name(), value);
      } else if (setting.name().equals(CLIENTS)) {
        given.put(CLIENTS, setting.fallback());
      }
    }
    return given;
  }
}
