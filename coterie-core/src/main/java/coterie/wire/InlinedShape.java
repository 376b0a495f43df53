package coterie.wire;

/** A record whose fields are the last ones of another: the same without a length. */
final class InlinedShape extends Shape {
  private final RecordShape record;

  InlinedShape(RecordShape record) {
    this.record = record;
  }

  @Override
  void write(Output out, Object value) {
    record.writeBody(out, value);
  }

  @Override
  Object read(Input in) {
    return record.readBody(in);
  }

  @Override
  int size(Object value) {
    return record.bodySize(value);
  }

  @Override
  Object absent(Input in) {
    return record.absent(in);
  }
}
