package coterie;

import static coterie.OptionType.address;
import static coterie.OptionType.choice;
import static coterie.OptionType.duration;
import static coterie.OptionType.list;
import static coterie.OptionType.name;
import static coterie.OptionType.names;
import static coterie.OptionType.path;
import static coterie.OptionType.program;
import static coterie.OptionType.rank;
import static coterie.OptionType.tags;
import static coterie.OptionType.truth;
import static coterie.OptionType.word;

import coterie.Config.Detection;
import coterie.Config.Electing;
import coterie.core.TimeText;
import coterie.elect.raft.RaftConfig;
import coterie.member.swim.SwimConfig;
import coterie.mutex.lease.LeaseConfig;
import coterie.net.HostConfig.Transport;
import coterie.net.Security;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * An option of a node, described once. The checks of {@link Config}, the keys of an agent's file,
 * its variables, flags and help, and the settings of a recording derive from this table. Programs
 * set an option with {@link Config.Builder#with} and ask for it with {@link Config#value}; {@link
 * Config} has shorter methods for most of them.
 */
public final class Option<T> {
  private static final List<Option<?>> TABLE = new ArrayList<>();

  public static final Option<String> CLUSTER =
      row("cluster", name("the cluster"), "the name of the group, the same on all its nodes");
  public static final Option<String> NAME =
      row(
          "name",
          name("the node"),
          "the name of this node, which no other node of the cluster has");
  public static final Option<String> BIND =
      row("bind", address(), "where other nodes reach this one, on UDP and TCP")
          .preset("0.0.0.0:7946");
  public static final Option<String> ADVERTISE =
      row("advertise", address(), "where they reach it if that is not where it listens");
  public static final Option<List<String>> SEEDS =
      row(
          "seeds",
          list(),
          "where other nodes may be found: host:port, dns:NAME:port, srv:NAME or file:PATH, with"
              + " commas between them");
  public static final Option<List<String>> VOTERS =
      row(
          "voters",
          names("a voter"),
          "the nodes that grant leaderships and locks: one, three or five of them");
  public static final Option<List<String>> NEXT_VOTERS =
      row(
          "next-voters",
          names("a next voter"),
          "those that are to follow, while a voter is exchanged: see docs/agent.md");
  public static final Option<LeaseConfig> LEASE =
      row("lease", lease(), "how long a node that is silent keeps a lock; the same on all nodes")
          .preset("10s")
          .recordedAs("lease");
  public static final Option<LeaseConfig> NEXT_LEASE =
      row("next-lease", lease(), "the lease that is to follow, while it is changed")
          .recordedAs("nextLease");
  public static final Option<Electing> ELECTION =
      row(
              "election",
              word(Electing.class),
              "how they elect: raft; or bully or ring, without leaderships and locks")
          .preset("raft")
          .recordedAs("election");
  public static final Option<Integer> RANK =
      row(
              "rank",
              rank(),
              "how high this voter is for bully and ring, which elect the highest; of equal ones"
                  + " the last name")
          .preset("0");
  public static final Option<Path> DATA =
      row("data", path("FOLDER"), "where the node keeps what it must not forget; voters need it");
  public static final Option<SortedMap<String, String>> TAGS =
      row("tags", tags(), "what the node says of itself to the others");
  public static final Option<SwimConfig> SWIM =
      row("profile", profile(), "how far apart the nodes are: lan, wan or loopback")
          .preset("lan")
          .recordedAs("swim");
  public static final Option<Detection> DETECTOR =
      row(
              "detector",
              word(Detection.class),
              "who tells which nodes are up: swim, heartbeat, phi, heartring, vring")
          .preset("swim")
          .recordedAs("detector");
  public static final Option<List<String>> MEMBERS =
      row(
          "members",
          list(),
          "the fixed list for other detectors than swim: name=host:port,..., a rank as"
              + " name=host:port@3");
  public static final Option<Transport> TRANSPORT =
      row("tcp-only", transport(), "true for networks without UDP").preset("false");
  public static final Option<Duration> JOIN_TIMEOUT =
      row("join-timeout", duration(), "how long to wait for a seed to answer").preset("10s");
  public static final Option<Boolean> MAY_BE_ALONE =
      row("may-be-alone", truth(), "whether to found a group if no seed answers; if not, to fail")
          .preset("true");
  public static final Option<Boolean> FOUNDS =
      row(
              "founds",
              truth(),
              "whether to found a group where no seed is known to any resolver or file")
          .preset("false");
  public static final Option<Path> RECORD =
      row("record", path("FILE"), "write all that goes into the node to that file, to be replayed");

