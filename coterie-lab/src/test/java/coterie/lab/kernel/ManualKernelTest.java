package coterie.lab.kernel;

/** The contract for nodes whose events are chosen by hand. */
class ManualKernelTest extends KernelContract implements SelfMessageContract {
  @Override
  Engine open() {
    return new ManualEngine();
  }
}
