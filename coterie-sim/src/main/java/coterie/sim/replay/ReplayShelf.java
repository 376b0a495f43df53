package coterie.sim.replay;

import coterie.core.Bytes;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.Version;
import coterie.recording.Entry;
import coterie.storage.MemoryStorage;
import org.jspecify.annotations.Nullable;

/** A storage that holds at first what the recording says. */
final class ReplayShelf implements Storage {
  private final ReplayContext<?> owner;
  private final String name;
  private final MemoryStorage memory = new MemoryStorage();

  private ReplayShelf(ReplayContext<?> owner, String name) {
    this.owner = owner;
    this.name = name;
  }

  static ReplayShelf open(ReplayContext<?> owner, String name) {
    Tape tape = owner.tape();
    String question = "opens the storage " + name;
    if (tape.peek() instanceof Entry.Shelved(int channel, String shelved, Batch any)
        && (channel != owner.channel() || !shelved.equals(name))) {
      throw tape.unlike(question);
    }
    ReplayShelf shelf = new ReplayShelf(owner, name);
    shelf.memory.write(tape.answer(Entry.Shelved.class, question).content());
    return shelf;
  }

  @Override
  public void write(Batch batch) {
    owner.tape().expect(new Entry.Storing(owner.channel(), name, batch));
    memory.write(batch);
    owner.await(this, name, batch);
  }

  @Override
  public @Nullable Version newest(Bytes key, Stamp at) {
    return memory.newest(key, at);
  }

  @Override
  public void scan(Bytes from, @Nullable Bytes to, Stamp at, Visitor visitor) {
    memory.scan(from, to, at, visitor);
  }

  @Override
  public void versions(Bytes from, @Nullable Bytes to, Visitor visitor) {
    memory.versions(from, to, visitor);
  }

  @Override
  public @Nullable Stamp mark(String mark) {
    return memory.mark(mark);
  }
}
