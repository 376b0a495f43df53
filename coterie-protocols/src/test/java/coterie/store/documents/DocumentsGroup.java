package coterie.store.documents;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.check.store.Copies;
import coterie.testkit.SimulatedGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A simulated group of replicas of documents, numbered from 0, and its judge. */
final class DocumentsGroup extends SimulatedGroup<Documents> {
  /** Makes a replica, or a broken one. */
  interface Maker {
    Documents make(Context<Documents.Msg> context, View members);
  }

  final Copies judge;
  final List<Note> notes = new ArrayList<>();
  private long afterCallNanos;

  DocumentsGroup(int size, Setup setup, Maker maker, long settleNanos) {
    super(
        Documents.class,
        View.numbered(0, size),
        node ->
            node.add(
                "documents",
                Documents.Msg.class,
                context -> maker.make(context, View.numbered(0, size))),
        setup);
    judge = new Copies(simulation, settleNanos);
  }

  /** Replicas that do not gossip before an hour is over, on an instant network. */
  static DocumentsGroup quiet(int size) {
    return with(size, "manual", 3_600 * TimeText.SECOND);
  }

  static DocumentsGroup with(int size, String resolution, long periodNanos) {
    DocumentsConfig config = config(resolution, periodNanos);
    DocumentsGroup group =
        new DocumentsGroup(
            size,
            Setup.standard(),
            (context, members) -> new Documents(context, members, config),
            TimeText.SECOND + 4L * size * periodNanos);
    group.afterCallNanos = 1;
    return group;
  }

  static DocumentsConfig config(String resolution, long periodNanos) {
    return new DocumentsConfig(
        Resolution.named(resolution), periodNanos, 1_000, WriteBook.REMEMBERED, 0);
  }

  /** Calls a replica, as a local event of its node, and lets the network deliver what it says. */
  @Override
  public <T extends @Nullable Object> T ask(long node, Function<Documents, T> method) {
    T result = super.ask(node, method);
    simulation.runFor(afterCallNanos);
    return result;
  }

  String create(int node, String name, String content) {
    return ask(node, documents -> documents.create(name, content)).version();
  }

  String edit(int node, String name, String base, String content) {
    return ask(node, documents -> documents.edit(name, base, content)).version();
  }

  Documents.Outcome editIf(int node, String name, String expected, String content) {
    return ask(node, documents -> documents.editIf(name, expected, content));
  }

  List<String> contents(int node, String name) {
    return at(node).fetch(name).contents();
  }

  /** What is wrong so far: what the judge says, and messages that no correct replica sends. */
  List<String> wrong() {
    List<String> all = new ArrayList<>(judge.violations());
    all.addAll(wrong);
    return all;
  }

  @Override
  public void noted(long at, NodeId node, int channel, Note note) {
    notes.add(note);
    super.noted(at, node, channel, note);
  }
}
