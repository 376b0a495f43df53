package coterie.store.documents;

import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.Setup;
import coterie.sim.Simulation;
import coterie.sim.StageWitness;
import coterie.sim.check.store.Copies;
import coterie.sim.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A simulated group of replicas of documents, numbered from 0, and its judge. */
final class DocumentsGroup implements StageWitness {
  static final long MILLI = TimeText.SECOND / 1000;

  /** Makes a replica, or a broken one. */
  interface Maker {
    Documents make(Context<Documents.Msg> context, View members);
  }

  final Simulation simulation;
  final Copies judge;
  final List<Note> notes = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();
  private final int size;
  private long afterCallNanos;

  DocumentsGroup(int size, Setup setup, Maker maker, long settleNanos) {
    this.size = size;
    View members = View.numbered(0, size);
    simulation =
        new Simulation(
            members,
            node ->
                node.add("documents", Documents.Msg.class, context -> maker.make(context, members)),
            setup);
    judge = new Copies(simulation, settleNanos);
    simulation.watch(this);
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

  static NodeId id(long number) {
    return new NodeId(number);
  }

  int size() {
    return size;
  }

  boolean isUp(int node) {
    return simulation.isUp(id(node));
  }

  Documents at(int node) {
    simulation.start();
    return simulation.protocol(id(node), Documents.class);
  }

  /** Calls a replica, as a local event of its node, and lets the network deliver what it says. */
  <T extends @Nullable Object> T call(int node, Function<Documents, T> method) {
    simulation.start();
    T result = simulation.call(id(node), Documents.class, "test", method);
    simulation.runFor(afterCallNanos);
    return result;
  }

  String create(int node, String name, String content) {
    return call(node, documents -> documents.create(name, content)).version();
  }

  String edit(int node, String name, String base, String content) {
    return call(node, documents -> documents.edit(name, base, content)).version();
  }

  Documents.Outcome editIf(int node, String name, String expected, String content) {
    return call(node, documents -> documents.editIf(name, expected, content));
  }

  List<String> contents(int node, String name) {
    return at(node).fetch(name).contents();
  }

  void inject(Fault fault) {
    simulation.inject(fault);
  }

  void runMillis(long millis) {
    simulation.runFor(millis * MILLI);
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
    if (note instanceof Note.BadMessage bad) {
      wrong.add(node + " " + bad);
    }
  }
}
