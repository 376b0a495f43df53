package coterie.node;

import coterie.Config;
import coterie.net.greet.Accord;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps apart the nodes that have the same settings as this one and those that have other voters,
 * another lease or another election. A node that differs is not let in, and is named until it says
 * otherwise. The same holds for a voter that has lost its vote.
 */
public final class Agreement implements Accord {
  private static final System.Logger LOG = System.getLogger("coterie");

  /** Nobody can fill the memory with names. */
  private static final int NAMES_MAX = 1_000;

  /** Said by a voter that cannot vote, and by a node that is not a voter. */
  private static final String NO_VOTE = "0";

  private final Config config;
  private final String said;
  private final Map<String, String> differing = new ConcurrentSkipListMap<>();
  private final Map<String, String> voteless = new ConcurrentSkipListMap<>();
  private final Map<String, String> births = new ConcurrentHashMap<>();
  private final AtomicLong refusals = new AtomicLong();
  private volatile @Nullable String refusal;

  Agreement(Config config, Life life) {
    this.config = config;
    this.said = CharterText.said(config, life.born());
  }

  @Override
  public String says() {
    return said;
  }

  @Override
  public @Nullable String objection(String name, String says) {
    if (!CharterText.isNear(said, says)) {
      refusals.incrementAndGet();
      String sentence =
          "%s has %s; %s has %s"
              .formatted(name, CharterText.words(says), config.name(), CharterText.words(said));
      tell(differing, name, sentence);
      return sentence;
    }
    differing.remove(name);
    return config.hasGrants() && votes(name, says) ? forgotten(name, says) : null;
  }

  /**
   * Whether that node votes by its own settings. A voter that was exchanged for another has left
   * the list, so that it cannot have lost its vote.
   */
  private boolean votes(String name, String says) {
    boolean isAfter = CharterText.isAfter(said, says) && !config.nextVoters().isEmpty();
    return (isAfter ? config.nextVoters() : config.allVoters()).contains(name);
  }

  /** A voter keeps the number that it got with its first vote, for as long as it keeps its vote. */
  private @Nullable String forgotten(String name, String says) {
    String born = CharterText.born(says);
    if (born.equals(NO_VOTE)) {
      births.remove(name);
      tell(
          voteless, name, "the voter %s has come without its vote, and casts none".formatted(name));
      return null;
    }
    voteless.remove(name);
    String known = births.putIfAbsent(name, born);
    if (known == null || known.equals(born)) {
      return null;
    }
    refusals.incrementAndGet();
    String sentence =
        "the voter %s was here with a vote that it does not have any more: its data folder was"
                .formatted(name)
            + " emptied or exchanged, and it must be readmitted (coterie voter readmit)";
    tell(voteless, name, sentence);
    return sentence;
  }

  private static void tell(Map<String, String> told, String name, String sentence) {
    if (told.size() < NAMES_MAX && !sentence.equals(told.put(name, sentence))) {
      LOG.log(System.Logger.Level.WARNING, sentence);
    }
  }

  /** Whether there is anything that all have to be given alike. */
  boolean hasSettings() {
    return !said.isEmpty();
  }

  /** A member of the group says that on its card. */
  boolean isLike(String onCard) {
    return CharterText.isNear(said, onCard);
  }

  /** A message was not heard, or a request not granted, because of other settings. */
  void refused() {
    refusals.incrementAndGet();
  }

  /** The leader grants this node nothing. */
  void refusedBy(String leader, String settings) {
    refusals.incrementAndGet();
    String sentence =
        "%s has %s; this node has %s".formatted(leader, settings, CharterText.words(said));
    if (!sentence.equals(refusal)) {
      refusal = sentence;
      LOG.log(System.Logger.Level.WARNING, sentence);
    }
  }

  /** A member that lives says that on its card: a voter may have got its vote back. */
  void seen(String name, String onCard) {
    if (!voteless.isEmpty() && !onCard.isEmpty() && !CharterText.born(onCard).equals(NO_VOTE)) {
      voteless.remove(name);
    }
  }

  /** Why the leader grants this node nothing; null if it never said so. */
  @Nullable String refusal() {
    return refusal;
  }

  /** How often somebody was refused. */
  public long refusals() {
    return refusals.get();
  }

  /** Whether that node was refused because of its settings, and has not changed them. */
  boolean differs(String name) {
    return differing.containsKey(name);
  }

  /** What is wrong with others, in sentences. */
  List<String> problems() {
    String refused = refusal;
    return Stream.of(
            differing.values().stream(),
            voteless.values().stream(),
            refused == null ? Stream.<String>empty() : Stream.of(refused))
        .flatMap(each -> each)
        .toList();
  }
}
