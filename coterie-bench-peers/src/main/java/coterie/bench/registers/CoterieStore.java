package coterie.bench.registers;

import coterie.Coterie;
import coterie.Register;
import java.time.Duration;

/** Registers of a Coterie node, which may be a voter or not. */
record CoterieStore(Coterie node) implements Store {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private Register register(String key) {
    return node.register(key).within(TIMEOUT);
  }

  @Override
  public long create(String key, String value) throws Exception {
    return written(register(key).set(value));
  }

  @Override
  public long get(String key) throws Exception {
    return register(key).get().version();
  }

  @Override
  public long compareAndSet(String key, long version, String value) throws Exception {
    return written(register(key).compareAndSet(version, value));
  }

  private static long written(Register.Outcome outcome) {
    if (outcome instanceof Register.Written(long version)) {
      return version;
    }
    throw new IllegalStateException(outcome.toString());
  }

  @Override
  public void close() {
    node.close();
  }
}
