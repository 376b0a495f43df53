package coterie.node;

import coterie.Config;
import coterie.Option;
import coterie.core.Bytes;
import coterie.core.NodeId;
import coterie.member.Card;
import coterie.member.Tag;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A plan as the settings of a recording, but for the fixed list, which has a place of its own. */
final class PlanText {
  private static final String TAG = "tag.";
  private static final String VOTERS = "voters";
  private static final String NEXT_VOTERS = "nextVoters";
  private static final String CHARTER = "charter";
  private static final String RANKED = "ranked.";
  private static final String MAY_VOTE = "mayVote";
  private static final String READMITTED = "readmitted";

  private PlanText() {}

  static SortedMap<String, String> write(NodePlan plan) {
    SortedMap<String, String> settings = new TreeMap<>();
    writeFields(plan.card(), "", settings);
    plan.card().tags().forEach(tag -> settings.put(TAG + tag.key(), tag.value()));
    settings.put(VOTERS, voters(plan.voters()));
    settings.put(NEXT_VOTERS, voters(plan.nextVoters()));
    settings.put(CHARTER, plan.charterText());
    plan.ranked().forEach(voter -> settings.put(RANKED + voter.id().value(), ranked(voter)));
    settings.put(MAY_VOTE, Boolean.toString(plan.mayVote()));
    settings.put(READMITTED, Boolean.toString(plan.isReadmitted()));
    for (Option<?> option : Option.recorded()) {
      write(plan.value(option), option.recordedAs(), settings);
    }
    return settings;
  }

  private static void write(Object value, String name, SortedMap<String, String> settings) {
    if (value instanceof Record config) {
      writeFields(config, name + ".", settings);
    } else if (!(value instanceof List)) {
      settings.put(name, value instanceof Enum<?> word ? word.name() : value.toString());
    }
  }

  private static void writeFields(
      Record record, String prefix, SortedMap<String, String> settings) {
    try {
      for (RecordComponent each : record.getClass().getRecordComponents()) {
        write(each.getAccessor().invoke(record), prefix + each.getName(), settings);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * @throws IllegalArgumentException if this version cannot read it
   */
  static NodePlan read(SortedMap<String, String> settings, List<NodeId> members) {
    Map<Option<?>, Object> options = new HashMap<>();
    for (Option<?> option : Option.recorded()) {
      Object value = read(settings, option.recordedAs(), option.type());
      options.put(option, value == null ? option.unset() : value);
    }
    NodePlan plan =
        new NodePlan(
            card(settings),
            options,
            options.get(Option.DETECTOR) == Config.Detection.SWIM ? List.of() : members,
            voters(text(settings, VOTERS)),
            voters(text(settings, NEXT_VOTERS)),
            ranked(settings),
            Boolean.parseBoolean(text(settings, MAY_VOTE)),
            Boolean.parseBoolean(text(settings, READMITTED)),
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

  private static String ranked(VoterRanks.Voter voter) {
    return voter.rank() + " " + voter.name();
  }

  private static List<VoterRanks.Voter> ranked(SortedMap<String, String> settings) {
    List<VoterRanks.Voter> voters = new ArrayList<>();
    settings
        .tailMap(RANKED)
        .forEach(
            (key, text) -> {
              if (key.startsWith(RANKED)) {
                NodeId id = new NodeId(Long.parseLong(key.substring(RANKED.length())));
                String[] parts = text.split(" ", 2);
                voters.add(new VoterRanks.Voter(id, parts[1], Long.parseLong(parts[0])));
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
    return make(
        Card.class,
        field -> {
          String text = settings.get(field.getName());
          return field.getType() == List.class
              ? tags
              : text == null ? absent(field.getType()) : value(field.getType(), text);
        });
  }

  /** Returns what a field has in a recording from before it was there, as on the wire. */
  private static Object absent(Class<?> type) {
    return value(type, type == String.class || type == Bytes.class ? "" : "0");
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

  /** Reads what {@link #write} has written; null for what an earlier version did not write. */
  private static @Nullable Object read(
      SortedMap<String, String> settings, String name, Class<?> type) {
    if (settings.keySet().stream()
        .noneMatch(key -> key.equals(name) || key.startsWith(name + "."))) {
      return null;
    }
    if (!type.isRecord()) {
      return value(type, text(settings, name));
    }
    return make(
        type, field -> value(field.getType(), text(settings, name + "." + field.getName())));
  }

  private static <R> R make(Class<R> record, Function<RecordComponent, Object> reader) {
    RecordComponent[] fields = record.getRecordComponents();
    Class<?>[] types = Stream.of(fields).map(RecordComponent::getType).toArray(Class[]::new);
    Object[] values = Stream.of(fields).map(reader).toArray();
    try {
      return record.getConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      String why = e.getCause() == null ? e.toString() : e.getCause().getMessage();
      throw new IllegalArgumentException("a recorded setting cannot be: " + why, e);
    }
  }

  private static Object value(Class<?> type, String text) {
    if (type.isEnum()) {
      return Stream.of(type.getEnumConstants())
          .filter(word -> ((Enum<?>) word).name().equals(text))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("unknown recorded word " + text));
    }
    return switch (type.getSimpleName()) {
      case "boolean", "Boolean" -> Boolean.parseBoolean(text);
      case "int", "Integer" -> Integer.parseInt(text);
      case "long", "Long" -> Long.parseLong(text);
      case "Duration" -> Duration.parse(text);
      case "Bytes" -> Bytes.of(HexFormat.of().parseHex(text));
      default -> text;
    };
  }

  private static String text(SortedMap<String, String> settings, String name) {
    String text = settings.get(name);
    if (text == null) {
      throw new IllegalArgumentException("the recorded node has no setting " + name);
    }
    return text;
  }
}
