package coterie.recipe;

/**
 * How many messages something takes, such as an election or an entry.
 *
 * @param when which case it is, such as "best" or "worst"
 * @param formula in n, the size of the group
 * @param messages its value
 */
public record Cost(String when, String formula, long messages) {}
