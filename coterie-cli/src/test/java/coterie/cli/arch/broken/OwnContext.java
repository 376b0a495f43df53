package coterie.cli.arch.broken;

/** Stands for a class outside the engines that implements Context. */
class OwnContext implements StandInContext {}
