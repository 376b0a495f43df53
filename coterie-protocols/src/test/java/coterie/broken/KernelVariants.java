package coterie.broken;

import java.util.List;

/** Kernels that are broken, and protocols that suffer from it. */
final class KernelVariants {
  private static final String OUTPUTS = "kernel/Outputs.java";

  private static Variant hasty(String name, String recipe) {
    return Variant.of(
            name, recipe, "The kernel sends a message before what was saved earlier is durable.")
        .core(
            OUTPUTS,
            "    if (!hold(from, to, message)) {\n      transmit(from, to, message);\n    }\n",
            "    transmit(from, to, message);\n");
  }

  static final List<Variant> ALL =
      List.of(
          hasty("kernel-sends-before-the-save-raft", "raft").in("nodes 3", "until 3"),
          hasty("kernel-sends-before-the-save-register", "register")
              .in("nodes 3", "until 3", "set registers 1"),
          Variant.of(
                  "kernel-notes-before-the-save",
                  "documents",
                  "The kernel lets an acknowledgement out before the write is durable.")
              .core(
                  OUTPUTS,
                  "    if (!hold(from, null, note)) {\n      witnesses.noted(from, note);\n    }\n",
                  "    witnesses.noted(from, note);\n"));

  private KernelVariants() {}
}
