package coterie.cli.arch.broken;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

class DrawsNumbers {
  final Random random = new Random();
  final SplittableRandom splittable = new SplittableRandom();

  int local() {
    return ThreadLocalRandom.current().nextInt();
  }

  DoubleSupplier math() {
    return Math::random;
  }

  void mix(List<String> names) {
    Collections.shuffle(names);
  }
}
