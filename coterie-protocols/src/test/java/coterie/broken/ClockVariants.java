package coterie.broken;

import java.util.List;

/** Clocks that are broken. */
final class ClockVariants {
  static final List<Variant> ALL =
      List.of(
          Variant.of(
                  "hybrid-clock-without-the-maximum",
                  "clocks",
                  "A hybrid clock does not go beyond the time that it receives.")
              .change(
                  "clock/HybridClock.java",
                  "    return reach(Math.max(received + 1, wall << COUNTER_BITS));",
                  "    return reach(wall << COUNTER_BITS);"),
          Variant.of(
                  "vector-clock-forgets-its-own-tick",
                  "clocks",
                  "A vector counts what its process sends, and none of its other events.")
              .change(
                  "clock/Clocks.java",
                  "    vector = vector.increment(self);\n    unsaved++;",
                  "    unsaved++;")
              .change(
                  "clock/Clocks.java",
                  "    stamp(name, millis, lamport.send(), time);",
                  "    vector = vector.increment(self);\n"
                      + "    stamp(name, millis, lamport.send(), time);"),
          Variant.of(
                  "vector-clock-forgets-what-it-hears",
                  "clocks",
                  "A vector does not take over what the vector of a message counts.")
              .change("clock/Clocks.java", "    vector = vector.merge(letter.vector);\n", ""),
          Variant.of(
                  "lamport-clock-forgets-what-it-hears",
                  "clocks",
                  "A Lamport clock ticks without regard to the time of the message.")
              .change(
                  "clock/LamportClock.java",
                  "    witness(sent);\n    return tick();",
                  "    return tick();"),
          Variant.of(
                  "lamport-clock-begins-anew",
                  "clocks",
                  "After a crash a Lamport clock begins at 0.")
              .change("clock/Clocks.java", "      lamport.witness(memory.lamport);\n", ""));

  private ClockVariants() {}
}
