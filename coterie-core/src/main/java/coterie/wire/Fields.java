package coterie.wire;

/** The fields of one record type, one after the other. Subclasses are generated. */
abstract class Fields {
  abstract void write(Output out, Object record);

  abstract Object read(Input in);

  abstract int size(Object record);
}
