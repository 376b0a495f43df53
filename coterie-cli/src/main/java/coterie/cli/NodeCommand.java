package coterie.cli;

import coterie.HostPort;
import coterie.agent.Tokens;
import coterie.cli.flags.HelpSections;
import coterie.cli.flags.HelpTexts;
import coterie.cli.flags.Mentioned;
import coterie.cli.flags.ScenarioFlags;
import coterie.cli.flags.Subcommand;
import coterie.cli.flags.TraceFlags;
import coterie.lab.node.NodeLines;
import coterie.lab.node.NodeSession;
import coterie.lab.node.NodeSetup;
import coterie.lab.product.TraceFilter;
import coterie.net.GroupNode;
import coterie.recipe.Recipe;
import coterie.sim.scenario.Recipes;
import coterie.sim.trace.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
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
    ScenarioFlags.declare(spec, recipe, NodeSetup.settings(recipe), flags);
    new HelpSections()
        .withSettings(recipe)
        .with(
            "The member",
            List.of("--id", "--group", "--data", "--data-lost", "--cluster", "--bind"))
        .install(spec);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (recipe == null) {
      throw new IllegalArgumentException(
          "node takes a protocol: %s"
              .formatted(
                  recipes.all().stream().map(Recipe::name).collect(Collectors.joining(", "))));
    }
    SortedMap<String, String> settings =
        NodeSetup.given(recipe, flag -> given().matchedOptionValue(flag, ""));
    NodeSetup setup = new NodeSetup(id, group, data, keyFile);
    GroupNode.Builder plan = setup.plan(cluster, isDataLost, isTcpOnly, bind, record);
    Set<Kind> kinds = TraceFilter.kinds(shown, SHOWABLE, EnumSet.of(Kind.NOTES, Kind.CALLS));
    try (NodeLines lines = new NodeLines(out(), isJson)) {
      NodeSession session =
          new NodeSession(setup.self(), recipe, settings, cluster, kinds, lines, err());
      session.listen(HostPort.parse(http), Tokens.given(token, tokenFile), setup.ring(), keyFile);
      session.rehearse(setup.members().members());
      return session.run(plan);
    }
  }
}
