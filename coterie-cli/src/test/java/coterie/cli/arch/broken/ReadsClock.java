package coterie.cli.arch.broken;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.function.LongSupplier;

class ReadsClock {
  long millis() {
    return System.currentTimeMillis();
  }

  LongSupplier nanos() {
    return System::nanoTime;
  }

  Object now() {
    return Instant.now();
  }

  Object today() {
    return LocalDate.now(ZoneId.of("UTC"));
  }

  Object clock() {
    return Clock.systemUTC();
  }
}
