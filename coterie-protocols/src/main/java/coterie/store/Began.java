package coterie.store;

/** When a workload began, in the words of its stable storage: at its first start, not at later. */
public record Began(long nanos) {}
