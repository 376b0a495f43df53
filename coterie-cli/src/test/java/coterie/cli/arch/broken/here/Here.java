package coterie.cli.arch.broken.here;

import coterie.cli.arch.broken.there.There;

/** Knows a package that knows its own. */
public record Here(There other) {}
