package coterie.sim;

/** What a {@link Witness} hears of a write to a storage that has become durable. */
public record Stored(int added, int removed, int marks) {}
