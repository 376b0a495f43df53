package coterie;

import coterie.core.Bytes;

/**
 * A small event that a node has told all others.
 *
 * @param topic what it is about
 * @param from the name of the node that told it; empty if it is not a member any more
 * @param payload at most {@link Coterie#BROADCAST_MAX} bytes together with the topic
 */
public record Broadcast(String topic, String from, Bytes payload) {}
