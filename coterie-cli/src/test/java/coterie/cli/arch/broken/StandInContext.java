package coterie.cli.arch.broken;

/** Stands for coterie.core.Context. */
public interface StandInContext {}
