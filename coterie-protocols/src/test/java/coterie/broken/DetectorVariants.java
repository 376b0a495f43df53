package coterie.broken;

import java.util.List;

/** Failure detectors that are broken. */
final class DetectorVariants {
  private static final String VRING = "detect/vring/VRing.java";
  private static final String HEARTRING = "detect/heartring/HeartRing.java";

  static final List<Variant> ALL =
      List.of(
          Variant.of(
                  "vring-count-goes-back",
                  "vring",
                  "Who finds a process silent counts one event of it, whatever was counted before.")
              .change(
                  VRING,
                  "    concluded(before, before < 0 ? 1 : before | 1);",
                  "    concluded(before, 1);")
              .in(
                  "nodes 4",
                  "until 60",
                  "set period 1s",
                  "set timeout 500ms",
                  "set start converged",
                  "set mend true"),
          Variant.of(
                  "heartring-deadline-not-restarted",
                  "heartring",
                  "A beat of the watched process does not put off the time at which it is late.")
              .change(HEARTRING, "      passTest();\n      awaitBeat();\n", "      passTest();\n")
              .in(
                  "nodes 2",
                  "until 50",
                  "set period 5s",
                  "set timeout 8s",
                  "set spread true",
                  "expect detected after 20s of calm"),
          Variant.of(
                  "heartring-nobody-asked-again",
                  "heartring",
                  "A process that was passed over is never asked again.")
              .change(
                  HEARTRING,
                  "    if (asked != next) {",
                  "    if (asked != next && counts.at(asked) < 0) {")
              .in(
                  "nodes 4",
                  "until 60",
                  "set period 5s",
                  "set timeout 8s",
                  "set spread true",
                  "expect detected after 20s of calm"),
          Variant.of(
                  "heartbeat-alarm-not-set-again",
                  "heartbeat",
                  "After the first suspicion nobody's deadline is watched any more.")
              .change(
                  "detect/Peers.java",
                  "    if (next != NEVER) {\n      overdue.start(next - now);",
                  "    if (next == now) {\n      overdue.start(next - now);")
              .in(
                  "nodes 4",
                  "until 60",
                  "set period 2s",
                  "set timeouts fixed",
                  "set timeout 5s",
                  "expect detected after 12s of calm"),
          Variant.of(
                  "heartbeat-later-life-not-heard",
                  "heartbeat",
                  "Beats are told apart by number alone, so those of a later life are taken for"
                      + " old.")
              .change(
                  "detect/Peers.java",
                  "    if (incarnation == incarnations[index]) {",
                  "    if (incarnations[index] > 0) {")
              .in(
                  "nodes 3",
                  "until 60",
                  "set period 2s",
                  "set timeouts fixed",
                  "set timeout 5s",
                  "expect detected after 8s of calm"),
          Variant.of("phi-capped", "phi", "The level of suspicion is capped below the threshold.")
              .change(
                  "detect/phi/Phi.java",
                  "    double wait = StrictMath.ceil(laterNanos() + deviations * deviationNanos);",
                  "    if (deviations > NormalTail.deviationsAt(6)) {\n"
                      + "      return Long.MAX_VALUE;\n"
                      + "    }\n"
                      + "    double wait = StrictMath.ceil(laterNanos()"
                      + " + deviations * deviationNanos);")
              .in("nodes 3", "until 60", "expect detected after 10s of calm"),
          Variant.of(
                  "phi-silence-remembered",
                  "phi",
                  "The silence of a partition is remembered as a common interval.")
              .change(
                  "detect/phi/PhiAccrual.java",
                  "    return Math.min(now, end) - peer.lastNanos();",
                  "    return Math.max(now, end) - peer.lastNanos();")
              .in("nodes 3", "until 60", "expect detected after 20s of calm"));

  private DetectorVariants() {}
}
