package coterie.lab.kernel;

class SimulatedKernelTest extends KernelContract {
  @Override
  Engine open() {
    return new SimulatedEngine();
  }
}
