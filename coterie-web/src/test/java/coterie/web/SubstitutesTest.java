package coterie.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import coterie.clock.HybridClock;
import coterie.web.jdk.ArraysCalls;
import coterie.web.jdk.CollectionsCalls;
import coterie.web.jdk.DoubleCalls;
import coterie.web.jdk.FormatCalls;
import coterie.web.jdk.MathCalls;
import coterie.web.jdk.ReferenceCalls;
import coterie.web.jdk.StreamCalls;
import coterie.web.jdk.StringCalls;
import coterie.web.jdk.java.lang.invoke.WebMethodHandles;
import coterie.web.jdk.java.lang.invoke.WebVarHandle;
import coterie.web.jdk.java.lang.reflect.WebRecordComponent;
import coterie.web.jdk.java.util.WebHexFormat;
import coterie.web.jdk.java.util.WebSplittableRandom;
import java.lang.ref.WeakReference;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What takes the place of the JDK in the browser does the same as the JDK. */
class SubstitutesTest {
  private static final long[] EDGES = {
    0, 1, -1, 2, 0xFFFFFFFFL, 0x100000000L, -0x100000000L, Long.MAX_VALUE, Long.MIN_VALUE
  };

  private record Sample(int number, List<String> texts, long timeNanos) {
    static final int NOT_A_COMPONENT = 1;
  }

  @Test
  void productsHaveTheSameUpperHalf() {
    Random random = new Random(1);
    List<Long> numbers = new ArrayList<>();
    Arrays.stream(EDGES).forEach(numbers::add);
    for (int i = 0; i < 100; i++) {
      numbers.add(random.nextLong());
    }
    for (long a : numbers) {
      for (long b : numbers) {
        assertThat(MathCalls.multiplyHigh(a, b)).isEqualTo(Math.multiplyHigh(a, b));
        assertThat(MathCalls.unsignedMultiplyHigh(a, b)).isEqualTo(Math.unsignedMultiplyHigh(a, b));
      }
    }
  }

  @Test
  void numbersAreWrittenAsInJava() {
    Map<String, Double> written =
        Map.of(
            "8.111683282528844e-8", 8.111683282528844E-8,
            "100", 100.0,
            "1234567.5", 1234567.5,
            "12345678", 12345678.0,
            "0.001", 0.001,
            "0.00025", 0.00025,
            "-0.5", -0.5,
            "1e+21", 1e21,
            "1.7976931348623157e+308", Double.MAX_VALUE,
            "9999999", 9999999.0);
    written.forEach(
        (text, value) -> assertThat(DoubleCalls.inJava(text)).isEqualTo(Double.toString(value)));
  }

