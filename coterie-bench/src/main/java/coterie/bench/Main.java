package coterie.bench;

import coterie.bench.micro.Micro;
import coterie.bench.peers.PeersBench;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;

/** Runs a benchmark by its name. */
public final class Main {
  private static final String HELP =
      """
      usage: coterie.bench.Main COMMAND
      Single steps, measured with JMH: time, CPU time and allocated bytes of each
        engine [N]...  an event of the simulator: a ring of N processes beats and checks
                       (default: 1000 10000 100000 1000000)
        wheel [N]...   taking and adding an event of the queue with N events
                       (default: 1000 100000)
        wire [N]...    encoding and decoding a message with news of N members (default: 10 100)
        seal [N]...    sealing and opening a packet with a message of N bytes
                       (default: 300 1200)
        phi            a beat and a question of the phi accrual detector, window full
        clock [N]      a reading of the hybrid clock beside the system clock's, alone and with
                       two threads; merging, comparing and sending vectors of N entries
                       (default: 10)
        jmh ...        JMH itself with its own options: jmh -l lists the benchmarks
      Whole systems
        vring [N] [M]  tests per CPU second of VRing with N processes (default: 100000),
                       and the full diagnosis of one crash with M processes (default: 10000)
        swim [N]...    CPU, messages and memory of SWIM with N members
                       (default: 1000 10000 100000), quiet and with ten crashes
        explore [N]    states that the search finds per CPU second, N of them (default: 4000000),
                       of bully, raft, lamport and swim, with one thread and with two
        elect [N]      N elections of Raft among five (default: 100000): how many in a CPU
                       second, how long they take, and what the judge of elections costs
        mutex [N]...   entries of every mutual exclusion per CPU second with N processes
                       (default: 5 25), and what the judge of entries costs
        mvcc [KEYS] [VERSIONS]  gets, puts and scans of the MVCC store in memory, with KEYS keys
                       (default: 1000000) of VERSIONS versions each (default: 10); takes 3 GB
                       of heap
        rocksdb [N]    puts, gets and scans of the store on disk with N keys (default: 100000),
                       against RocksDB's Java binding alone
        hosts [N]      memory of N idle nodes on sockets in one loop (default: 1000)
        record [N]     what recording costs the loop of a node on sockets, N bursts of ten
                       thousand events (default: 10)
        ping [N]       N messages (default: 400000) to and fro between pairs of nodes on
                       sockets of one loop: CPU time and bytes of each
        net [N] [M]    until N nodes (default: 1000) that start at once in one JVM on real
                       sockets list each other, and what an idle one of M (default: 100) costs
        peers [--only coterie,serf,jgroups,scalecube] [--sizes 10,30] [--rounds 20]
              [--peer-rounds R] [--only-measure idle,kill,cut,pause,join,join-cold,loss]
              [--json FILE]
                       Coterie beside other membership services, one process per node, in
                       network namespaces; needs root, and skips what is not installed
        help           this text
      """;

  private Main() {}

  public static void main(String[] arguments) {
    try {
      run(arguments, System.out);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  private static void run(String[] arguments, PrintStream out) {
    String command = arguments.length == 0 ? "help" : arguments[0];
    switch (command) {
      case "engine" -> Micro.run("Engine", "size", sizes(arguments));
      case "wheel" -> Micro.run("Wheel", "size", sizes(arguments));
      case "wire" -> Micro.run("Codec", "members", sizes(arguments));
      case "seal" -> Micro.run("Packet", "bytes", sizes(arguments));
      case "phi" -> Micro.run("Phi", "tenths");
      case "clock" -> clock(sizes(arguments));
      case "jmh" -> jmh(arguments);
      case "vring" -> new VRingBench(out).run(sizes(arguments, 100_000, 10_000));
      case "swim" -> new SwimBench(out).run(sizes(arguments, 1_000, 10_000, 100_000));
      case "hosts" -> new HostsBench(out).run(sizes(arguments, 1_000)[0]);
      case "explore" -> new ExploreBench(out).run(sizes(arguments, 4_000_000)[0]);
      case "elect" -> new ElectBench(out).run(sizes(arguments, 100_000)[0]);
      case "mutex" -> new MutexBench(out).run(sizes(arguments, 5, 25));
      case "mvcc" -> mvcc(arguments, out);
      case "rocksdb" -> new RocksBench(out).run(sizes(arguments, 100_000)[0]);
      case "record" -> new RecordBench(out).run(sizes(arguments, 10)[0]);
      case "ping" -> new PingBench(out).run(sizes(arguments, 400_000)[0]);
      case "net" -> net(arguments, out);
      case "peers" ->
          new PeersBench(out, System.err, List.of(arguments).subList(1, arguments.length)).run();
      case "help" -> out.print(HELP);
      default ->
          throw new IllegalArgumentException(
              "unknown benchmark \"%s\"; choose engine, wheel, wire, seal, phi, clock, jmh, vring,"
                      .formatted(command)
                  + " swim, explore, elect, mutex, mvcc, rocksdb, hosts, record, ping, net, peers"
                  + " or help");
    }
  }

  private static void clock(int... entries) {
    Micro.run("HybridClock", "");
    Micro.run("VectorClock", "entries", entries);
  }

  private static void jmh(String[] arguments) {
    try {
      org.openjdk.jmh.Main.main(Arrays.copyOfRange(arguments, 1, arguments.length));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void mvcc(String[] arguments, PrintStream out) {
    int keys = arguments.length > 1 ? size(arguments[1]) : 1_000_000;
    int versions = arguments.length > 2 ? size(arguments[2]) : 10;
    new MvccBench(out, keys, versions).run();
  }

  private static void net(String[] arguments, PrintStream out) {
    int crowd = arguments.length > 1 ? size(arguments[1]) : 1_000;
    int idle = arguments.length > 2 ? size(arguments[2]) : 100;
    new NetBench(out).run(crowd, idle);
  }

  /** The sizes after the command; for those that are not given, the fallbacks. */
  private static int[] sizes(String[] arguments, int... fallbacks) {
    if (arguments.length == 1) {
      return fallbacks;
    }
    int[] sizes = new int[arguments.length - 1];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = size(arguments[i + 1]);
    }
    return sizes;
  }

  private static int size(String text) {
    if (!text.matches("[0-9]{1,7}") || Integer.parseInt(text) < 2) {
      throw new IllegalArgumentException(
          "\"%s\" is not a size; it is a number from 2 to 9999999".formatted(text));
    }
    return Integer.parseInt(text);
  }
}
