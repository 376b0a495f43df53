package coterie.lab.kernel;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every engine promises to a protocol. Each case is a few words for a probe, and what a
 * witness is told then. Engines are tested by subclasses, which add what they alone promise; {@link
 * BrokenEnginesTest} shows for each case how an engine fails it.
 */
abstract class KernelContract
    implements LivesContract, InputsContract, AlarmsContract, SavesContract, PausesContract {
  private Engine engine = new ToyEngine(ToyEngine.Break.NOTHING);

  abstract Engine open() throws Exception;

  @Override
  public final Engine engine() {
    return engine;
  }

  @BeforeEach
  void openEngine() throws Exception {
    engine = open();
  }

  @AfterEach
  void closeEngine() {
    engine.close();
  }

  @Override
  public final void reopen() {
    engine.close();
    try {
      engine = open();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
