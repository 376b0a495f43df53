package coterie.testkit;

import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Stable;
import coterie.core.Storage;

/** A context that hands everything on to another, but for what a test overrides. */
public abstract class TamperedContext<M extends Message> implements Context<M> {
  private final Context<M> context;

  protected TamperedContext(Context<M> context) {
    this.context = context;
  }

  @Override
  public NodeId self() {
    return context.self();
  }

  @Override
  public long incarnation() {
    return context.incarnation();
  }

  @Override
  public long nowNanos() {
    return context.nowNanos();
  }

  @Override
  public long wallMillis() {
    return context.wallMillis();
  }

  @Override
  public long random(long bound) {
    return context.random(bound);
  }

  @Override
  public void send(NodeId to, M message) {
    context.send(to, message);
  }

  @Override
  public Alarm alarm(String name, Runnable onExpiry) {
    return context.alarm(name, onExpiry);
  }

  @Override
  public <T extends Record> Stable<T> stable(String name, Class<T> type) {
    return context.stable(name, type);
  }

  @Override
  public Storage storage(String name) {
    return context.storage(name);
  }

  @Override
  public void note(Note note) {
    context.note(note);
  }
}
