package coterie.bench;

import coterie.bench.peers.PeersBench;
import coterie.net.SealBench;
import java.io.PrintStream;
import java.util.List;

/** Runs a benchmark by its name. */
public final class Main {
  private static final String HELP =
      """
      usage: coterie.bench.Main COMMAND
        engine [N]...  events per CPU second of a ring that beats and checks,
                       with N processes (1000 10000 100000 1000000)
        vring [N] [M]  tests per CPU second of VRing with N processes (100000),
                       and the full diagnosis of one crash with M processes (10000)
        swim [N]...    CPU, messages and memory of SWIM with N members
                       (1000 10000 100000), quiet and with ten crashes
        wire [N]...    encoding and decoding a message with news of N members (10 100)
        seal [N]...    sealing and opening a packet with a message of N bytes (300 1200)
        hosts [N]      memory of N idle nodes on sockets in one loop (1000)
        phi            a beat and a question of the phi accrual detector, window full
        elect [N]      elections of Raft among five per CPU second, N in all (100000), how
                       long they take, and what the judge of elections costs
        mutex [N]...   entries of every mutual exclusion per CPU second with N processes
                       (5 25), and what the judge of entries costs
        clock [N]      a reading of the hybrid clock beside the system clock's, alone and with
                       two threads; merging, comparing and sending vectors of N entries (10)
        mvcc [KEYS] [VERSIONS]  gets, puts and scans of the MVCC store in memory, so many keys
                       (1000000) with so many versions each (10); takes 3 GB of heap
        rocksdb [N]    puts, gets and scans of the store on disk with N keys (100000),
                       against RocksDB's Java binding alone
        record [N]     what recording costs the loop of a node on sockets, N bursts of ten
                       thousand events (10)
        net [N] [M]    until N nodes (1000) that start at once in one JVM on real sockets list
                       each other, and what an idle one of M (100) costs
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
      case "engine" ->
          new EngineBench(out).run(sizes(arguments, 1_000, 10_000, 100_000, 1_000_000));
      case "vring" -> new VRingBench(out).run(sizes(arguments, 100_000, 10_000));
      case "phi" -> new PhiBench(out).run();
      case "swim" -> new SwimBench(out).run(sizes(arguments, 1_000, 10_000, 100_000));
      case "wire" -> new WireBench(out).run(sizes(arguments, 10, 100));
      case "seal" -> new SealBench(out).run(sizes(arguments, 300, 1_200));
      case "hosts" -> new HostsBench(out).run(sizes(arguments, 1_000)[0]);
      case "elect" -> new ElectBench(out).run(sizes(arguments, 100_000)[0]);
      case "mutex" -> new MutexBench(out).run(sizes(arguments, 5, 25));
      case "clock" -> new ClockBench(out).run(sizes(arguments, 10)[0]);
      case "mvcc" -> mvcc(arguments, out);
      case "rocksdb" -> new RocksBench(out).run(sizes(arguments, 100_000)[0]);
      case "record" -> new RecordBench(out).run(sizes(arguments, 10)[0]);
      case "net" -> net(arguments, out);
      case "peers" ->
          new PeersBench(out, System.err, List.of(arguments).subList(1, arguments.length)).run();
      case "help" -> out.print(HELP);
      default ->
          throw new IllegalArgumentException(
              "there is no benchmark \"%s\"; there is engine, vring, phi, swim, wire, seal, hosts,"
                      .formatted(command)
                  + " elect, mutex, clock, mvcc, rocksdb, record, net, peers, help");
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
          "\"%s\" is no number of processes; a ring has from 2 to 9999999".formatted(text));
    }
    return Integer.parseInt(text);
  }
}
