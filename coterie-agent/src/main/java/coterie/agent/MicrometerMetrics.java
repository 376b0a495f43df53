package coterie.agent;

import coterie.Coterie;
import coterie.Status;
import coterie.net.metrics.Counters;
import coterie.net.metrics.Drop;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Through Micrometer. Everything is read when it is asked for. */
final class MicrometerMetrics implements Metrics {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Coterie node;

  MicrometerMetrics(Coterie node) {
    this.node = node;
    registry.config().commonTags("cluster", node.config().cluster(), "node", node.name());
    for (Status status : Status.values()) {
      if (status.isMember()) {
        gauge(
            "coterie.members",
            "members that this node sees",
            Tags.of("status", word(status)),
            one -> one.members().stream().filter(member -> member.status() == status).count());
      }
    }
    gauge(
        "coterie.quorum",
        "1 if the leader of the voters is reached",
        Tags.empty(),
        one -> one.hasQuorum() ? 1 : 0);
    gauge(
        "coterie.healthy",
        "1 if nothing is to be done about this node",
        Tags.empty(),
        one -> one.health().isGood() ? 1 : 0);
    gauge(
        "coterie.lateness",
        "how late this node has been recently",
        Tags.empty(),
        one -> one.health().lateness());
    gauge(
        "coterie.disk.behind",
        "seconds that the oldest save has waited for the disk",
        Tags.empty(),
        one -> one.health().diskBehindMillis() / 1_000.0);
    gauge(
        "coterie.clock.problems",
        "clocks that differ from this machine's by more than the drift allowed",
        Tags.empty(),
        one -> one.clockProblems().size());
    gauge(
        "coterie.members.differing",
        "members with other voters, another lease or another election than this node",
        Tags.empty(),
        one -> one.health().differing());
    gauge(
        "coterie.seed.problems",
        "seeds that are not known or cannot be read",
        Tags.empty(),
        one -> one.seedProblems().size());
    FunctionCounter.builder("coterie.settings.refusals", node, Coterie::refusals)
        .description("greetings and requests refused because of other settings")
        .register(registry);
    traffic(node.counters());
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  private void traffic(Counters counters) {
    Tags sent = Tags.of("direction", "sent");
    Tags received = Tags.of("direction", "received");
    counter("coterie.packets", "packets", sent, counters, Counters::packetsSent);
    counter("coterie.packets", "packets", received, counters, Counters::packetsReceived);
    counter("coterie.bytes", "bytes in packets", sent, counters, Counters::bytesSent);
    counter("coterie.bytes", "bytes in packets", received, counters, Counters::bytesReceived);
    counter(
        "coterie.failed.saves",
        "what the data folder did not take",
        Tags.empty(),
        counters,
        Counters::failedSaves);
    for (Drop why : Drop.values()) {
      counter(
          "coterie.drops",
          "packets dropped",
          Tags.of("why", word(why)),
          counters,
          one -> one.drops(why));
    }
  }

  private void gauge(String name, String about, Tags tags, ToDoubleFunction<Coterie> value) {
    Gauge.builder(name, node, value).description(about).tags(tags).register(registry);
  }

  private void counter(
      String name, String about, Tags tags, Counters counters, ToDoubleFunction<Counters> value) {
    FunctionCounter.builder(name, counters, value).description(about).tags(tags).register(registry);
  }

  private static String word(Enum<?> one) {
    return one.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void happened(String kind) {
    Counter.builder("coterie.events")
        .description("what this node has seen happen")
        .tags("event", kind)
        .register(registry)
        .increment();
  }

  @Override
  public String text() {
    return registry.scrape();
  }
}
