package coterie.cli.arch.broken.there;

import coterie.cli.arch.broken.here.Here;

/** Knows a package that knows its own. */
public record There(Here other) {}
