package coterie.lab.live;

import coterie.core.NodeId;
import coterie.core.TimeText;
import coterie.core.View;
import coterie.sim.NodeClocks;
import coterie.sim.Setup;
import coterie.sim.StageWitness;
import coterie.sim.StageWitnesses;
import coterie.sim.fault.Fault;
import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** What all stages in real time have: members with clocks and folders, and those who look. */
abstract class GroupStage implements LiveStage {
  final View members;
  final Setup setup;
  final Folders folders;
  final NodeClocks clocks;
  final StageWitnesses witnesses = new StageWitnesses();
  final Hearing hearing;
  LongConsumer onProgress = elapsed -> {};
  @Nullable Recording recording;

  GroupStage(View members, Setup setup) throws IOException {
    this.members = members;
    this.setup = setup;
    this.folders = new Folders();
    this.clocks = new NodeClocks(setup.seed(), members.size());
    this.hearing = new Hearing(witnesses, this::now, this::isListening, this::handled);
  }

  /** Returns whether a message to that node could arrive. */
  abstract boolean isListening(NodeId node);

  /** Something has happened to a node, and a condition may hold now. */
  abstract void handled();

  @Override
  public final void onProgress(LongConsumer elapsedNanos) {
    onProgress = elapsedNanos;
  }

  @Override
  public final void record(Recording newRecording) {
    recording = newRecording;
  }

  @Override
  public final List<Fault> initialFaults() {
    return setup.conditions();
  }

  @Override
  public final void watch(StageWitness witness) {
    witnesses.add(witness);
  }

  final void requireNotPast(long time) {
    if (time < now()) {
      throw new IllegalArgumentException(
          "it is %s already; an event can be scheduled from then on, not at %s"
              .formatted(TimeText.format(now()), TimeText.format(time)));
    }
  }

  static void requireCallable(NodeId node, boolean isUp, boolean isPaused) {
    if (!isUp) {
      throw new IllegalArgumentException(
          "%s is down; a protocol can be asked while its node is up".formatted(node));
    }
    if (isPaused) {
      throw new IllegalArgumentException(
          "%s is paused; a call takes a node that is running".formatted(node));
    }
  }

  static void require(boolean holds, NodeId node, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(node + " " + otherwise);
    }
  }

  @Override
  public final long clockNanos(NodeId node) {
    return clocks.monotonicNanos(index(node), now());
  }

  @Override
  public final long trueNanos(NodeId node, long clockNanos) {
    return clocks.trueNanos(index(node), clockNanos, now());
  }

  @Override
  public final long events() {
    return hearing.events();
  }

  @Override
  public final long messages() {
    return hearing.messages();
  }

  @Override
  public final boolean countsBytes() {
    return setup.bytes();
  }

  @Override
  public final View members() {
    return members;
  }

  final int index(NodeId node) {
    int index = members.indexOf(node);
    if (index < 0) {
      throw new IllegalArgumentException(
          "there is no %s; the nodes are %s to %s"
              .formatted(node, members.at(0), members.at(members.size() - 1)));
    }
    return index;
  }
}
