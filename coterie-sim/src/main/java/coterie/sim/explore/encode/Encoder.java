package coterie.sim.explore.encode;

import coterie.core.Alarm;
import coterie.core.Bytes;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Stable;
import coterie.core.Storage;
import coterie.core.View;
import coterie.recipe.Settings;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes down the state of a node by all fields that are reachable from its protocols, so that two
 * states have one code if and only if no protocol can tell them apart.
 *
 * <p>It looks at two copies of the node at once, that differ in the origin of their clocks and in
 * nothing else. A number that is the same in both is written as it is; one that differs by as much
 * as the clocks is a time, and is written as seen from now; any other one depends on the origin of
 * the clock, which no protocol may, and is an error that names the field.
 *
 * <p>Every value has a tag before it, so a code can be read in one way only. Objects that can
 * change are written once, and by their number where they are met again; records, lambdas and other
 * values are written wherever they are met. What a context, an alarm, a view of fixed members or
 * the settings are made of is not state.
 */
public final class Encoder {
  /** By how much the clocks of two copies may differ. */
  public static final long SHIFT_NANOS = 1_234_567_890_123L;

  private final Fields fields;
  private final Code code = new Code();
  private final Containers containers = new Containers(this);
  private final IdentityHashMap<Object, Integer> seen = new IdentityHashMap<>();
  private final IdentityHashMap<Object, Integer> seenShifted = new IdentityHashMap<>();
  private final long shiftNanos;
  private long nowNanos;
  private final IdentityHashMap<Object, Integer> constants = new IdentityHashMap<>();
  private int times;
  private boolean isStrict;
  private boolean isBeyond;

  /**
   * Makes an encoder.
   *
   * @param shiftNanos by how much the clocks of the two copies differ
   */
  public Encoder(Fields fields, long shiftNanos) {
    this.fields = fields;
    this.shiftNanos = shiftNanos;
  }

  /** Begins the code of another state; by the clock of the first copy it is that time. */
  public void begin(long now) {
    code.clear();
    seen.clear();
    seenShifted.clear();
    nowNanos = now;
    isStrict = false;
    isBeyond = false;
  }

  /**
   * From now on it is about what leaves the node: times are not expected, and a list of somebody's
   * own class is what its elements are, as it would be on the wire.
   *
   * @see TimeException
   */
  public void leaveNode() {
    isStrict = true;
  }

  /** Returns whether a field was above its bound since the beginning. */
  public boolean isBeyondBounds() {
    return isBeyond;
  }

  /** Returns all that was written since the beginning. */
  public byte[] code() {
    return code.copy();
  }

  public void put(long value) {
    code.put(value);
  }

  void tag(Tag tag) {
    code.put(tag.number);
  }

  void type(Class<?> type) {
    code.put(fields.atoms().of(type));
  }

  /** Returns another encoder for a part, whose code is compared with those of others. */
  Encoder forPart() {
    Encoder part = new Encoder(fields, shiftNanos);
    part.begin(nowNanos);
    return part;
  }

  /**
   * Writes a value.
   *
   * @param x of the first copy
   * @param y of the other copy
   * @param where the class and the field, for people
   */
  public void value(@Nullable Object x, @Nullable Object y, String where) {
    if (x == null || y == null) {
      require(x == null && y == null, x, y, where);
      tag(Tag.NULL);
      return;
    }
    switch (x) {
      case Long number -> number(number, as(Long.class, y, where), where);
      case Integer number -> same(Tag.INT, number, as(Integer.class, y, where), where);
      case Boolean flag ->
          same(Tag.BOOLEAN, flag ? 1 : 0, as(Boolean.class, y, where) ? 1 : 0, where);
      case NodeId node -> same(Tag.NODE, node.value(), as(NodeId.class, y, where).value(), where);
      case String text -> atom(text, y, where);
      case Enum<?> constant -> atom(constant, y, where);
      case Record record -> record(record, y, where);
      case Bytes bytes -> bytes(bytes, as(Bytes.class, y, where), where);
      default -> object(x, y, where);
    }
  }

  private void object(Object x, Object y, String where) {
    Class<?> type = x.getClass();
    require(type == y.getClass(), x, y, where);
    if (type.getPackageName().equals("coterie.kernel")) {
      ofKernel(x, where);
    } else if (x instanceof Settings || (x instanceof View && isOfCore(type))) {
      tag(Tag.CONSTANT);
    } else if (type.isArray()) {
      if (isNew(x, y, where)) {
        containers.array(x, y, where);
      }
    } else if (Fields.isOfJdk(type)) {
      containers.ofJdk(x, y, where);
    } else if (isStrict && x instanceof List<?>) {
      containers.elements(x, y, where);
    } else if (type.isHidden() || isNew(x, y, where)) {
      parts(x, y, where);
    }
  }

  private static boolean isOfCore(Class<?> type) {
    return type.getPackageName().equals("coterie.core");
  }

  private void ofKernel(Object x, String where) {
    switch (x) {
      case Alarm alarm -> {
        tag(Tag.ALARM);
        put(fields.atoms().of(alarm.name()));
      }
      case Stable<?> stable -> {
        tag(Tag.STABLE);
        put(fields.atoms().of(stable.name()));
      }
      case Storage any -> tag(Tag.STORAGE);
      case Context<?> any -> tag(Tag.CONTEXT);
      default -> throw refused(x, where);
    }
  }

