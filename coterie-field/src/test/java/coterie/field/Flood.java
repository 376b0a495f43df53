package coterie.field;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Many connections that say one byte each, and come again when they are closed. */
final class Flood implements AutoCloseable {
  private static final int THREADS = 4;
  private static final long PAUSE_NANOS = 50_000_000;
  private static final int PROBE_MILLIS = 5_000;

  private final InetSocketAddress to;
  private final AtomicLong reopened = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean isOver;

  Flood(int port, int connections) {
    to = Ports.loopback(port);
    for (int i = 0; i < THREADS; i++) {
      threads.add(Thread.ofPlatform().daemon().start(() -> flow(connections / THREADS)));
    }
  }

  long reopened() {
    return reopened.get();
  }

  private void flow(int count) {
    SocketChannel[] channels = new SocketChannel[count];
    ByteBuffer buffer = ByteBuffer.allocate(256);
    while (!isOver) {
      for (int i = 0; i < count && !isOver; i++) {
        channels[i] = tend(channels[i], buffer);
      }
      LockSupport.parkNanos(PAUSE_NANOS); // It floods with connections, and not with work.
    }
    for (SocketChannel channel : channels) {
      close(channel);
    }
  }

  private SocketChannel tend(SocketChannel channel, ByteBuffer buffer) {
    try {
      if (channel != null) {
        buffer.clear();
        if (channel.read(buffer) >= 0) {
          return channel;
        }
      }
    } catch (IOException e) {
      // It was reset.
    }
    close(channel);
    try {
      SocketChannel fresh = SocketChannel.open();
      fresh.socket().connect(to, PROBE_MILLIS);
      fresh.write(ByteBuffer.wrap(new byte[] {'G'}));
      fresh.configureBlocking(false);
      reopened.incrementAndGet();
      return fresh;
    } catch (IOException e) {
      return null;
    }
  }

  private static void close(SocketChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // It is closed.
    }
  }

  /** As a probe of Kubernetes, over a connection of its own. */
  boolean isAnswered(String path) {
    try (Socket socket = new Socket()) {
      socket.connect(to, PROBE_MILLIS);
      socket.setSoTimeout(PROBE_MILLIS);
      String request =
          "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".formatted(path);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readAllBytes();
      return new String(answer, StandardCharsets.US_ASCII).startsWith("HTTP/1.1 200");
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() throws InterruptedException {
    isOver = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
