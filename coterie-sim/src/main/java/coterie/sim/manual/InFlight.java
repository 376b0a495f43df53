package coterie.sim.manual;

import coterie.core.Message;

/** A message that was sent and has neither arrived nor been lost; nodes by their numbers. */
record InFlight(int from, int to, int channel, Message message) {}
