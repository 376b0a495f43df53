package coterie.cli.arch.broken;

class Prints {
  void out() {
    System.out.println("out");
  }

  Runnable err() {
    return () -> System.err.println("err");
  }

  void trace(Exception e) {
    e.printStackTrace();
  }

  String surroundings() {
    return System.getenv("HOME");
  }
}
