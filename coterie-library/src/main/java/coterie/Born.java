package coterie;

/**
 * The number that a voter got when it had its first vote, and keeps with it. By it others know one
 * whose data folder was emptied. Public only because what is written down has to be.
 */
public record Born(long number) {}
