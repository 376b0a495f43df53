package coterie.core;

/**
 * What one node sends to another. A protocol's messages are records of one sealed family; their
 * fields are numbers, booleans, enums, strings, {@link NodeId}s, and records and lists of these,
 * and never refer to something that changes later.
 */
public interface Message {}
