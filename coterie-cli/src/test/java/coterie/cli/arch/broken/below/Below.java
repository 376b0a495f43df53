package coterie.cli.arch.broken.below;

import coterie.cli.arch.broken.Word;

/** A room whose words know it. */
public record Below(Word word) {}
