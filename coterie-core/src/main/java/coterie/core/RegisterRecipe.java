package coterie.core;

/**
 * Registers that can be asked for by name: values with versions, of which a conditional write
 * succeeds for one writer only in the whole group. Its processes report every call by a {@link
 * RegisterNote}, so that a run is judged: it must be linearizable.
 */
public interface RegisterRecipe extends Recipe {}
