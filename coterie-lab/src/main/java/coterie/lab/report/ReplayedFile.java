package coterie.lab.report;

import coterie.recording.Frames;
import coterie.sim.StageWitness;
import coterie.sim.replay.Outcome;
import coterie.sim.replay.Replay;
import coterie.sim.replay.Stacks;
import coterie.sim.scenario.Recipes;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A recording that lies in a file, fed to the same protocols again. */
public final class ReplayedFile {
  /** Sees all and shows nothing. */
  public static final StageWitness UNSEEN =
      new StageWitness() {
        @Override
        public int wants() {
          return ALL;
        }
      };

  private ReplayedFile() {}

  /**
   * Replays it.
   *
   * @param loader finds the classes of protocols
   * @param until stops after that many events
   * @throws IllegalArgumentException where it cannot be read
   */
  public static Outcome replay(
      Path file, Recipes recipes, ClassLoader loader, StageWitness witness, long until) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      Stacks stacks = Stacks.of(recipes, loader);
      return new Replay(new Frames(in), stacks, loader, witness).run(until);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("%s: %s".formatted(file, e.getMessage()), e);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "%s: there is no such file; give a recording".formatted(file), e);
    } catch (IOException | UncheckedIOException e) {
      throw new IllegalArgumentException(
          "%s cannot be read: %s".formatted(file, e.getMessage()), e);
    }
  }
}
