package coterie.sim.check;

import coterie.core.NodeId;

/** When and where something happened that a judge objects to, in true time. */
public record Moment(long atNanos, NodeId node) {}
