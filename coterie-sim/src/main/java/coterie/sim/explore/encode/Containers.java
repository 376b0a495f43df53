package coterie.sim.explore.encode;

import coterie.sim.explore.encode.Encoder.Tag;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractCollection;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractQueue;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Writes arrays and what is the JDK's. The elements of a collection come in its own order; where
 * that is the order of hash codes, sorted by their codes.
 */
final class Containers {
  private static final List<Class<?>> PLAIN =
      List.of(
          Object.class,
          Record.class,
          AbstractCollection.class,
          AbstractList.class,
          AbstractSet.class,
          AbstractQueue.class,
          AbstractMap.class);

  private final Encoder out;

  Containers(Encoder out) {
    this.out = out;
  }

  /** Returns whether a class of the JDK keeps nothing for those that extend it. */
  boolean isPlain(Class<?> root) {
    return PLAIN.contains(root);
  }

  void array(Object x, Object y, String where) {
    int length = Array.getLength(x);
    out.require(length == Array.getLength(y), x, y, where);
    out.tag(Tag.ARRAY);
    out.type(x.getClass());
    out.put(length);
    if (x instanceof long[] numbers) {
      for (int i = 0; i < length; i++) {
        out.number(numbers[i], ((long[]) y)[i], where);
      }
    } else if (x instanceof int[] numbers) {
      for (int i = 0; i < length; i++) {
        out.same(Tag.INT, numbers[i], ((int[]) y)[i], where);
      }
    } else {
      for (int i = 0; i < length; i++) {
        out.value(Array.get(x, i), Array.get(y, i), where);
      }
    }
  }

  void ofJdk(Object x, Object y, String where) {
    switch (x) {
      case Double number -> bits(Double.doubleToRawLongBits(number), x, y, where);
      case Float number -> bits(Float.floatToRawIntBits(number), x, y, where);
      case Short number -> bits(number, x, y, where);
      case Byte number -> bits(number, x, y, where);
      case Character character -> bits(character, x, y, where);
      case Class<?> type -> out.atom(type, y, where);
      case BigInteger number -> out.atom(number, y, where);
      case BigDecimal number -> out.atom(number, y, where);
      case Duration duration -> out.atom(duration, y, where);
      case Instant instant -> out.atom(instant, y, where);
      case UUID uuid -> out.atom(uuid, y, where);
      case Comparator<?> code -> out.atom(code.getClass(), y.getClass(), where);
      case Optional<?> optional -> {
        out.tag(Tag.CELL);
        out.value(optional.orElse(null), ((Optional<?>) y).orElse(null), where);
      }
      default -> changing(x, y, where);
    }
  }

  private void bits(long bits, Object x, Object y, String where) {
    out.require(x.equals(y), x, y, where);
    out.tag(Tag.BITS);
    out.type(x.getClass());
    // The low bits of most doubles are 0, and small numbers take few bytes.
    out.put(Long.reverse(bits));
  }

  private void changing(Object x, Object y, String where) {
    if (!isImmutable(x) && !out.isNew(x, y, where)) {
      return;
    }
    switch (x) {
      case AtomicLong cell -> cell(cell.get(), ((AtomicLong) y).get(), where);
      case AtomicInteger cell -> cell(cell.get(), ((AtomicInteger) y).get(), where);
      case AtomicBoolean cell -> cell(cell.get(), ((AtomicBoolean) y).get(), where);
      case AtomicReference<?> cell -> cell(cell.get(), ((AtomicReference<?>) y).get(), where);
      case BitSet bits -> {
        out.tag(Tag.BITS);
        array(bits.toLongArray(), ((BitSet) y).toLongArray(), where);
      }
      default -> elements(x, y, where);
    }
  }

  private void cell(@Nullable Object x, @Nullable Object y, String where) {
    out.tag(Tag.CELL);
    out.value(x, y, where);
  }

  private static boolean isImmutable(Object x) {
    String name = x.getClass().getName();
    return name.startsWith("java.util.ImmutableCollections")
        || name.startsWith("java.util.Collections$");
  }

  /** Writes the elements of a collection or map. */
  void elements(Object x, Object y, String where) {
    switch (x) {
      case IdentityHashMap<?, ?> map -> throw Encoder.refused(map, where);
      case WeakHashMap<?, ?> map -> throw Encoder.refused(map, where);
      case Map<?, ?> map -> entries(map, (Map<?, ?>) y, where);
      case Collection<?> all when isHashed(all) ->
          inOrder(Tag.SET, sorted(all), sorted((Collection<?>) y), where);
      case Collection<?> all -> inOrder(Tag.LIST, all, (Collection<?>) y, where);
      default -> throw Encoder.refused(x, where);
    }
  }

  private static boolean isHashed(Object x) {
    Class<?> type = x.getClass();
    return type == HashMap.class
        || type == HashSet.class
        || type == ConcurrentHashMap.class
        || type == ConcurrentHashMap.KeySetView.class
        || type.getName().startsWith("java.util.ImmutableCollections$Set")
        || type.getName().startsWith("java.util.ImmutableCollections$Map");
  }

  private void inOrder(Tag tag, Collection<?> x, Collection<?> y, String where) {
    out.require(x.size() == y.size(), x, y, where);
    out.tag(tag);
    out.put(x.size());
    Iterator<?> others = y.iterator();
    for (Object each : x) {
      out.value(each, others.next(), where);
    }
  }

  private void entries(Map<?, ?> x, Map<?, ?> y, String where) {
    out.require(x.size() == y.size(), x, y, where);
    out.tag(Tag.MAP);
    out.put(x.size());
    if (isHashed(x)) {
      Iterator<?> others = sorted(y.keySet()).iterator();
      for (Object key : sorted(x.keySet())) {
        Object other = others.next();
        out.value(key, other, where);
        out.value(x.get(key), y.get(other), where);
      }
      return;
    }
    Iterator<? extends Map.Entry<?, ?>> others = y.entrySet().iterator();
    for (Map.Entry<?, ?> each : x.entrySet()) {
      Map.Entry<?, ?> other = others.next();
      out.value(each.getKey(), other.getKey(), where);
      out.value(each.getValue(), other.getValue(), where);
    }
  }

  private List<?> sorted(Collection<?> all) {
    @SuppressWarnings("ArrayRecordComponent") // Compared by its content below.
    record Coded(Object element, byte[] code) {}
    List<Coded> coded = new ArrayList<>(all.size());
    for (Object each : all) {
      Encoder part = out.forPart();
      part.value(each, each, "");
      coded.add(new Coded(each, part.code()));
    }
    coded.sort((a, b) -> Arrays.compare(a.code, b.code));
    return coded.stream().map(Coded::element).toList();
  }
}
