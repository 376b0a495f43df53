package coterie;

/**
 * What a node remembers on disk from one life to the next. Public only because what is written down
 * has to be.
 *
 * @param cluster whose node this is, so that nobody starts with the memory of another
 * @param incarnation of its last life
 * @param votes whether it has been a voter, and so must have a vote
 */
public record Memory(String cluster, String name, long incarnation, boolean votes) {}
