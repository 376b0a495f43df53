package coterie.lab.kernel;

class ToyKernelTest extends KernelContract implements SelfMessageContract {
  @Override
  Engine open() {
    return new ToyEngine(ToyEngine.Break.NOTHING);
  }
}
