package coterie.sim;

import coterie.core.Storage;

/** What a trace shows of a write to a storage that has become durable. */
public record Stored(int added, int removed, int marks) {
  /** Returns what is shown of something durable: a stable value itself, of a batch its sizes. */
  public static Record of(Record value) {
    return value instanceof Storage.Batch batch
        ? new Stored(batch.added().size(), batch.removed().size(), batch.marks().size())
        : value;
  }
}
