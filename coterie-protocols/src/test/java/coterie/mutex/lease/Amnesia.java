package coterie.mutex.lease;

import coterie.core.Context;
import coterie.core.Stable;
import coterie.elect.raft.Ballot;
import coterie.elect.raft.Oath;
import coterie.elect.raft.Raft;
import coterie.testkit.TamperedContext;
import org.jspecify.annotations.Nullable;

/** A voter's storage that forgets a part of what it has sworn: its lists, or the lease. */
final class Amnesia extends TamperedContext<Raft.Msg> {
  private final CharterGroup.Flaw flaw;

  Amnesia(Context<Raft.Msg> context, CharterGroup.Flaw flaw) {
    super(context);
    this.flaw = flaw;
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T extends Record> Stable<T> stable(String name, Class<T> type) {
    return (Stable<T>) new Partial((Stable<Ballot>) super.stable(name, type), flaw);
  }

  private record Partial(Stable<Ballot> stable, CharterGroup.Flaw flaw) implements Stable<Ballot> {
    @Override
    public String name() {
      return stable.name();
    }

    @Override
    public @Nullable Ballot value() {
      Ballot saved = stable.value();
      if (saved == null) {
        return null;
      }
      Oath was = saved.oath();
      Oath oath =
          flaw == CharterGroup.Flaw.FICKLE
              ? new Oath(0, 0, was.founded(), false, was.leaseNanos(), was.timeoutNanos())
              : new Oath(
                  was.voters(), was.next(), was.founded(), was.settled(), 0, was.timeoutNanos());
      return new Ballot(saved.term(), saved.voted(), saved.candidate(), oath);
    }

    @Override
    public void save(Ballot value) {
      stable.save(value);
    }
  }
}
