package coterie.node;

import coterie.HostPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.directory.InitialDirContext;

/**
 * Where other nodes may be found, as it was configured, and what that means at a moment. To look it
 * up may take a while.
 */
public final class Seeds {
  private static final String DNS = "dns:";
  private static final String SRV = "srv:";
  private static final String FILE = "file:";
  private static final int SRV_WORDS = 4;

  private final List<String> seeds;
  private final String dnsServer;

  /**
   * @param dnsServer whom to ask for SRV records, as a URL of JNDI; dns: for the system's own
   */
  Seeds(List<String> seeds, String dnsServer) {
    this.seeds = List.copyOf(seeds);
    this.dnsServer = dnsServer;
    seeds.forEach(Seeds::require);
  }

  private static void require(String seed) {
    if (seed.startsWith(DNS)) {
      HostPort.parse(seed.substring(DNS.length()));
    } else if (seed.startsWith(SRV) || seed.startsWith(FILE)) {
      if (seed.indexOf(':') == seed.length() - 1) {
        throw new IllegalArgumentException(
            "a seed is host:port, dns:NAME:port, srv:_service._proto.NAME or file:PATH, not "
                + seed);
      }
    } else {
      HostPort.parse(seed);
    }
  }

  boolean isEmpty() {
    return seeds.isEmpty();
  }

  /** Changes with every file of seeds. */
  long filesStamp() {
    long stamp = 0;
    for (String seed : seeds) {
      if (seed.startsWith(FILE)) {
        try {
          Path path = Path.of(seed.substring(FILE.length()));
          stamp = 31 * stamp + Files.getLastModifiedTime(path).hashCode() + Files.size(path);
        } catch (IOException e) {
          stamp = 31 * stamp;
        }
      }
    }
    return stamp;
  }

  /** All addresses that are known now; what cannot be looked up is told in a sentence. */
  Set<InetSocketAddress> addresses(List<String> problems) {
    Set<InetSocketAddress> addresses = new LinkedHashSet<>();
    for (String seed : seeds) {
      add(seed, addresses, problems, true);
    }
    return addresses;
  }

  private void add(
      String seed, Set<InetSocketAddress> addresses, List<String> problems, boolean mayBeFile) {
    try {
      if (seed.startsWith(SRV)) {
        addService(seed.substring(SRV.length()), addresses);
      } else if (seed.startsWith(FILE) && mayBeFile) {
        for (String line : lines(Path.of(seed.substring(FILE.length())))) {
          add(line, addresses, problems, false);
        }
      } else {
        String plain = seed.startsWith(DNS) ? seed.substring(DNS.length()) : seed;
        addHost(HostPort.parse(plain), addresses);
      }
    } catch (NamingException | UnknownHostException e) {
      problems.add("the seed %s is not known: %s".formatted(seed, e.getMessage()));
    } catch (UncheckedIOException | IllegalArgumentException e) {
      problems.add("the seed %s cannot be used: %s".formatted(seed, e.getMessage()));
    }
  }

  private static void addHost(HostPort seed, Set<InetSocketAddress> addresses)
      throws UnknownHostException {
    for (InetAddress address : InetAddress.getAllByName(seed.host())) {
      addresses.add(new InetSocketAddress(address, seed.port()));
    }
  }

  /** The JDK's own resolver knows addresses only; its naming service knows the other records. */
  // What comes back is read as text, and the naming service takes nothing but a Hashtable.
  @SuppressWarnings({"BanJNDI", "JdkObsolete"})
  private void addService(String name, Set<InetSocketAddress> addresses)
      throws NamingException, UnknownHostException {
    Hashtable<String, String> environment = new Hashtable<>();
    environment.put("java.naming.factory.initial", "com.sun.jndi.dns.DnsContextFactory");
    environment.put("java.naming.provider.url", dnsServer);
    environment.put("com.sun.jndi.dns.timeout.initial", "500");
    environment.put("com.sun.jndi.dns.timeout.retries", "2");
    InitialDirContext context = new InitialDirContext(environment);
    try {
      Attribute services = context.getAttributes(name, new String[] {"SRV"}).get("SRV");
      if (services == null) {
        return;
      }
      for (Object service : Collections.list(services.getAll())) {
        List<String> words = List.of(service.toString().split(" ", -1));
        if (words.size() == SRV_WORDS) {
          String host = words.get(3).replaceAll("[.]$", "");
          int port = Integer.parseInt(words.get(2));
          addHost(new HostPort(host, port), addresses);
        }
      }
    } finally {
      context.close();
    }
  }

  private static List<String> lines(Path file) {
    List<String> lines = new ArrayList<>();
    try {
      for (String line : coterie.net.TextFile.lines(file)) {
        if (!line.isBlank() && !line.strip().startsWith("#")) {
          lines.add(line.strip());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("it cannot be read", e);
    }
    return lines;
  }
}