  /** The options below are for programs alone, and have no key. */
  public static final Option<RaftConfig> RAFT =
      row("", program(RaftConfig.service()), "").recordedAs("raft");

  public static final Option<Boolean> READMIT = row("", program(false), "");
  public static final Option<Duration> DRIFT_MAX = row("", program(Duration.ofSeconds(10)), "");
  public static final Option<Security> SECURITY = row("", program(Security.none()), "");

  private final String key;
  private final OptionType<T> type;
  private final String help;
  private @Nullable String preset;

  /** What the preset means, which is read once; values of options never change. */
  private volatile @Nullable T unset;

  private String recordedAs = "";

  private Option(String key, OptionType<T> type, String help) {
    this.key = key;
    this.type = type;
    this.help = help;
  }

  /** Makes an option that is not the library's, such as one of the agent alone. */
  public static <T> Option<T> of(String key, OptionType<T> type, String help) {
    return new Option<>(key, type, help);
  }

  private static <T> Option<T> row(String key, OptionType<T> type, String help) {
    Option<T> option = of(key, type, help);
    TABLE.add(option);
    return option;
  }

  /** Gives it a default, as it would be written. */
  public Option<T> preset(String text) {
    preset = text;
    return this;
  }

  /** Has the value written to a recording under that name, since the protocols depend on it. */
  private Option<T> recordedAs(String name) {
    recordedAs = name;
    return this;
  }

  private static OptionType<LeaseConfig> lease() {
    return OptionType.of(
        "DURATION", LeaseConfig.class, text -> LeaseConfig.service(TimeText.parse(text)));
  }

  private static OptionType<Transport> transport() {
    return choice(
        OptionType.BOOLEAN,
        Transport.class,
        List.of("true", "false"),
        word -> Boolean.parseBoolean(word) ? Transport.TCP_ONLY : Transport.UDP_AND_TCP);
  }

  private static OptionType<SwimConfig> profile() {
    return choice(
        "WORD",
        SwimConfig.class,
        List.of("lan", "wan", "loopback"),
        word ->
            switch (word) {
              case "wan" -> SwimConfig.wan();
              case "loopback" -> SwimConfig.loopback();
              default -> SwimConfig.lan();
            });
  }

  /** Lists the options that a file, a variable or a flag can set, in the order of the help. */
  public static List<Option<?>> all() {
    return TABLE.stream().<Option<?>>map(option -> option).filter(o -> !o.key.isEmpty()).toList();
  }

  static List<Option<?>> table() {
    return Collections.unmodifiableList(TABLE);
  }

  /** Lists the options that a recorded node is built with again. */
  public static List<Option<?>> recorded() {
    return TABLE.stream().<Option<?>>map(o -> o).filter(o -> !o.recordedAs.isEmpty()).toList();
  }

  /** Returns the name of the option in a file. */
  public String key() {
    return key;
  }

  /** Returns the name of the option in the environment. */
  public String variable() {
    return "COTERIE_" + key.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  public String flag() {
    return "--" + key;
  }

  public String label() {
    return type.label();
  }

  public String help() {
    return preset == null ? help : "%s (default: %s)".formatted(help, preset);
  }

  /** Returns the default as text; null if the option has no default. */
  public @Nullable String preset() {
    return preset;
  }

  /** Tells whether the flag may stand without a value, and then means true. */
  public boolean isFlagAlone() {
    return type.label().equals(OptionType.BOOLEAN);
  }

  /** Tells whether the value must not be shown. */
  public boolean isSecret() {
    return type.label().equals(OptionType.SECRET);
  }

  /** Reads and checks a value; throws one sentence if the text cannot be one. */
  public T read(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("the value is missing: give " + help());
    }
    T value = type.reader().apply(text);
    type.check().accept(value);
    return value;
  }

  public void check(T value) {
    type.check().accept(value);
  }

  /** Returns the value of an option that was not set; null if it then has none. */
  public @Nullable T unset() {
    if (unset == null) {
      unset = preset == null ? type.none() : type.reader().apply(preset);
    }
    return unset;
  }

  public Class<?> type() {
    return type.type();
  }

  public String recordedAs() {
    return recordedAs;
  }
}
