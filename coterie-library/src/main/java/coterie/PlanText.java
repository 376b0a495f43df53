package coterie;

import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.elect.raft.RaftConfig;
import coterie.member.Card;
import coterie.member.Tag;
import coterie.member.swim.SwimConfig;
import coterie.mutex.lease.LeaseConfig;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A plan as the settings of a recording, but for the fixed list, which has a place of its own. */
final class PlanText {
  private static final String NAME = "name";
  private static final String ADDRESS = "address";
  private static final String TAG = "tag.";
  private static final String DETECTOR = "detector";
  private static final String VOTERS = "voters";
  private static final String NEXT_VOTERS = "nextVoters";
  private static final String CHARTER = "charter";
  private static final String ELECTION = "election";
  private static final String RANKED = "ranked.";
  private static final String MAY_VOTE = "mayVote";
  private static final String READMITTED = "readmitted";
  private static final String SWIM = "swim.";
  private static final String RAFT = "raft.";
  private static final String LEASE = "lease.";
  private static final String NEXT_LEASE = "nextLease.";

  private PlanText() {}

  static SortedMap<String, String> write(Plan plan) {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put(NAME, plan.card().name());
    settings.put(ADDRESS, plan.card().address().toString());
    plan.card().tags().forEach(tag -> settings.put(TAG + tag.key(), tag.value()));
    settings.put(DETECTOR, plan.detector().name());
    settings.put(VOTERS, voters(plan.voters()));
    settings.put(NEXT_VOTERS, voters(plan.nextVoters()));
    settings.put(CHARTER, plan.charterText());
    settings.put(ELECTION, plan.election().name());
    plan.ranked().forEach(voter -> settings.put(RANKED + voter.id().value(), ranked(voter)));
    settings.put(MAY_VOTE, Boolean.toString(plan.mayVote()));
    settings.put(READMITTED, Boolean.toString(plan.isReadmitted()));
    write(plan.swim(), SWIM, settings);
    write(plan.raft(), RAFT, settings);
    write(plan.lease(), LEASE, settings);
    write(plan.nextLease(), NEXT_LEASE, settings);
    return settings;
  }

  private static void write(Record config, String prefix, SortedMap<String, String> settings) {
    try {
      for (RecordComponent each : config.getClass().getRecordComponents()) {
        settings.put(prefix + each.getName(), String.valueOf(each.getAccessor().invoke(config)));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * @throws IllegalArgumentException if it was none of this version
   */
  static Plan read(SortedMap<String, String> settings, List<NodeId> members) {
    Config.Detection detector = Config.Detection.valueOf(text(settings, DETECTOR));
    Plan plan =
        new Plan(
            card(settings),
            detector,
            detector == Config.Detection.SWIM ? List.of() : members,
            voters(text(settings, VOTERS)),
            voters(text(settings, NEXT_VOTERS)),
            Config.Electing.valueOf(text(settings, ELECTION)),
            ranked(settings),
            Boolean.parseBoolean(text(settings, MAY_VOTE)),
            Boolean.parseBoolean(text(settings, READMITTED)),
            read(settings, SWIM, SwimConfig.class),
            read(settings, RAFT, RaftConfig.class),
            read(settings, LEASE, LeaseConfig.class),
            read(settings, NEXT_LEASE, LeaseConfig.class),
            text(settings, CHARTER));
    requireAll(settings, write(plan));
    return plan;
  }

  /** What a later version says besides would be missing in silence. */
  private static void requireAll(
      SortedMap<String, String> settings, SortedMap<String, String> understood) {
    settings.forEach(
        (name, text) -> {
          if (!text.equals(understood.get(name))) {
            throw new IllegalArgumentException(
                "a node of this version has no setting %s of %s".formatted(name, text));
          }
        });
  }

  private static String ranked(Ranks.Voter voter) {
    return voter.rank() + " " + voter.name();
  }

  private static List<Ranks.Voter> ranked(SortedMap<String, String> settings) {
    List<Ranks.Voter> voters = new ArrayList<>();
    settings
        .tailMap(RANKED)
        .forEach(
            (key, text) -> {
              if (key.startsWith(RANKED)) {
                NodeId id = new NodeId(Long.parseLong(key.substring(RANKED.length())));
                String[] parts = text.split(" ", 2);
                voters.add(new Ranks.Voter(id, parts[1], Long.parseLong(parts[0])));
              }
            });
    return voters;
  }

  private static Card card(SortedMap<String, String> settings) {
    List<Tag> tags = new ArrayList<>();
    settings
        .tailMap(TAG)
        .forEach(
            (name, value) -> {
              if (name.startsWith(TAG)) {
                tags.add(new Tag(name.substring(TAG.length()), value));
              }
            });
    Bytes address = Bytes.of(HexFormat.of().parseHex(text(settings, ADDRESS)));
    return new Card(text(settings, NAME), address, tags);
  }

  private static String voters(List<NodeId> voters) {
    return voters.stream()
        .map(voter -> Long.toString(voter.value()))
        .collect(Collectors.joining(","));
  }

  private static List<NodeId> voters(String text) {
    return text.isEmpty()
        ? List.of()
        : Arrays.stream(text.split(",", -1)).map(id -> new NodeId(Long.parseLong(id))).toList();
  }

  private static <R extends Record> R read(
      SortedMap<String, String> settings, String prefix, Class<R> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = value(types[i], text(settings, prefix + components[i].getName()));
    }
    try {
      return type.getConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      String why = e.getCause() == null ? e.toString() : e.getCause().getMessage();
      throw new IllegalArgumentException("a recorded setting cannot be: " + why, e);
    }
  }

  private static Object value(Class<?> type, String text) {
    if (type == boolean.class) {
      return Boolean.parseBoolean(text);
    }
    return type == int.class ? (Object) Integer.parseInt(text) : (Object) Long.parseLong(text);
  }

  private static String text(SortedMap<String, String> settings, String name) {
    String text = settings.get(name);
    if (text == null) {
      throw new IllegalArgumentException("the recorded node has no setting " + name);
    }
    return text;
  }
}
