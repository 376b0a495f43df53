package coterie.cli.page;

import coterie.cli.flags.Subcommand;
import coterie.lab.Numbers;
import coterie.lab.page.Browser;
import coterie.lab.page.OpenedFile;
import coterie.lab.page.PageServer;
import coterie.lab.page.PageServer.ServedPage;
import coterie.lab.page.PageStart;
import coterie.sim.scenario.Recipes;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Serves the laboratory as a page, until Ctrl-C. */
@Command(name = "lab", sortOptions = false)
public final class LabCommand extends Subcommand {
  private static final int PORT_MAX = 65_535;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description = "what is shown first: a scenario, a trace test, or what --record wrote")
  private @Nullable Path file;

  @Option(names = "--port", paramLabel = "PORT")
  private String port = "7300";

  @Option(names = "--cluster", paramLabel = "URL")
  private @Nullable String cluster;

  @Option(names = "--no-open")
  private boolean isNotOpened;

  private final Recipes recipes;
  private final String version;

  /**
   * A command for those protocols.
   *
   * @param version of Coterie, which the page shows
   */
  public LabCommand(Recipes recipes, String version) {
    this.recipes = recipes;
    this.version = version;
  }

  @Override
  public Integer call() {
    int number = Numbers.count("--port", port, 0, PORT_MAX);
    List<URI> agents = cluster == null ? List.of() : PageStart.agents(cluster);
    PageStart.Opened opened = file == null ? null : OpenedFile.of(file, recipes, loader());
    boolean isOnServer = given().hasMatchedOption("--jar");
    PageServer server = PageServer.found(loader());
    PageStart start = new PageStart(number, recipes, isOnServer, opened, agents, version);
    try (ServedPage page = server.serve(start)) {
      out().printf("The laboratory is at %s; Ctrl-C ends it.%n", page.address());
      out().flush();
      if (!isNotOpened) {
        Browser.open(page.address());
      }
      Thread.currentThread().join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }
}
