package coterie.net;

/**
 * What the folder of a {@link GroupNode} says about its node.
 *
 * @param stack the name of what runs there; empty if it has none
 * @param life how many lives it had
 * @param incarnation of its last life, as packets have it
 */
public record GroupMemory(String cluster, long node, String stack, long life, long incarnation) {}
