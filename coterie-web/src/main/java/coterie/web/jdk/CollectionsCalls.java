package coterie.web.jdk;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Methods of {@link Collections} that the browser's class library lacks. */
@SuppressWarnings("JdkObsolete") // The JDK's methods return the older interfaces.
public final class CollectionsCalls {
  private CollectionsCalls() {}

  /** Returns a sorted set without elements that takes none. */
  public static <E> SortedSet<E> emptySortedSet() {
    return unmodifiableSortedSet(new TreeSet<>());
  }

  /** Returns a sorted map without entries that takes none. */
  public static <K, V> SortedMap<K, V> emptySortedMap() {
    return unmodifiableSortedMap(new TreeMap<>());
  }

  /** Returns a view of the set that refuses changes. */
  public static <E> SortedSet<E> unmodifiableSortedSet(SortedSet<E> set) {
    return new FixedSet<>(set);
  }

  /** Returns a view of the map that refuses changes. */
  public static <K, V> SortedMap<K, V> unmodifiableSortedMap(SortedMap<K, ? extends V> map) {
    return new FixedMap<>(map);
  }

  private static final class FixedSet<E> extends AbstractSet<E> implements SortedSet<E> {
    private final SortedSet<E> inner;

    FixedSet(SortedSet<E> inner) {
      this.inner = inner;
    }

    @Override
    public Iterator<E> iterator() {
      return Collections.unmodifiableSet(inner).iterator();
    }

    @Override
    public int size() {
      return inner.size();
    }

    @Override
    public boolean contains(@Nullable Object element) {
      return inner.contains(element);
    }

    @Override
    public @Nullable Comparator<? super E> comparator() {
      return inner.comparator();
    }

    @Override
    public SortedSet<E> subSet(E from, E to) {
      return new FixedSet<>(inner.subSet(from, to));
    }

    @Override
    public SortedSet<E> headSet(E to) {
      return new FixedSet<>(inner.headSet(to));
    }

    @Override
    public SortedSet<E> tailSet(E from) {
      return new FixedSet<>(inner.tailSet(from));
    }

    @Override
    public E first() {
      return inner.first();
    }

    @Override
    public E last() {
      return inner.last();
    }
  }

  private static final class FixedMap<K, V> extends AbstractMap<K, V> implements SortedMap<K, V> {
    private final SortedMap<K, ? extends V> inner;

    FixedMap(SortedMap<K, ? extends V> inner) {
      this.inner = inner;
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
      return Collections.<K, V>unmodifiableMap(inner).entrySet();
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return inner.containsKey(key);
    }

    @Override
    public @Nullable V get(@Nullable Object key) {
      return inner.get(key);
    }

    @Override
    public @Nullable Comparator<? super K> comparator() {
      return inner.comparator();
    }

    @Override
    public SortedMap<K, V> subMap(K from, K to) {
      return new FixedMap<>(inner.subMap(from, to));
    }

    @Override
    public SortedMap<K, V> headMap(K to) {
      return new FixedMap<>(inner.headMap(to));
    }

    @Override
    public SortedMap<K, V> tailMap(K from) {
      return new FixedMap<>(inner.tailMap(from));
    }

    @Override
    public K firstKey() {
      return inner.firstKey();
    }

    @Override
    public K lastKey() {
      return inner.lastKey();
    }
  }
}
