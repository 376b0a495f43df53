package coterie.cli.arch.broken.behind;

import coterie.cli.arch.broken.Word;

/** A room behind a door: it knows the words, and they do not know it. */
public record Behind(Word word) {}
