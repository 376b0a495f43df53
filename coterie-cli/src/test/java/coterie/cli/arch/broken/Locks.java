package coterie.cli.arch.broken;

import java.util.List;

class Locks {
  synchronized void wake() {
    notifyAll();
  }

  long count(List<String> names) {
    return names.parallelStream().count();
  }
}
