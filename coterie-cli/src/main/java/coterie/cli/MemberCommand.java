package coterie.cli;

import coterie.lab.live.MemberPlan;
import coterie.lab.live.MemberProcess;
import coterie.sim.scenario.Recipes;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** One process of {@code run --processes}, which starts it and talks to it over its pipes. */
@Command(
    name = MemberPlan.COMMAND,
    hidden = true,
    description = "Be one process of run --processes, which starts it itself.")
final class MemberCommand implements Callable<Integer> {
  private final Recipes recipes;

  MemberCommand(Recipes recipes) {
    this.recipes = recipes;
  }

  @Override
  public Integer call() throws IOException {
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    // Whatever a protocol prints must not come between the words of the pipe.
    System.setOut(System.err);
    new MemberProcess(recipes, new FileInputStream(FileDescriptor.in), out).run();
    return 0;
  }
}
