package coterie.cli.arch.broken;

class StaticState {
  static int count;
}
