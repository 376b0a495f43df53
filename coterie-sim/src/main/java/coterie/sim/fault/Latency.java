package coterie.sim.fault;

import coterie.core.TimeText;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How long a message is under way. A model is a pure function of random bits, so that the same seed
 * gives the same delays to every protocol; it uses {@link StrictMath} because the results of {@code
 * Math.log} and its like differ between machines.
 */
public sealed interface Latency {
  /** Longer than any run: what the tail of a distribution is cut off at. */
  long NANOS_MAX = Long.MAX_VALUE / 4;

  /**
   * The delay of one message.
   *
   * @param bits 64 random bits of that message
   * @param count how many messages went over the same link before
   */
  long nanos(long bits, long count);

  /** The words of a scenario file or flag: {@code uniform:10ms,100ms}. */
  String text();

  /** Whether every message takes equally long, so that no random bits are needed. */
  default boolean isConstant() {
    return false;
  }

  /** No delay at all: the instant network. */
  static Latency instant() {
    return new Constant(0);
  }

  /** Always the same. */
  record Constant(long nanos) implements Latency {
    public Constant {
      require(nanos >= 0, "a constant latency is at least 0");
    }

    @Override
    public long nanos(long bits, long count) {
      return nanos;
    }

    @Override
    public boolean isConstant() {
      return true;
    }

    @Override
    public String text() {
      return "constant:" + TimeText.format(nanos);
    }
  }

  /** Evenly spread between two bounds, both included. */
  record Uniform(long lowNanos, long highNanos) implements Latency {
    public Uniform {
      require(lowNanos >= 0 && lowNanos <= highNanos, "uniform:LOW,HIGH takes 0 <= LOW <= HIGH");
    }

    @Override
    public long nanos(long bits, long count) {
      long width = highNanos - lowNanos + 1;
      return lowNanos + Math.unsignedMultiplyHigh(bits, width);
    }

    @Override
    public String text() {
      return "uniform:" + TimeText.format(lowNanos) + "," + TimeText.format(highNanos);
    }
  }

  /** Bell-shaped; what would be negative becomes zero. */
  record Normal(long meanNanos, long deviationNanos) implements Latency {
    public Normal {
      require(meanNanos >= 0 && deviationNanos >= 0, "normal:MEAN,DEVIATION takes durations");
    }

    @Override
    public long nanos(long bits, long count) {
      return Math.clamp(Math.round(meanNanos + deviationNanos * Gauss.of(bits)), 0, NANOS_MAX);
    }

    @Override
    public String text() {
      return "normal:" + TimeText.format(meanNanos) + "," + TimeText.format(deviationNanos);
    }
  }

  /** Skewed with a long tail, as in real networks: half of the delays are below the median. */
  record Lognormal(long medianNanos, double sigma) implements Latency {
    public Lognormal {
      require(
          medianNanos > 0 && sigma >= 0 && sigma <= 5,
          "lognormal:MEDIAN,SIGMA takes a median above 0 and a sigma from 0 to 5");
    }

    @Override
    public long nanos(long bits, long count) {
      return Math.clamp(
          Math.round(medianNanos * StrictMath.exp(sigma * Gauss.of(bits))), 0, NANOS_MAX);
    }

    @Override
    public String text() {
      String plain = BigDecimal.valueOf(sigma).stripTrailingZeros().toPlainString();
      return "lognormal:" + TimeText.format(medianNanos) + "," + plain;
    }
  }

  /** Most are short and a few are long, without memory: half of the delays are below 0.69 means. */
  record Exponential(long meanNanos) implements Latency {
    public Exponential {
      require(meanNanos > 0, "exponential:MEAN takes a mean above 0");
    }

    @Override
    public long nanos(long bits, long count) {
      // A number between 0 and 1 that is never 0, so that its logarithm is finite.
      double share = ((bits >>> 11) + 0.5) * 0x1.0p-53;
      return Math.clamp(Math.round(-meanNanos * StrictMath.log(share)), 0, NANOS_MAX);
    }

    @Override
    public String text() {
      return "exponential:" + TimeText.format(meanNanos);
    }
  }

  /** Recorded delays, one after the other and round again; every link starts somewhere else. */
  record Replay(List<Long> recordedNanos) implements Latency {
    public Replay {
      recordedNanos = List.copyOf(recordedNanos);
      require(!recordedNanos.isEmpty(), "replay takes at least one recorded delay");
      require(recordedNanos.stream().allMatch(n -> n >= 0), "recorded delays are at least 0");
    }

    /** Here the bits are the same for all messages of a link: they choose where it starts. */
    @Override
    public long nanos(long bits, long count) {
      long start = Math.unsignedMultiplyHigh(bits, recordedNanos.size());
      return recordedNanos.get((int) ((start + count) % recordedNanos.size()));
    }

    @Override
    public String text() {
      return recordedNanos.stream()
          .map(TimeText::format)
          .collect(Collectors.joining(",", "replay:", ""));
    }
  }

  /** The model that the words describe: a duration, or NAME:VALUES as {@link #text} prints it. */
  static Latency parse(String words) {
    int colon = words.indexOf(':');
    if (colon < 0) {
      require(TimeText.isDuration(words) || words.equals("instant"), unknown(words));
      return new Constant(words.equals("instant") ? 0 : TimeText.parse(words));
    }
    List<String> values = List.of(words.substring(colon + 1).split(",", -1));
    String name = words.substring(0, colon).toLowerCase(Locale.ROOT);
    if (name.equals("replay")) {
      return new Replay(values.stream().map(TimeText::parse).toList());
    }
    boolean takesOne = name.equals("constant") || name.equals("exponential");
    require(values.size() == (takesOne ? 1 : 2), unknown(words));
    long first = TimeText.parse(values.getFirst());
    return switch (name) {
      case "constant" -> new Constant(first);
      case "exponential" -> new Exponential(first);
      case "uniform" -> new Uniform(first, TimeText.parse(values.getLast()));
      case "normal" -> new Normal(first, TimeText.parse(values.getLast()));
      case "lognormal" -> new Lognormal(first, sigma(values.getLast()));
      default -> throw new IllegalArgumentException(unknown(words));
    };
  }

  private static double sigma(String text) {
    require(text.matches("[0-9]{1,3}(\\.[0-9]{1,30})?"), "sigma is a number, not \"" + text + "\"");
    return Double.parseDouble(text);
  }

  private static String unknown(String words) {
    return "\"%s\" is not a latency; choose instant, DURATION, constant:DURATION, ".formatted(words)
        + "uniform:LOW,HIGH, normal:MEAN,DEVIATION, lognormal:MEDIAN,SIGMA, exponential:MEAN, "
        + "replay:D1,D2,...";
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
