package coterie.cli;

import coterie.HostPort;
import coterie.agent.Tokens;
import coterie.cli.flags.HelpSections;
import coterie.cli.flags.HelpTexts;
import coterie.cli.flags.Mentioned;
import coterie.cli.flags.ScenarioFlags;
import coterie.cli.flags.Subcommand;
import coterie.cli.flags.TraceFlags;
import coterie.core.NodeId;
import coterie.lab.node.NodeLines;
import coterie.lab.node.NodeSession;
import coterie.net.GroupList;
import coterie.net.GroupNode;
import coterie.net.HostConfig.Transport;
import coterie.net.KeyRing;
import coterie.net.Security;
import coterie.recipe.Recipe;
import coterie.recipe.Setting;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Runs one member of a group in the foreground, for groups of several machines. */
@Command(
    name = "node",
    abbreviateSynopsis = true,
    sortOptions = false,
    synopsisSubcommandLabel = "PROTOCOL",
    commandListHeading = "%nProtocols:%n")
final class NodeCommand extends Subcommand {

  /** What of a trace can be seen of one member. */
  private static final Set<Kind> SHOWABLE =
      EnumSet.complementOf(EnumSet.of(Kind.FAULTS, Kind.VERDICTS, Kind.SENTENCES));

  /** In simulations this many processes are clients; here those are who make calls. */
  private static final String CLIENTS = "clients";

  @Option(names = "--id", paramLabel = "ID")
  private @Nullable String id;

  @Option(names = "--group", paramLabel = "FILE")
  private @Nullable Path group;

  @Option(names = "--data", paramLabel = "FOLDER")
  private @Nullable Path data;

  @Option(names = "--data-lost")
  private boolean isDataLost;

  @Option(names = "--cluster", paramLabel = "NAME")
  private String cluster = "coterie";

  @Option(names = "--bind", paramLabel = "HOST:PORT")
  private @Nullable String bind;

  @Option(names = "--tcp-only")
  private boolean isTcpOnly;

  @Option(names = "--key-file", paramLabel = "FILE")
  private @Nullable Path keyFile;

  @Option(names = "--http", paramLabel = "HOST:PORT")
  private String http = "127.0.0.1:7201";

  @Option(names = "--token", paramLabel = "TEXT")
  private @Nullable String token;

  @Option(names = "--token-file", paramLabel = "FILE")
  private @Nullable Path tokenFile;

  @Option(
      names = "--show",
      split = ",",
      paramLabel = "KIND",
      completionCandidates = TraceFlags.Kinds.class)
  private List<String> shown = new ArrayList<>();

  @Option(names = "--json")
  private boolean isJson;

  @Option(names = "--record", paramLabel = "FILE")
  private @Nullable Path record;

  private final Recipes recipes;
  private final @Nullable Recipe recipe;

  private NodeCommand(Recipes recipes, @Nullable Recipe recipe) {
    this.recipes = recipes;
    this.recipe = recipe;
  }

  static CommandLine commandLine(Recipes recipes, Mentioned mentioned) {
    CommandLine all = new CommandLine(new NodeCommand(recipes, null));
    for (Recipe recipe : recipes.all()) {
      mentioned
          .add(
              all,
              recipe.name(),
              () -> new CommandLine(new NodeCommand(recipes, recipe)),
              "Run a member of %s: %s.".formatted(recipe.name(), recipe.summary()))
          .ifPresent(spec -> complete(spec, recipe, all.getCommandSpec()));
    }
    return all;
  }

  private static void complete(CommandSpec spec, Recipe recipe, CommandSpec flags) {
    spec.usageMessage().footer(HelpTexts.about("node.footer"));
    ScenarioFlags.declare(spec, recipe, settings(recipe), flags);
    new HelpSections()
        .with(
            "Settings of " + recipe.name(),
            recipe.settings().stream().map(setting -> "--" + setting.name()).toList())
        .with(
            "The member",
            List.of("--id", "--group", "--data", "--data-lost", "--cluster", "--bind"))
        .install(spec);
  }

  private static List<Setting> settings(Recipe recipe) {
    return recipe.settings().stream()
        .map(
            setting ->
                setting.name().equals(CLIENTS)
                    ? new Setting(CLIENTS, setting.kind(), "0", setting.help(), setting.words())
                    : setting)
        .toList();
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (recipe == null) {
      throw new IllegalArgumentException(
          "node takes a protocol: %s"
              .formatted(
                  recipes.all().stream().map(Recipe::name).collect(Collectors.joining(", "))));
    }
    GroupList members = GroupList.read(required(group, "--group FILE", "a line for each member"));
    NodeId self = self(members);
    Path folder = required(data, "--data FOLDER", "what %s keeps must outlive it".formatted(self));
    SortedMap<String, String> given = settingsGiven(recipe);
    KeyRing ring = ring();
    GroupNode.Builder plan =
        GroupNode.of(members, self)
            .cluster(cluster)
            .data(folder)
            .mayHaveForgotten(isDataLost)
            .security(ring == null ? Security.none() : Security.sealed(ring))
            .transport(isTcpOnly ? Transport.TCP_ONLY : Transport.UDP_AND_TCP);
    if (bind != null) {
      plan.bind(bind);
    }
    if (record != null) {
      plan.record(requireFolder(record));
    }
    Set<Kind> kinds = TraceFlags.kinds(shown, SHOWABLE, EnumSet.of(Kind.NOTES, Kind.CALLS));
    try (NodeLines lines = new NodeLines(out(), isJson)) {
      NodeSession session = new NodeSession(self, recipe, given, cluster, kinds, lines, err());
      session.listen(HostPort.parse(http), Tokens.given(token, tokenFile), ring, keyFile);
      session.rehearse(members.members());
      return session.run(plan);
    }
  }

  private static <T> T required(@Nullable T value, String flag, String why) {
    if (value == null) {
      throw new IllegalArgumentException("%s is missing: %s".formatted(flag, why));
    }
    return value;
  }

  private NodeId self(GroupList members) {
    String text = required(id, "--id ID", "which member of %s this is".formatted(group));
    if (!text.matches("P?[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "--id %s: give the number of a member, such as 3 or P3".formatted(text));
    }
    NodeId self = new NodeId(Long.parseLong(text.replace("P", "")));
    if (!members.has(self)) {
      throw new IllegalArgumentException(
          "--id %s: %s lists no %s; it lists %s".formatted(text, group, self, members.names()));
    }
    return self;
  }

  private SortedMap<String, String> settingsGiven(Recipe of) {
    SortedMap<String, String> given = new TreeMap<>();
    for (Setting setting : settings(of)) {
      String value = given().matchedOptionValue("--" + setting.name(), "");
      if (!value.isEmpty()) {
        given.put(setting.name(), value);
      } else if (setting.name().equals(CLIENTS)) {
        given.put(CLIENTS, setting.fallback());
      }
    }
    return given;
  }

  private @Nullable KeyRing ring() {
    if (keyFile == null) {
      return null;
    }
    try {
      return KeyRing.read(keyFile);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--key-file: cannot read %s; \"coterie keys generate > %s\" makes one"
              .formatted(keyFile, keyFile),
          e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--key-file: " + e.getMessage(), e);
    }
  }

  private static Path requireFolder(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
      throw new IllegalArgumentException(
          "--record %s: give a file in a folder that is there".formatted(file));
    }
    return file;
  }
}
