package coterie.member;

import coterie.core.NodeId;

/**
 * A member as another one sees it, at one moment.
 *
 * @param level how much it is suspected, as {@link coterie.detect.Detector#level} says
 */
public record Member(NodeId id, SwimStatus status, long incarnation, Card card, double level) {}
