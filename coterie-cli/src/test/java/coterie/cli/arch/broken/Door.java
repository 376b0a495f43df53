package coterie.cli.arch.broken;

import coterie.cli.arch.broken.behind.Behind;

/** Leads into a room that speaks the words of this one. */
final class Door {
  final Behind behind = new Behind(new Word("door"));
}
