package coterie.store.documents;

import coterie.clock.HybridClock;
import coterie.clock.HybridText;
import coterie.core.Alarm;
import coterie.core.Context;
import coterie.core.Dot;
import coterie.core.Lineage;
import coterie.core.Message;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.Replicated;
import coterie.core.Storage;
import coterie.core.View;
import coterie.store.Texts;
import coterie.wire.Codec;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Documents of which every member has a copy, and which everybody may edit at any time, connected
 * or not. An edit names the version that it is based on; edits that do not know of each other
 * become siblings, and stay until somebody merges them.
 *
 * <p>Guarantees, always: an edit that was acknowledged is shown by every replica that has seen it,
 * until a write that names it has been seen. Replicas that have seen the same writes show the same.
 * Once all are up and reach each other, all see all writes. Messages may be lost, doubled, late and
 * out of order, clocks may be wrong, and processes may pause, crash and return.
 *
 * <p>There is no agreement: {@link #editIf} compares with what this replica has, so that two
 * replicas may both accept, and siblings show it.
 *
 * <p>Assumes: all members were given the same list of members, which never changes. Stable storage
 * keeps what it has reported as durable.
 *
 * <p>Cost: n - 1 messages a write, each with the whole document, that is all its siblings; and one
 * digest a member and period, with the vectors of up to {@link #PAGE} documents.
 *
 * <p>N. Preguiça et al., "Dotted version vectors: logical clocks for optimistic replication", arXiv
 * 1011.5808, 2010; P. Almeida et al., "Scalable and accurate causality tracking for eventually
 * consistent stores", DAIS 2014. The exchange of digests is the anti-entropy, by push and pull, of
 * A. Demers et al., "Epidemic algorithms for replicated database maintenance", PODC 1987.
 */
public final class Documents implements Protocol<Documents.Msg>, Replicated {
  /** A digest speaks of at most this number of documents. */
  public static final int PAGE = 64;

  /**
   * When a document has this number of siblings, no local edit adds another one; and no replica has
   * more than this number of its own writes among them, however many have come from others.
   */
  public static final int SIBLINGS_MAX = 100;

  /**
   * The members' own siblings of one document have at most this number of bytes together, an equal
   * share for each: then all of them fit into one message, whoever was cut off from whom.
   */
  public static final int BYTES_MAX = 1 << 23;

  private static final Codec<Document.Parts> PARTS = Codec.of(Document.Parts.class);

  /** When this number of saves waits for the disk, no local edit adds another one. */
  public static final int WAITING_MAX = 1_000;

  /** A trace shows at most this number of documents of a replica. */
  private static final int SHOWN_MAX = 8;

  /** The word for the vectors of documents in {@link Note.Versioned}. */
  public static final String CLOCK = "version";

  /** What replicas say to each other. */
  public sealed interface Msg extends Message {}

  /** This is what I know of a document. */
  public record Push(Document document) implements Msg {}

  /**
   * This is how far I am with all my documents whose names come after one, up to and including
   * another: what do I lack, and what do you?
   *
   * @param upTo empty if there are no more
   */
  public record Digest(String after, String upTo, List<Summary> documents) implements Msg {
    public Digest {
      documents = List.copyOf(documents);
    }
  }

  /** All writes to a document that a replica has seen. */
  public record Summary(String name, Revision version) {}

  /** Tell me what you know of these documents. */
  public record Want(List<String> names) implements Msg {
    public Want {
      names = List.copyOf(names);
    }
  }

  /** A document was written for the first time, as far as this replica knows. */
  public record Created(String name, String version) implements Note {}

  /** A document was edited here. */
  public record Edited(String name, String version) implements Note {}

  /** A write here has superseded several siblings. */
  public record Merged(String name, String version, List<String> superseded) implements Note {}

  /** This replica knows of more siblings than before. */
  public record Conflict(String name, List<String> siblings) implements Note {}

  /** What became of a write. */
  public sealed interface Outcome {
    /**
     * It is the version of that name now. It is acknowledged when {@link Note.Wrote} is noted.
     *
     * @param siblings how many siblings the document has now
     */
    record Written(String name, String version, int siblings) implements Outcome {}

    /**
     * Something else was found than the version that was named; nothing has changed.
     *
     * @param found the version of all siblings together
     */
    record Refused(String name, String found, List<String> siblings) implements Outcome {}
  }

  /**
   * What a reader is shown.
   *
   * @param version that of all siblings together, the base of an edit that supersedes all
   * @param contents one, or all siblings if a person is to decide; none if there is no document
   * @param siblings the version of each of them
   */
  public record Fetched(
      String name, String version, List<String> contents, List<String> siblings) {}

  /**
   * One version of a document, as its history tells it.
   *
   * @param base the versions that it was made from: none for the first, several for a merge; one
   *     that is forgotten is named by its write alone
   * @param author the replica that wrote it
   * @param stamp that of its author's hybrid clock
   * @param isSibling whether nothing has superseded it
   */
  public record Remembered(
      String version, List<String> base, NodeId author, String stamp, boolean isSibling) {
    public Remembered {
      base = List.copyOf(base);
    }
  }

  /** What a trace shows: some documents, and how many there are besides. */
  public record State(List<String> documents) {}

  /** All writes that were seen. */
  public record Seen(List<Summary> documents) {}

  /** All that is shown. */
  public record Contents(List<Shown> documents) {}

  /** All siblings of a document, and what a reader sees of them. */
  public record Shown(String name, List<Sibling> siblings, List<String> contents) {}

  private final Context<Msg> context;
  private final View members;
  private final DocumentsConfig config;
  private final BinaryOperator<Document> join;
  private final Archive archive;
  private final HybridClock clock;
  private final Rounds rounds;
  private final Alarm gossip;

  /** The names of those that were written here in this life. */
  private final TreeSet<String> touched = new TreeSet<>();

  /** How many saves are not durable yet. */
  private int waiting;

  public Documents(Context<Msg> context, View members, DocumentsConfig config) {
    this(context, members, config, Document::join);
  }

  /** For tests, which try other ways to join what two replicas know. */
  Documents(
      Context<Msg> context, View members, DocumentsConfig config, BinaryOperator<Document> join) {
    if (members.indexOf(context.self()) < 0) {
      throw new IllegalArgumentException(context.self() + " is not among the members " + members);
    }
    this.context = context;
    this.members = members;
    this.config = config;
    this.join = join;
    this.archive = new Archive(context);
    this.clock = new HybridClock(context::wallMillis, config.driftMaxMillis());
    this.rounds = new Rounds(context, members);
    this.gossip = context.alarm("gossip", this::gossip);
    archive.all().forEach(this::resume);
  }

  // ---- what clients call

  public boolean exists(String name) {
    return archive.find(name) != null;
  }

  /** What this replica shows of a document; the version "none" if there is no such document. */
  public Fetched fetch(String name) {
    Document document = archive.at(name);
    List<String> contents =
        document.isUnwritten() ? List.of() : config.resolution().shown(document.siblings());
    return new Fetched(name, document.version().toString(), contents, document.versions());
  }

  /**
   * The versions of a document that are remembered here, the newest first by their stamps. Replicas
   * that have seen the same writes remember the same.
   */
  public List<Remembered> history(String name) {
    List<Lineage.Link> links = lineage(written(name)).versions().reversed();
    if (links.isEmpty()) {
      throw new IllegalStateException(
          "no history is kept; set history to 1 up to " + DocumentsConfig.HISTORY_MAX);
    }
    TreeMap<Dot, String> versions = new TreeMap<>();
    links.forEach(link -> versions.put(link.dot(), link.version()));
    return links.stream()
        .map(
            link ->
                new Remembered(
                    link.version(),
                    link.base().stream()
                        .map(dot -> versions.getOrDefault(dot, dot.toString()))
                        .toList(),
                    link.dot().node(),
                    link.when(),
                    link.isCurrent()))
        .toList();
  }

  /** Writes a document that does not exist here. */
  public Outcome.Written create(String name, String content) {
    Document document = archive.at(name);
    if (!document.isUnwritten()) {
      throw new IllegalArgumentException(
          "there is a document \"%s\" already, at %s; edit takes a base"
              .formatted(name, document.version()));
    }
    return write(document, Revision.none(), content);
  }

  /**
   * Writes a version that supersedes the base, and nothing else: what has come since, or was beside
   * the base, becomes or stays a sibling.
   *
   * @param base the version of a document that was fetched, or of one of its siblings
   */
  public Outcome.Written edit(String name, String base, String content) {
    Document document = written(name);
    Revision revision = Revision.parse(base);
    if (revision.equals(Revision.none())) {
      throw new IllegalArgumentException("an edit is based on a version, not on none");
    }
    if (!revision.isWithin(document.context())) {
      throw new IllegalArgumentException(
          "the base %s of \"%s\" has not come here; this replica has seen %s"
              .formatted(revision, name, document.version()));
    }
    return write(document, revision, content);
  }

  /**
   * Edits only if this replica has the expected version and no siblings. Another replica may accept
   * another edit of the same version at the same time; they become siblings then.
   *
   * @param expected the version that was fetched, or any other name for a set of writes that have
   *     all come here and of which the only sibling is one, so {@code +P1:1} where the version is
   *     {@code P0:1,P1:1}; none if there must be no such document
   */
  public Outcome editIf(String name, String expected, String content) {
    Document document = archive.at(name);
    Revision revision = Revision.parse(expected);
    return isExactly(document, revision)
        ? write(document, revision, content)
        : new Outcome.Refused(name, document.version().toString(), document.versions());
  }

  /**
   * A version that includes the only sibling, and is not newer than what is here, is the current.
   */
  private static boolean isExactly(Document document, Revision expected) {
    return document.isUnwritten()
        ? expected.equals(Revision.none())
        : document.siblings().size() == 1
            && expected.isWithin(document.context())
            && expected.covers(document.siblings().getFirst().dot());
  }

  /**
   * Writes a version that supersedes all siblings that are here now. A caller that has read them
   * some time ago calls {@link #edit} with the version that was read, so as not to supersede what
   * has come since.
   */
  public Outcome.Written merge(String name, String content) {
    Document document = written(name);
    return write(document, document.version(), content);
  }

  /** Merges the siblings that are here now into what one of the resolutions shows of them. */
  public Outcome.Written resolve(String name, String resolution) {
    List<String> shown = Resolution.named(resolution).shown(written(name).siblings());
    if (shown.size() != 1) {
      throw new IllegalArgumentException(
          "%s leaves the siblings of \"%s\" to a person; merge takes the content"
              .formatted(resolution, name));
    }
    return merge(name, shown.getFirst());
  }

  private Document written(String name) {
    Document document = archive.at(name);
    if (document.isUnwritten()) {
      throw new IllegalArgumentException(
          "there is no document \"%s\" here; create takes a new one".formatted(name));
    }
    return document;
  }

  // ---- writing

  private Outcome.Written write(Document before, Revision base, String content) {
    Texts.require("content", content, 0, Document.CONTENT_MAX);
    Dot dot = next(before);
    Sibling written = new Sibling(dot, before.past(base), clock.now(), content);
    Document after = bounded(before.with(written, base));
    requireRoom(before, after);
    touched.add(before.name());
    save(after);
    report(before, after, written);
    for (int i = 0; i < members.size(); i++) {
      if (!members.at(i).equals(context.self())) {
        context.send(members.at(i), new Push(after));
      }
    }
    return new Outcome.Written(after.name(), written.version().toString(), after.siblings().size());
  }

  /**
   * A number that no write of this process to this document ever had. A crash may have lost the
   * last ones, whose versions a client may know all the same: each life skips as many as can have
   * waited for the disk in all lives before.
   */
  private Dot next(Document document) {
    long last = document.context().at(context.self());
    long lives = touched.contains(document.name()) ? 0 : context.incarnation() - 1;
    long number = last + 1 + lives * WAITING_MAX;
    if (number > Document.NUMBER_MAX) {
      throw new IllegalStateException(
          "%s has no number left for a write to \"%s\"; the last one is %d"
              .formatted(context.self(), document.name(), Document.NUMBER_MAX));
    }
    return new Dot(context.self(), number);
  }

  private void requireRoom(Document before, Document after) {
    int siblings = after.siblings().size();
    if (siblings > SIBLINGS_MAX && siblings > before.siblings().size()) {
      throw new IllegalArgumentException(
          "\"%s\" has %d siblings already; merge them before the next edit"
              .formatted(after.name(), before.siblings().size()));
    }
    requireShare(after);
    if (!hasRoom()) {
      throw new IllegalStateException(
          "%d saves wait for the disk; an edit takes fewer than %d"
              .formatted(waiting, WAITING_MAX));
    }
  }

  /**
   * A replica shows of another one's writes only what that one showed when it made the last of
   * them. So if every member keeps to its share at every write, no join has more than all shares.
   */
  private void requireShare(Document after) {
    List<Sibling> own =
        after.siblings().stream()
            .filter(sibling -> sibling.dot().node().equals(context.self()))
            .toList();
    if (own.size() > SIBLINGS_MAX) {
      throw new IllegalArgumentException(
          "\"%s\" has %d siblings that were written here; merge them before the next edit"
              .formatted(after.name(), SIBLINGS_MAX));
    }
    List<Edition> editions =
        after.history().editions().stream()
            .filter(each -> own.stream().anyMatch(one -> one.dot().equals(each.dot())))
            .toList();
    int size =
        PARTS.size(new Document.Parts(after.name(), after.context().entries(), own, editions));
    int share = BYTES_MAX / members.size();
    if (size > share) {
      throw new IllegalArgumentException(
          ("the siblings of \"%s\" that were written here would have %d bytes, and %d are"
                  + " allowed; merge them first, or write less")
              .formatted(after.name(), size, share));
    }
  }

  /** Whether the disk keeps up with what is saved. */
  boolean hasRoom() {
    return waiting < WAITING_MAX;
  }

  /** Held back until the write is durable: then it is acknowledged. */
  private void report(Document before, Document after, Sibling written) {
    String name = after.name();
    String version = written.version().toString();
    List<String> superseded =
        before.siblings().stream()
            .filter(sibling -> !after.siblings().contains(sibling))
            .map(sibling -> sibling.version().toString())
            .toList();
    context.note(new Note.Wrote(name, written.dot()));
    context.note(new Note.Versioned(CLOCK, name + "@" + version, after.context().entries()));
    if (before.isUnwritten()) {
      context.note(new Created(name, version));
    } else if (superseded.size() > 1) {
      context.note(new Merged(name, version, superseded));
    } else {
      context.note(new Edited(name, version));
    }
    noteConflict(before, after);
  }

  private void noteConflict(Document before, Document after) {
    int siblings = after.siblings().size();
    if (siblings > 1 && siblings > before.siblings().size()) {
      context.note(new Conflict(after.name(), after.versions()));
    }
  }

  private void save(Document document) {
    waiting++;
    archive.save(document);
  }

  @Override
  public void stored(Storage where) {
    waiting--;
  }

  // ---- replication

  @Override
  public void start() {
    if (!rounds.isAlone()) {
      gossip.start(context.random(config.periodNanos()) + 1);
    }
  }

  private void gossip() {
    NodeId to = rounds.next();
    String after = rounds.told();
    List<Document> page = archive.page(after, PAGE);
    String upTo = page.size() < PAGE ? "" : page.getLast().name();
    rounds.told(upTo);
    context.send(to, new Digest(after, upTo, summaries(page)));
    gossip.start(config.periodNanos());
  }

  private static List<Summary> summaries(List<Document> documents) {
    return documents.stream().map(each -> new Summary(each.name(), each.version())).toList();
  }

  @Override
  public void receive(NodeId from, Msg message) {
    String wrong = wrong(from, message);
    if (wrong != null) {
      context.note(new Note.BadMessage(from, wrong));
      return;
    }
    switch (message) {
      case Push push -> learn(push.document);
      case Digest digest -> compare(from, digest);
      case Want want -> want.names.forEach(name -> tell(from, name));
    }
  }

  private @Nullable String wrong(NodeId from, Msg message) {
    if (from.equals(context.self()) || !isMember(from)) {
      return "a message from no other member of the group";
    }
    boolean isPossible =
        switch (message) {
          case Push push -> isPossible(push.document);
          case Digest digest ->
              areNames(digest.documents.stream().map(Summary::name).toList())
                  && digest.documents.stream().allMatch(each -> each.version.isOf(this::isMember));
          case Want want -> areNames(want.names);
        };
    return isPossible ? null : "what no replica of this group can say";
  }

  /**
   * Others know more of this replica's writes than itself only after its disk was lost. To stay
   * able to write, it does not believe that it has used up half of all numbers.
   */
  private boolean isPossible(Document heard) {
    return heard.siblings().size() <= (long) SIBLINGS_MAX * members.size()
        && heard.history().editions().size()
            <= DocumentsConfig.HISTORY_MAX + heard.siblings().size()
        && heard.context().at(context.self()) <= Document.NUMBER_MAX / 2
        && heard.flaw() == null
        && heard.isOf(this::isMember);
  }

  /** Whether they are a page at the most, each once. */
  private static boolean areNames(List<String> names) {
    return names.size() <= PAGE && new TreeSet<>(names).size() == names.size();
  }

  private boolean isMember(NodeId node) {
    return members.indexOf(node) >= 0;
  }

  private Document bounded(Document document) {
    return document.bounded(config.historyCount(), config.historyMillis());
  }

  private void learn(Document heard) {
    Document before = archive.at(heard.name());
    Document after = bounded(join.apply(before, heard));
    if (!after.context().equals(before.context())) {
      witness(heard);
      save(after);
      noteConflict(before, after);
    }
  }

  /** A stamp from too far ahead is kept with its write, but this clock does not follow it. */
  private void witness(Document document) {
    for (Sibling sibling : document.siblings()) {
      if (clock.accepts(sibling.time())) {
        clock.startAfter(sibling.time());
      }
    }
  }

  /** What this process has written in an earlier life was its own clock's time, near or far. */
  private void resume(Document stored) {
    witness(stored);
    stored.siblings().stream()
        .filter(sibling -> sibling.dot().node().equals(context.self()))
        .forEach(sibling -> clock.startAfter(sibling.time()));
  }

  private void compare(NodeId from, Digest digest) {
    TreeMap<String, Revision> theirs = new TreeMap<>();
    List<String> wanted = new ArrayList<>();
    for (Summary summary : digest.documents) {
      theirs.put(summary.name, summary.version);
      Document mine = archive.find(summary.name);
      if (mine == null || !summary.version.isWithin(mine.context())) {
        wanted.add(summary.name);
      }
    }
    archive.between(digest.after, digest.upTo).stream()
        .filter(mine -> isNews(mine, theirs.get(mine.name())))
        .limit(PAGE)
        .forEach(mine -> context.send(from, new Push(mine)));
    if (!wanted.isEmpty()) {
      context.send(from, new Want(wanted));
    }
  }

  private static boolean isNews(Document mine, @Nullable Revision theirs) {
    return theirs == null || !mine.context().entries().stream().allMatch(theirs::covers);
  }

  private void tell(NodeId to, String name) {
    Document document = archive.find(name);
    if (document != null) {
      context.send(to, new Push(document));
    }
  }

  // ---- what judges and traces ask

  /** For tests: all that is known of a document. */
  Document document(String name) {
    return archive.at(name);
  }

  @Override
  public boolean hasSeen(String what, Dot dot) {
    Document document = archive.find(what);
    return document != null && document.context().covers(dot);
  }

  @Override
  public Seen seen() {
    return new Seen(summaries(archive.all()));
  }

  @Override
  public List<Reached> reached() {
    return archive.all().stream()
        .map(document -> new Reached(document.name(), document.context().entries()))
        .toList();
  }

  @Override
  public Contents contents() {
    return new Contents(
        archive.all().stream()
            .map(
                each ->
                    new Shown(
                        each.name(), each.siblings(), config.resolution().shown(each.siblings())))
            .toList());
  }

  @Override
  public List<Lineage> lineages() {
    return archive.all().stream().map(this::lineage).toList();
  }

  /** What was stored under other settings is cut as well. */
  private Lineage lineage(Document document) {
    List<Lineage.Link> links = new ArrayList<>();
    for (Edition each : bounded(document).history().editions()) {
      links.add(
          new Lineage.Link(
              each.dot(),
              each.version().toString(),
              each.base(),
              each.past().equals(Revision.none()),
              each.stamp(),
              HybridText.text(each.time()),
              document.has(each.dot())));
    }
    return new Lineage(document.name(), links);
  }

  @Override
  public @Nullable String flaw() {
    for (Document document : archive.all()) {
      String flaw = document.flaw();
      if (flaw != null) {
        return "\"%s\": %s".formatted(document.name(), flaw);
      }
    }
    return null;
  }

  @Override
  public State state() {
    List<String> texts = new ArrayList<>();
    archive.page("", SHOWN_MAX).forEach(each -> texts.add(each.toString()));
    if (archive.size() > SHOWN_MAX) {
      texts.add("and %d more".formatted(archive.size() - SHOWN_MAX));
    }
    return new State(List.copyOf(texts));
  }
}
