package coterie.agent;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What can be said of an agent before it starts: by its name in a file, in capitals after COTERIE_
 * in the environment, after two dashes as a flag.
 */
public enum Key {
  CLUSTER("NAME", null, "the name of the group, the same on all its nodes"),
  NAME("NAME", null, "the name of this node, which no other node of the cluster has"),
  BIND("HOST:PORT", "0.0.0.0:7946", "where other nodes reach this one, on UDP and TCP"),
  ADVERTISE("HOST:PORT", null, "where they reach it if that is not where it listens"),
  SEEDS(
      "LIST",
      null,
      "where other nodes may be found: host:port, dns:NAME:port, srv:NAME or file:PATH, with commas"
          + " between them"),
  VOTERS("NAMES", null, "the nodes that grant leaderships and locks: one, three or five of them"),
  NEXT_VOTERS(
      "NAMES", null, "those that are to follow, while a voter is exchanged: see docs/agent.md"),
  LEASE("DURATION", "10s", "how long a node that is silent keeps a lock; the same on all nodes"),
  NEXT_LEASE("DURATION", null, "the lease that is to follow, while it is changed"),
  ELECTION("WORD", "raft", "how they elect: raft; or bully or ring, without leaderships and locks"),
  RANK(
      "NUMBER",
      "0",
      "how high this voter is for bully and ring, which elect the highest; of equal ones the last"
          + " name"),
  DATA("FOLDER", null, "where the node keeps what it must not forget; voters need it"),
  KEY_FILE("FILE", null, "the keys that packets are encrypted with, the one in use first"),
  TLS_FILE(
      "FILE",
      null,
      "a PKCS12 file with this node's key and the certificates that it trusts: TCP speaks TLS"),
  TLS_PASSWORD("TEXT", null, "the password of that file; better in the environment"),
  TAGS("K=V,...", null, "what the node says of itself to the others"),
  PROFILE("WORD", "lan", "how far apart the nodes are: lan, wan or loopback"),
  DETECTOR("WORD", "swim", "who tells which nodes are up: swim, heartbeat, phi, heartring, vring"),
  MEMBERS(
      "LIST",
      null,
      "the fixed list for other detectors than swim: name=host:port,..., a rank as"
          + " name=host:port@3"),
  TCP_ONLY("BOOLEAN", "false", "true for networks without UDP"),
  JOIN_TIMEOUT("DURATION", "10s", "how long to wait for a seed to answer"),
  MAY_BE_ALONE("BOOLEAN", "true", "whether to found a group if no seed answers; if not, to fail"),
  FOUNDS(
      "BOOLEAN",
      "false",
      "whether to found a group where no seed is known to any resolver or file"),
  RECORD("FILE", null, "write all that goes into the node to that file, to be replayed"),
  HTTP("HOST:PORT", "127.0.0.1:7201", "where commands and probes ask the agent"),
  TOKEN("TEXT", null, "the token that HTTP clients must send; needed if http is not on loopback"),
  TOKEN_FILE("FILE", null, "a file with that text in its first line");

  private final String label;
  private final @Nullable String preset;
  private final String about;

  Key(String label, @Nullable String preset, String about) {
    this.label = label;
    this.preset = preset;
    this.about = about;
  }

  /** As it stands in a file. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public String flag() {
    return "--" + text();
  }

  public String variable() {
    return "COTERIE_" + name();
  }

  public String label() {
    return label;
  }

  public String about() {
    return preset == null ? about : "%s (default: %s)".formatted(about, preset);
  }

  @Nullable String preset() {
    return preset;
  }

  public boolean isFlagAlone() {
    return label.equals("BOOLEAN");
  }

  /** A secret is never shown. */
  boolean isSecret() {
    return this == TOKEN || this == TLS_PASSWORD;
  }

  static @Nullable Key named(String text) {
    for (Key key : values()) {
      if (key.text().equals(text)) {
        return key;
      }
    }
    return null;
  }

  static List<String> names() {
    return List.of(values()).stream().map(Key::text).toList();
  }
}
