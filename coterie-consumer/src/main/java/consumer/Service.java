package consumer;

import coterie.Coterie;
import coterie.Member;
import java.util.List;

/** Joins, sees itself and leaves, and checks that it runs as a module where it has to. */
final class Service {
  private Service() {}

  public static void main(String[] args) {
    boolean wanted = Boolean.parseBoolean(args[0]);
    if (Service.class.getModule().isNamed() != wanted) {
      throw new IllegalStateException("runs as a module: " + !wanted + ", expected: " + wanted);
    }
    try (Coterie node =
        Coterie.join(c -> c.cluster("consumers").name("alone").bind("127.0.0.1:0"))) {
      List<String> names = node.members().stream().map(Member::name).toList();
      if (!names.equals(List.of("alone"))) {
        throw new IllegalStateException("members are " + names + ", expected: [alone]");
      }
    }
  }
}
