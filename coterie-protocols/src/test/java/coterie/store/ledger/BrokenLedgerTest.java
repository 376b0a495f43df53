package coterie.store.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Context;
import coterie.core.Message;
import coterie.core.Node;
import coterie.core.NodeId;
import coterie.core.Stable;
import coterie.core.Stamp;
import coterie.core.Storage;
import coterie.core.View;
import coterie.store.ledger.LedgerGroup.Maker;
import coterie.testkit.TamperedContext;
import coterie.testkit.TamperedNode;
import coterie.testkit.TamperedStorage;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The storms are no use unless they find what is broken. */
class BrokenLedgerTest {
  private static final int SEEDS_MAX = 300;

  /** Storms over a group that is broken like that find this wrong. */
  private static void assertFound(String what, Maker maker) {
    assertThat(found(what, maker)).contains(what);
  }

  private static String found(String what, Maker maker) {
    for (long seed = 0; seed < SEEDS_MAX; seed++) {
      LedgerStorm storm = new LedgerStorm(seed, maker);
      storm.blow(12);
      storm.end();
      for (List<String> list : List.of(storm.group.wrong(), storm.group.unsettled())) {
        for (String wrong : list) {
          if (wrong.contains(what)) {
            return wrong;
          }
        }
      }
    }
    return "nothing";
  }

  private static Maker book(Function<LedgerTerms, Book> broken) {
    return new Maker() {
      @Override
      Ledger make(Context<Ledger.Msg> context, View members, LedgerTerms terms) {
        return new Ledger(context, members, terms, LedgerGroup.PERIOD, broken.apply(terms));
      }
    };
  }

  private static Maker tampered(Function<Context<Ledger.Msg>, Context<Ledger.Msg>> tamper) {
    return new Maker() {
      @Override
      Ledger make(Context<Ledger.Msg> context, View members, LedgerTerms terms) {
        return super.make(tamper.apply(context), members, terms);
      }
    };
  }

  @Test
  void tieThatIsNotBrokenIsCaught() {
    Function<LedgerTerms, Book> tied =
        terms ->
            new Book(terms) {
              @Override
              boolean isBefore(Stamp one, Stamp other) {
                return one.time() <= other.time();
              }
            };
    assertFound("one shows", book(tied));
  }

  @Test
  void orderOfArrivalIsCaught() {
    Function<LedgerTerms, Book> arriving =
        terms ->
            new Book(terms) {
              @Override
              boolean isBefore(Stamp one, Stamp other) {
                return true;
              }
            };
    assertFound("one shows", book(arriving));
  }

  @Test
  void settlingWhateverIsThereIsCaught() {
    Function<LedgerTerms, Book> hasty =
        terms ->
            new Book(terms) {
              @Override
              boolean settle(long time) {
                return super.settle(history().isEmpty() ? 0 : history().getLast().time());
              }
            };
    assertFound("had been settled", book(hasty));
    assertFound("has settled other transfers", book(hasty));
  }

  /** One time step too far: a tie may still come. */
  @Test
  void settlingOneTooManyIsCaught() {
    Function<LedgerTerms, Book> hasty =
        terms ->
            new Book(terms) {
              @Override
              boolean settle(long time) {
                return super.settle(time + 1);
              }
            };
    assertFound("had been settled", book(hasty));
  }

  /** Enters what it hears, however often it hears it. */
  private static final class Doubling extends Maker {
    private Twice twice = new Twice();

    @Override
    Node tampered(Node node) {
      twice = new Twice();
      return new TamperedNode(node, Ledger.Msg.class, twice);
    }

    @Override
    Ledger make(Context<Ledger.Msg> context, View members, LedgerTerms terms) {
      twice.book = new Book(terms);
      twice.ledger = new Ledger(context, members, terms, LedgerGroup.PERIOD, twice.book);
      return twice.ledger;
    }
  }

  private static final class Twice extends TamperedNode.Tamper {
    private @Nullable Book book;
    private @Nullable Ledger ledger;

    @Override
    protected Message hearing(NodeId from, Message message) {
      if (message instanceof Ledger.Transfers transfers) {
        transfers.transfers().stream()
            .filter(one -> ledger.hasSeen(Ledger.NAME, one.dot()))
            .forEach(one -> book.enter(one, one.time(), (which, isVoid) -> {}));
      }
      return message;
    }
  }

  @Test
  void transferThatIsMadeTwiceIsCaught() {
    assertFound("one shows", new Doubling());
  }

  /** A number is used again after a crash, for another transfer. */
  @Test
  void logThatIsForgottenInACrashIsCaught() {
    Maker forgetful =
        tampered(
            context ->
                new TamperedContext<>(context) {
                  @Override
                  public Storage storage(String name) {
                    return super.storage(name + " of life " + incarnation());
                  }
                });
    assertFound("that it has never made", forgetful);
    assertFound("under a number that is taken", forgetful);
  }

  /** The ceiling of the clock is what makes a promise outlive a crash. */
  @Test
  void promiseThatIsForgottenInACrashIsCaught() {
    Maker forgetful =
        tampered(
            context ->
                new TamperedContext<>(context) {
                  @Override
                  public <T extends Record> Stable<T> stable(String name, Class<T> type) {
                    return super.stable(name + " of life " + incarnation(), type);
                  }
                });
    assertFound("had promised not to use", forgetful);
    assertFound("goes back", forgetful);
    assertFound("happened before", forgetful);
  }

  /** Sends a transfer before it is durable: others have it, and its process does not. */
  @Test
  void transferThatIsToldTooEarlyIsCaught() {
    Maker hasty =
        tampered(
            context ->
                new TamperedContext<>(context) {
                  @Override
                  public Storage storage(String name) {
                    return new Lagging(super.storage(name));
                  }
                });
    assertFound("lacks", hasty);
  }

  /** Says that the digest never comes: what is lost is never fetched. */
  @Test
  void pushWithoutFetchingIsCaught() {
    Maker careless =
        tampered(
            context ->
                new TamperedContext<>(context) {
                  @Override
                  public void send(NodeId to, Ledger.Msg message) {
                    if (message instanceof Ledger.Transfers) {
                      super.send(to, message);
                    }
                  }
                });
    assertFound("lacks", careless);
  }

  /** Writes everything one write late, so that a crash loses what was reported as durable. */
  private static final class Lagging extends TamperedStorage {
    private Batch pending = Batch.adding(List.of());

    Lagging(Storage storage) {
      super(storage);
    }

    @Override
    public void write(Batch batch) {
      super.write(pending);
      pending = batch;
    }
  }
}
