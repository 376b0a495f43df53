package coterie.field;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Starts three real agents for commands that want locks, and ends all of them after a test. */
abstract class LockField {
  static final int LOCKS = Integer.getInteger("coterie.field.locks", 10);

  @TempDir Path folder;
  AgentGroup group;
  final List<LockDuel> duels = new ArrayList<>();

  @BeforeEach
  void field() throws Exception {
    Field.require();
    group = new AgentGroup(folder);
  }

  @AfterEach
  void end() throws IOException {
    for (LockDuel duel : duels) {
      duel.close();
    }
    if (group != null) {
      group.close();
    }
  }

  /** Makes a pair of commands for a lock of that name. */
  LockDuel duel(String lock) {
    duels.add(new LockDuel(folder, lock));
    return duels.getLast();
  }
}
