package coterie.broken;

import java.util.List;
import java.util.stream.Stream;

/** All broken variants. */
final class Variants {
  static final List<Variant> ALL =
      Stream.of(
              ElectionVariants.ALL,
              MutexVariants.ALL,
              DetectorVariants.ALL,
              MemberVariants.ALL,
              ClockVariants.ALL,
              StoreVariants.ALL,
              KernelVariants.ALL)
          .flatMap(List::stream)
          .map(variant -> variant.explored(Explorations.ALL.getOrDefault(variant.name(), "")))
          .toList();

  private Variants() {}

  static Variant named(String name) {
    return ALL.stream()
        .filter(variant -> variant.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no variant " + name));
  }
}