  @Test
  void formatsAreTheSame() {
    List<String> formats =
        List.of("%.2f", "%.0f", "%8.3f|", "%-8.1f|", "%f", "%,.1f", "%.4g", "%g", "%12.3g|", "%s");
    List<Double> numbers =
        new ArrayList<>(List.of(0.0, -0.0, 0.5, 1.5, 2.5, 0.125, -0.005, 99.995));
    numbers.addAll(List.of(1234567.891, 1e-5, 0.00099995, 0.0001, 99999.5, 1e22, 5e-324));
    numbers.addAll(List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));
    Random random = new Random(3);
    for (int i = 0; i < 300; i++) {
      numbers.add(random.nextGaussian() * Math.pow(10, random.nextInt(-8, 9)));
    }
    for (String format : formats) {
      for (Double number : numbers) {
        assertThat(FormatCalls.format(format, new Object[] {number}))
            .isEqualTo(String.format(Locale.ROOT, format, number));
      }
    }
    Object[] mixed = {"a", 1.005, 7, null, 2.0};
    String format = "%s %.2f%% %3d %s%n%5.1f";
    assertThat(FormatCalls.formatted(format, mixed)).isEqualTo(format.formatted(mixed));
  }

  @Test
  void textsHaveTheSameLines() {
    for (String text :
        List.of("", "\n", "a", "a\n", "a\nb", "a\r\nb\r\n", "\r\r\n\n", "a\n\nb\r")) {
      assertThat(StringCalls.lines(text)).containsExactlyElementsOf(text.lines().toList());
    }
  }

  @Test
  void bytesAreComparedTheSameWay() {
    byte[][] all = {{}, {1}, {(byte) 200}, {1, 2}, {1, (byte) 128}, {1, 2, 3}};
    for (byte[] a : all) {
      for (byte[] b : all) {
        assertThat(ArraysCalls.compareUnsigned(a, b)).isEqualTo(Arrays.compareUnsigned(a, b));
      }
      assertThat(WebHexFormat.of().formatHex(a)).isEqualTo(HexFormat.of().formatHex(a));
      assertThat(WebHexFormat.of().parseHex(HexFormat.of().formatHex(a))).isEqualTo(a);
    }
  }

  @Test
  void viewsAreSortedAndRefuseChanges() {
    SortedMap<String, Integer> map = new TreeMap<>(Map.of("a", 1, "b", 2, "c", 3));
    SortedMap<String, Integer> fixed = CollectionsCalls.unmodifiableSortedMap(map);
    assertThat(fixed).isEqualTo(map).containsExactlyEntriesOf(map);
    assertThat(fixed.subMap("a", "c")).isEqualTo(map.subMap("a", "c"));
    assertThatThrownBy(() -> fixed.put("d", 4)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(fixed::clear).isInstanceOf(UnsupportedOperationException.class);
    SortedSet<String> set = new TreeSet<>(List.of("b", "a"));
    SortedSet<String> fixedSet = CollectionsCalls.unmodifiableSortedSet(set);
    assertThat(fixedSet).isEqualTo(set).containsExactly("a", "b");
    assertThatThrownBy(() -> fixedSet.remove("a"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(CollectionsCalls.emptySortedMap()).isEmpty();
    assertThat(CollectionsCalls.emptySortedSet()).isEmpty();
  }

  @Test
  void streamsAndReferencesAreTheSame() {
    assertThat(StreamCalls.ofNullable("a"))
        .containsExactlyElementsOf(Stream.ofNullable("a").toList());
    assertThat(StreamCalls.ofNullable(null)).isEmpty();
    String text = new String("a");
    WeakReference<String> reference = new WeakReference<>(text);
    assertThat(ReferenceCalls.refersTo(reference, text)).isTrue();
    assertThat(ReferenceCalls.refersTo(reference, new String("a"))).isFalse();
  }

  @Test
  void recordsHaveTheSameComponents() {
    RecordComponent[] real = Sample.class.getRecordComponents();
    WebRecordComponent[] ours = WebRecordComponent.getRecordComponents(Sample.class);
    assertThat(ours).hasSameSizeAs(real);
    for (int i = 0; i < real.length; i++) {
      assertThat(ours[i].getName()).isEqualTo(real[i].getName());
      assertThat(ours[i].getType()).isEqualTo(real[i].getType());
      assertThat(ours[i].getGenericType()).isEqualTo(real[i].getGenericType());
      assertThat(ours[i].getAccessor()).isEqualTo(real[i].getAccessor());
    }
  }

  @Test
  void numbersInBytesAreBigEndian() {
    WebVarHandle handle =
        WebMethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    for (long value : EDGES) {
      byte[] bytes = new byte[9];
      WebVarHandle.set(handle, bytes, 1, value);
      assertThat(ByteBuffer.wrap(bytes).getLong(1)).isEqualTo(value);
      assertThat(WebVarHandle.getLong(handle, bytes, 1)).isEqualTo(value);
      WebVarHandle.set(handle, bytes, 2, (int) value);
      assertThat(WebVarHandle.getInt(handle, bytes, 2)).isEqualTo((int) value);
    }
  }

  @Test
  void randomNumbersAreTheSame() {
    int[] bounds = {1, 2, 3, 7, 1 << 30, (1 << 30) + 1, Integer.MAX_VALUE};
    long[] longBounds = {1, 5, 1L << 40, (1L << 62) + 1, Long.MAX_VALUE};
    Random seeds = new Random(2);
    for (int i = 0; i < 300; i++) {
      long seed = i < EDGES.length ? EDGES[i] : seeds.nextLong();
      SplittableRandom real = new SplittableRandom(seed);
      WebSplittableRandom ours = new WebSplittableRandom(seed);
      for (int round = 0; round < 5; round++) {
        assertThat(ours.nextLong()).isEqualTo(real.nextLong());
        assertThat(ours.nextInt()).isEqualTo(real.nextInt());
        for (int bound : bounds) {
          assertThat(ours.nextInt(bound)).isEqualTo(real.nextInt(bound));
        }
        for (long bound : longBounds) {
          assertThat(ours.nextLong(bound)).isEqualTo(real.nextLong(bound));
        }
      }
    }
    assertThatThrownBy(() -> new WebSplittableRandom(1).nextInt(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void fieldIsCountedUp() throws ReflectiveOperationException {
    HybridClock clock = new HybridClock(() -> 0, 0);
    WebVarHandle last =
        WebMethodHandles.lookup().findVarHandle(HybridClock.class, "last", long.class);
    assertThat(WebVarHandle.getAndAdd(last, clock, 7)).isZero();
    assertThat(WebVarHandle.compareAndSet(last, clock, 6, 9)).isFalse();
    assertThat(WebVarHandle.compareAndSet(last, clock, 7, 9)).isTrue();
    assertThat(clock.last()).isEqualTo(9);
  }
}
