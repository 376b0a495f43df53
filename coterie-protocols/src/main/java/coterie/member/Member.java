package coterie.member;

import coterie.core.Bytes;
import coterie.core.NodeId;
import java.util.List;

/**
 * A member as another one sees it, at one moment.
 *
 * @param level how much it is suspected, as {@link coterie.detect.Detector#level} says
 */
public record Member(
    NodeId id,
    Status status,
    long incarnation,
    String name,
    Bytes address,
    List<Tag> tags,
    double level) {}
