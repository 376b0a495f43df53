package coterie.cli.arch.broken;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

class StartsThread {
  final AtomicLong count = new AtomicLong();
  final ReentrantLock lock = new ReentrantLock();

  void start(Executor executor) {
    executor.execute(() -> {});
    new Thread(() -> {}).start();
  }
}
