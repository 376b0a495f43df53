package coterie.cli.arch.broken;

import coterie.cli.arch.broken.below.Below;

/** Knows a room that knows its words, without being the door. */
final class KnowsItsRoom {
  final Below below = new Below(new Word("below"));
}
