package coterie.sim.shrink;

/**
 * What shrinking came to.
 *
 * @param result the smallest one that was found
 * @param tries how many runs it took
 * @param isMinimal whether nothing more can be taken away; false if the effort was spent before
 */
public record Shrunk<T>(T result, long tries, boolean isMinimal) {}
