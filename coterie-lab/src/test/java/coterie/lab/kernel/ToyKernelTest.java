package coterie.lab.kernel;

class ToyKernelTest extends KernelContract {
  @Override
  Engine open() {
    return new ToyEngine(ToyEngine.Break.NOTHING);
  }
}
