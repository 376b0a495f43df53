package coterie.clock;

/** A message with a vector in it; a record is public if it is to be sent. */
public record Carrier(VectorClock vector) {}
