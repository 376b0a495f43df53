package coterie.lab.kernel;

class ReplayedKernelTest extends KernelContract {
  @Override
  Engine open() {
    return new ReplayedEngine();
  }
}
