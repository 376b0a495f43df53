package coterie.cli.arch.broken;

/** A word that the rooms share. */
public record Word(String text) {}
