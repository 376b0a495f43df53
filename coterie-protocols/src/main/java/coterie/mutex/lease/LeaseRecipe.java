package coterie.mutex.lease;

import coterie.core.Blueprint;
import coterie.core.Context;
import coterie.core.NodeId;
import coterie.core.Note;
import coterie.core.Protocol;
import coterie.core.View;
import coterie.elect.raft.Charter;
import coterie.elect.raft.Raft;
import coterie.elect.raft.RaftConfig;
import coterie.elect.raft.RaftRecipe;
import coterie.mutex.Worker;
import coterie.recipe.Cost;
import coterie.recipe.MutexRecipe;
import coterie.recipe.Setting;
import coterie.recipe.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Leased locks by name. */
public final class LeaseRecipe {
  /** Clients ask and leave; all else is an answer. */
  public static final MutexRecipe RECIPE =
      new MutexRecipe.Value(
          "lease",
          "locks that an elected leader grants as leases, with fencing tokens: survives crashes",
          RaftRecipe.RECIPE.latency(),
          LeaseRecipe::settings,
          true,
          settings ->
              new MutexRecipe.Promise.WithinBounds(
                  settings.count("drift"), settings.nanos("stall")),
          LeaseLock.Msg.class,
          (from, to, message) ->
              message instanceof LeaseLock.Ask || message instanceof LeaseLock.Release ? from : to,
          LeaseRecipe::costs,
          Settings.values(),
          LeaseRecipe::blueprint);

  private static final long LOCKS_MAX = 1_000_000;

  private LeaseRecipe() {}

  private static List<Setting> settings() {
    List<Setting> settings = new ArrayList<>(Worker.Config.settings());
    settings.add(Setting.count("locks", 1, "number of locks; clients draw one"));
    settings.add(
        Setting.count("voters", 5, "number of processes, from the first, that elect the leader"));
    settings.add(
        Setting.count(
            "strays",
            0,
            "how many of the last processes wrongly have another list: the last voter and"
                + " themselves"));
    settings.add(
        Setting.word(
            "founding",
            List.of("majority", "all"),
            "who must vote for the first leader: a majority, as in the paper, or all voters"));
    settings.add(
        Setting.duration(
            "lease", "2s", "a client that was silent for that long has lost its place"));
    settings.add(Setting.duration("renew", "500ms", "from one renewal of a client to its next"));
    settings.add(Setting.duration("stall", "200ms", "the longest pause of a process that is safe"));
    settings.addAll(RaftRecipe.RECIPE.settings());
    return settings;
  }

  private static List<Cost> costs(int nodes) {
    Cost local = new Cost("at the leader's own process", "0", 0);
    return nodes == 1
        ? List.of(local)
        : List.of(local, new Cost("free", "4", 4), new Cost("in line", "5", 5));
  }

  private static Blueprint blueprint(View members, Settings settings) {
    Lists lists = Lists.of(members, settings);
    LeaseConfig config =
        new LeaseConfig(
            settings.nanos("lease"),
            settings.nanos("renew"),
            settings.nanos("stall"),
            settings.count("drift"));
    RaftConfig raftConfig = RaftRecipe.config(settings);
    Worker.Config work = Worker.Config.of(settings);
    List<String> names = names(settings.count("locks"));
    boolean needsAll = settings.word("founding").equals("all");
    return node -> {
      View voters = lists.of(node.self());
      Charter charter = charter(voters, raftConfig, config.leaseNanos(), needsAll);
      boolean isVoter = voters.indexOf(node.self()) >= 0;
      Raft raft = null;
      if (isVoter) {
        raft = node.add("raft", Raft.Msg.class, context -> new Raft(context, charter));
      } else {
        node.add("raft", Raft.Msg.class, Bystander::new);
      }
      Raft election = raft;
      LeaseLock locks =
          node.add(
              "lease",
              LeaseLock.Msg.class,
              context -> new LeaseLock(context, members, charter, election, config));
      Worker.add(node, members, names.stream().map(locks::lock).toList(), work);
    };
  }

  private static Charter charter(View voters, RaftConfig raft, long leaseNanos, boolean needsAll) {
    String text = "voters " + voters;
    return new Charter(voters, voters, raft, leaseNanos, leaseNanos, 0, !needsAll, text);
  }

  /**
   * The list of voters, and the one that some have by mistake.
   *
   * @param strays the processes with the second list
   */
  private record Lists(View first, View second, List<NodeId> strays) {
    static Lists of(View members, Settings settings) {
      long count = settings.count("voters");
      if (count < 1 || count > Raft.MEMBERS_MAX) {
        throw new IllegalArgumentException(
            "1 to %d voters elect a leader, not %d".formatted(Raft.MEMBERS_MAX, count));
      }
      int size = (int) Math.min(count, members.size());
      long strays = settings.count("strays");
      if (strays < 0 || strays > members.size() - size) {
        throw new IllegalArgumentException(
            "%d of %d processes vote, and %d are to have another list; give at most %d strays"
                .formatted(size, members.size(), strays, members.size() - size));
      }
      List<NodeId> all = IntStream.range(0, members.size()).mapToObj(members::at).toList();
      List<NodeId> others = all.subList(members.size() - (int) strays, members.size());
      List<NodeId> second = new ArrayList<>(others);
      second.addFirst(all.get(size - 1));
      return new Lists(View.of(all.subList(0, size)), View.of(second), others);
    }

    View of(NodeId who) {
      return strays.contains(who) ? second : first;
    }
  }

  private static List<String> names(long count) {
    if (count < 1 || count > LOCKS_MAX) {
      throw new IllegalArgumentException(
          "clients take 1 to %d locks, not %d".formatted(LOCKS_MAX, count));
    }
    return IntStream.rangeClosed(1, (int) count)
        .mapToObj(number -> count == 1 ? "mutex" : "lock-" + number)
        .toList();
  }

  /** Stands where voters have their election. */
  static final class Bystander implements Protocol<Raft.Msg> {
    private final Context<Raft.Msg> context;

    Bystander(Context<Raft.Msg> context) {
      this.context = context;
    }

    @Override
    public void receive(NodeId from, Raft.Msg message) {
      context.note(new Note.BadMessage(from, "this process is not a voter"));
    }
  }
}
