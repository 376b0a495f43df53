package coterie.field;

import java.util.ArrayList;
import java.util.List;

/** Where the nodes of a cluster are, and how the others reach them. */
interface Wiring {
  /** What is put before the command of that node. */
  default List<String> prefix(int node) {
    return List.of();
  }

  /** Where it listens, as host:port. */
  String bind(int node);

  /** Where others reach it, as host:port. */
  default String advertise(int node) {
    return bind(node);
  }

  /** On this machine, each at a port of its own that it keeps. */
  static Wiring loopback(int size) {
    List<Integer> ports = new ArrayList<>();
    while (ports.size() < size) {
      int port = Ports.free();
      if (!ports.contains(port)) {
        ports.add(port);
      }
    }
    return node -> "127.0.0.1:" + ports.get(node);
  }

  static Wiring behind(Proxy proxy) {
    return new Wiring() {
      @Override
      public String bind(int node) {
        return "127.0.0.1:" + proxy.real(node).getPort();
      }

      @Override
      public String advertise(int node) {
        return "127.0.0.1:" + proxy.face(node).getPort();
      }
    };
  }

  static Wiring in(Lab lab) {
    return new Wiring() {
      @Override
      public List<String> prefix(int node) {
        return lab.prefix(node);
      }

      @Override
      public String bind(int node) {
        return lab.address(node) + ":7946";
      }
    };
  }
}
