package coterie.bench.registers;

import coterie.Coterie;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Three servers and how a client comes to them. */
enum Contestant {
  COTERIE("coterie") {
    @Override
    Store open(Servers servers) throws Exception {
      String first = startVoters(servers, "client", List.of("a", "b", "c"));
      return new CoterieStore(Coterie.join(Voter.config("client", "0", first).build()));
    }
  },
  COTERIE_VOTER("coterie in a voter") {
    @Override
    Store open(Servers servers) throws Exception {
      String first = startVoters(servers, "voter", List.of("a", "b"));
      Path data = servers.folder("voter-c");
      return new CoterieStore(Coterie.join(Voter.config("c", "0", first).data(data).build()));
    }
  },
  ETCD("etcd") {
    @Override
    Store open(Servers servers) throws Exception {
      return new EtcdStore(startEtcd(servers));
    }
  },
  ZOOKEEPER("zookeeper") {
    @Override
    Store open(Servers servers) throws Exception {
      return new ZooKeeperStore(startZooKeeper(servers, "plain"), false);
    }
  },
  ZOOKEEPER_SYNC("zookeeper with sync") {
    @Override
    Store open(Servers servers) throws Exception {
      return new ZooKeeperStore(startZooKeeper(servers, "sync"), true);
    }
  };

  private static final int SIZE = 3;

  private final String text;

  Contestant(String text) {
    this.text = text;
  }

  abstract Store open(Servers servers) throws Exception;

  private static String startVoters(Servers servers, String group, List<String> names)
      throws IOException, InterruptedException {
    String first = "";
    for (String name : names) {
      int port = Servers.freePort();
      first = first.isEmpty() ? Integer.toString(port) : first;
      String data = servers.folder(group + "-" + name).toString();
      servers.start(
          group + "-" + name,
          Servers.java(Voter.class.getName(), name, Integer.toString(port), first, data));
      Servers.awaitPort(port);
    }
    return first;
  }

  private static List<String> startEtcd(Servers servers) throws IOException, InterruptedException {
    List<Integer> clients = ports();
    List<Integer> peers = ports();
    List<String> cluster = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      cluster.add("e%d=http://127.0.0.1:%d".formatted(i, peers.get(i)));
    }
    for (int i = 0; i < SIZE; i++) {
      String client = "http://127.0.0.1:" + clients.get(i);
      String peer = "http://127.0.0.1:" + peers.get(i);
      servers.start(
          "etcd-" + i,
          List.of(
              "etcd",
              "--name=e" + i,
              "--data-dir=" + servers.folder("etcd-" + i),
              "--listen-client-urls=" + client,
              "--advertise-client-urls=" + client,
              "--listen-peer-urls=" + peer,
              "--initial-advertise-peer-urls=" + peer,
              "--initial-cluster=" + String.join(",", cluster),
              "--log-level=error"));
    }
    for (int port : clients) {
      Servers.awaitPort(port);
    }
    return clients.stream().map(port -> "http://127.0.0.1:" + port).toList();
  }

  private static String startZooKeeper(Servers servers, String group)
      throws IOException, InterruptedException {
    List<Integer> clients = ports();
    StringBuilder list = new StringBuilder();
    for (int i = 1; i <= SIZE; i++) {
      list.append(
          "server.%d=127.0.0.1:%d:%d\n".formatted(i, Servers.freePort(), Servers.freePort()));
    }
    List<String> places = new ArrayList<>();
    for (int i = 1; i <= SIZE; i++) {
      String name = "zookeeper-%s-%d".formatted(group, i);
      Path data = servers.folder(name);
      int client = clients.get(i - 1);
      Files.writeString(data.resolve("myid"), Integer.toString(i));
      Files.writeString(
          data.resolve("zoo.cfg"),
          "tickTime=2000\ninitLimit=10\nsyncLimit=5\nadmin.enableServer=false\n"
              + "dataDir=%s\nclientPort=%d\nclientPortAddress=127.0.0.1\n%s"
                  .formatted(data, client, list));
      servers.start(
          name,
          Servers.java(
              "org.apache.zookeeper.server.quorum.QuorumPeerMain",
              data.resolve("zoo.cfg").toString()));
      places.add("127.0.0.1:" + client);
    }
    for (int port : clients) {
      Servers.awaitPort(port);
    }
    return String.join(",", places);
  }

  private static List<Integer> ports() throws IOException {
    return List.of(Servers.freePort(), Servers.freePort(), Servers.freePort());
  }

  @Override
  public String toString() {
    return text;
  }
}
