package coterie.member;

import coterie.core.NodeId;
import org.jspecify.annotations.Nullable;

/** Remembers one that failed or left, so that old news about it do not bring it back. */
record Tombstone(
    NodeId who, long incarnation, SwimStatus status, Update.@Nullable Alive card, long sinceNanos)
    implements Known {}
