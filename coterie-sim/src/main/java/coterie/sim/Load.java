package coterie.sim;

/**
 * What one member has sent to others and received from them. A packet that is lost on its way
 * counts as sent; one that the network doubles is sent once and received twice. What a member sends
 * to itself crosses no network and does not count.
 */
public record Load(long messagesSent, long bytesSent, long messagesReceived, long bytesReceived) {}