  /**
   * Writes a record: one of values without times by a number for its content. Most of them are the
   * same in all states, such as the settings of a protocol.
   */
  @SuppressWarnings("ReferenceEquality") // What is one object in both copies never changes.
  private void record(Record x, Object y, String where) {
    boolean isOne = x == y;
    Integer known = isOne ? constants.get(x) : null;
    if (known != null) {
      tag(Tag.VALUES);
      put(known);
      return;
    }
    int start = code.size();
    int timesBefore = times;
    boolean wasBeyond = isBeyond;
    isBeyond = false;
    parts(x, y, where);
    if (fields.of(x.getClass()).isValue() && times == timesBefore) {
      int number = fields.atoms().of(ByteBuffer.wrap(code.cut(start)));
      tag(Tag.VALUES);
      put(number);
      if (isOne && !isBeyond) {
        constants.put(x, number);
      }
    }
    isBeyond |= wasBeyond;
  }

  /** Writes the class and all fields; of a class that extends a collection also its elements. */
  private void parts(Object x, Object y, String where) {
    require(x.getClass() == y.getClass(), x, y, where);
    Fields.Members members = fields.of(x.getClass());
    tag(Tag.OBJECT);
    put(members.number());
    for (Fields.Member member : members.all()) {
      field(member, x, y);
    }
    if (!containers.isPlain(members.root())) {
      containers.elements(x, y, where);
    }
  }

  private void field(Fields.Member member, Object x, Object y) {
    Class<?> type = member.type();
    VarHandle field = member.field();
    if (type == long.class) {
      long value = (long) field.get(x);
      long other = (long) field.get(y);
      isBeyond |= value > member.bound() && value == other;
      number(value, other, member.where());
    } else if (type == int.class) {
      int value = (int) field.get(x);
      isBeyond |= value > member.bound();
      same(Tag.INT, value, (int) field.get(y), member.where());
    } else if (type == boolean.class) {
      boolean value = (boolean) field.get(x);
      require(value == (boolean) field.get(y), x, y, member.where());
      put(value ? 1 : 0);
    } else {
      Object value = field.get(x);
      value(value, field.get(y), member.where());
    }
  }

  /** Writes a number that may be a time. */
  void number(long x, long y, String where) {
    if (x == y) {
      tag(Tag.LONG);
      put(x);
    } else if (y - x == shiftNanos && !isStrict) {
      times++;
      tag(Tag.TIME);
      put(x - nowNanos);
    } else if (y - x == shiftNanos) {
      throw new TimeException(where);
    } else {
      throw dependent(x, y, where);
    }
  }

  void same(Tag tag, long x, long y, String where) {
    require(x == y, x, y, where);
    tag(tag);
    put(x);
  }

  void atom(Object x, Object y, String where) {
    require(x.equals(y), x, y, where);
    tag(Tag.ATOM);
    put(fields.atoms().of(x));
  }

  private void bytes(Bytes x, Bytes y, String where) {
    require(x.equals(y), x, y, where);
    tag(Tag.BYTES);
    put(x.size());
    for (int i = 0; i < x.size(); i++) {
      put(x.at(i));
    }
  }

  /** Writes the number of something that can change and was met before; or returns true. */
  boolean isNew(Object x, Object y, String where) {
    Integer number = seen.putIfAbsent(x, seen.size());
    Integer shifted = seenShifted.putIfAbsent(y, seenShifted.size());
    if (number == null && shifted == null) {
      return true;
    }
    require(number != null && number.equals(shifted), x, y, where);
    tag(Tag.AGAIN);
    put(number);
    return false;
  }

  void require(boolean isSame, @Nullable Object x, @Nullable Object y, String where) {
    if (!isSame) {
      throw dependent(x, y, where);
    }
  }

  private static <T> T as(Class<T> type, Object y, String where) {
    if (!type.isInstance(y)) {
      throw dependent(type.getSimpleName(), Fields.name(y.getClass()), where);
    }
    return type.cast(y);
  }

  private static EncodingException dependent(@Nullable Object x, @Nullable Object y, String where) {
    return new EncodingException(
        "%s depends on the origin of the clock: it is %s at 0, and %s at %d ns"
            .formatted(where, x, y, SHIFT_NANOS));
  }

  static EncodingException refused(Object x, String where) {
    return new EncodingException(
        "%s holds a %s, which cannot be explored; keep values, records, arrays and collections"
            .formatted(where, x.getClass().getName()));
  }

  /** What comes next. */
  enum Tag {
    NULL(0),
    LONG(1),
    TIME(2),
    INT(3),
    BOOLEAN(4),
    BITS(5),
    NODE(6),
    ATOM(7),
    BYTES(8),
    OBJECT(9),
    VALUES(10),
    AGAIN(11),
    ARRAY(12),
    LIST(13),
    SET(14),
    MAP(15),
    CELL(16),
    CONSTANT(17),
    ALARM(18),
    STABLE(19),
    STORAGE(20),
    CONTEXT(21);

    private final int number;

    Tag(int number) {
      this.number = number;
    }
  }
}
