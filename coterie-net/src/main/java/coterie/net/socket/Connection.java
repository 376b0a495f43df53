package coterie.net.socket;

import coterie.net.metrics.Drop;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection, with TLS where the configuration says so. A virtual thread reads it and
 * another one writes to it: they may wait, and the loop never does.
 */
final class Connection implements Origin {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int IDLE_MILLIS = 60_000;

  /** A new peer must send a valid frame within this time. */
  private static final int STRANGER_MILLIS = 10_000;

  private static final int FRAME_MILLIS = 30_000;
  private static final int WAITING_MAX = 1_024;
  private static final int WAITING_BYTES_MAX = 2 * PacketFrames.PACKET_MAX;

  /** At most this number of packets of a connection waits for the loop. */
  private static final int UNREAD_MAX = 32;

  /** Wakes up a writer that has nothing to write. */
  private static final QueuedPacket END = new QueuedPacket(new byte[0], null, 0, true);

  private final TcpTransport streams;
  private final Socket plain;
  private final InetSocketAddress peer;
  private final boolean isOutgoing;
  private final BlockingQueue<QueuedPacket> waiting = new ArrayBlockingQueue<>(WAITING_MAX);
  private final AtomicLong waitingBytes = new AtomicLong();
  private final AtomicBoolean hasWriter = new AtomicBoolean();
  private final Semaphore unread = new Semaphore(UNREAD_MAX);
  private volatile Socket socket;
  private volatile boolean isTrusted;
  private volatile boolean isConnected;
  private volatile boolean isClosed;
  private volatile @Nullable IOException failure;

  private Connection(
      TcpTransport streams, Socket plain, InetSocketAddress peer, boolean isOutgoing) {
    this.streams = streams;
    this.plain = plain;
    this.socket = plain;
    this.peer = peer;
    this.isOutgoing = isOutgoing;
    this.isTrusted = isOutgoing;
  }

  static Connection to(TcpTransport streams, InetSocketAddress peer) {
    Connection connection = new Connection(streams, new Socket(), peer, true);
    connection.hasWriter.set(true);
    Thread.ofVirtual().name("coterie-send").start(connection::callAndWrite);
    return connection;
  }

  static void from(TcpTransport streams, Socket socket) {
    InetSocketAddress peer = (InetSocketAddress) socket.getRemoteSocketAddress();
    Connection connection = new Connection(streams, socket, peer, false);
    if (streams.opened(connection)) {
      Thread.ofVirtual().name("coterie-receive").start(connection::answerAndRead);
    } else {
      connection.close();
    }
  }

  InetSocketAddress peer() {
    return peer;
  }

  @Override
  public @Nullable InetSocketAddress source() {
    return null;
  }

  @Override
  public InetAddress host() {
    return peer.getAddress();
  }

  @Override
  public boolean isStream() {
    return true;
  }

  @Override
  public @Nullable Drop answer(byte[] packet) {
    return send(new QueuedPacket(packet, null, 0, false)) ? null : Drop.TOO_MUCH;
  }

  boolean isOutgoing() {
    return isOutgoing;
  }

  /** Whether the other side took the call at all. */
  boolean wasConnected() {
    return isConnected;
  }

  @Nullable IOException failure() {
    return failure;
  }

  /** Whether it waits for its turn now; if not, too much waits. In the loop. */
  boolean send(QueuedPacket queued) {
    int size = queued.bytes().length;
    boolean isTooMuch = waitingBytes.get() + size > WAITING_BYTES_MAX;
    if (isTooMuch || !streams.reserve(size)) {
      return false;
    }
    waitingBytes.addAndGet(size);
    if (!waiting.offer(queued)) {
      release(queued);
      return false;
    }
    if (hasWriter.compareAndSet(false, true)) {
      Thread.ofVirtual().name("coterie-answer").start(this::answer);
    }
    return true;
  }

  /** What has not been written. In the loop, when the connection has ended. */
  List<QueuedPacket> takeWaiting() {
    List<QueuedPacket> left = new ArrayList<>();
    waiting.drainTo(left);
    left.removeIf(queued -> queued == END);
    left.forEach(this::release);
    return left;
  }

  /** The other side has shown that it belongs here. */
  void trust() {
    isTrusted = true;
  }

  void close() {
    isClosed = true;
    // The plain one first: TLS would say goodbye, and wait for whom nobody hears.
    SocketPair.closeQuietly(plain);
    SocketPair.closeQuietly(socket);
    waiting.offer(END);
    unread.release(UNREAD_MAX);
  }

  private void release(QueuedPacket queued) {
    waitingBytes.addAndGet(-queued.bytes().length);
    streams.unreserve(queued.bytes().length);
  }

  // ---- the threads

  private void callAndWrite() {
    try {
      plain.connect(peer, CONNECT_MILLIS);
      isConnected = true;
      secure();
      Thread.ofVirtual().name("coterie-receive").start(this::readAll);
      writeAll();
    } catch (IOException e) {
      failed(e);
    } finally {
      close();
      streams.ended(this);
    }
  }

  private void answerAndRead() {
    try {
      secure();
      readAll();
    } catch (IOException e) {
      failed(e);
    } finally {
      close();
      streams.ended(this);
    }
  }

  private void answer() {
    try {
      writeAll();
    } catch (IOException e) {
      failed(e);
      close();
    }
  }

  private void secure() throws IOException {
    plain.setTcpNoDelay(true);
    SSLContext context = streams.ssl();
    if (context == null) {
      return;
    }
    plain.setSoTimeout(STRANGER_MILLIS);
    SSLSocket secured =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(plain, peer.getHostString(), peer.getPort(), true);
    secured.setUseClientMode(isOutgoing);
    secured.setNeedClientAuth(!isOutgoing);
    socket = secured;
    if (isClosed) {
      throw new EOFException();
    }
    Thread watch = Thread.ofVirtual().name("coterie-handshake").start(this::endSlowHandshake);
    try {
      secured.startHandshake();
    } finally {
      watch.interrupt();
    }
  }

  /** The timeout of a socket is that of one read: a byte now and then would go on without end. */
  private void endSlowHandshake() {
    try {
      Thread.sleep(STRANGER_MILLIS);
      SocketPair.closeQuietly(plain);
      streams.dropped(Drop.TOO_SLOW);
    } catch (InterruptedException e) {
      // The handshake is over.
    }
  }

  private void writeAll() throws IOException {
    OutputStream out = new BufferedOutputStream(socket.getOutputStream());
    QueuedPacket queued = next();
    while (queued != null) {
      try {
        PacketFrames.write(out, queued.bytes());
        if (waiting.isEmpty()) {
          out.flush();
        }
      } catch (IOException e) {
        streams.notWritten(this, queued);
        throw e;
      } finally {
        release(queued);
      }
      queued = next();
    }
  }

  /** Null if there was nothing for long, or the connection has ended. */
  private @Nullable QueuedPacket next() {
    try {
      QueuedPacket queued = isClosed ? null : waiting.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
      return queued == END ? null : queued;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private void readAll() {
    try {
      Socket from = socket;
      PacketFrames frames =
          new PacketFrames(
              from.getInputStream(), from::setSoTimeout, streams.budget(), FRAME_MILLIS);
      long opened = System.nanoTime();
      while (!isClosed) {
        unread.acquire();
        byte[] packet = frames.next(patience(opened));
        streams.arrived(
            this,
            packet,
            () -> {
              frames.release(packet);
              unread.release();
            });
      }
    } catch (PacketFrames.FrameException e) {
      streams.dropped(e.why);
    } catch (IOException e) {
      failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close(); // The writer notices.
    }
  }

  /** A stranger cannot stay longer by saying nonsense. */
  private int patience(long opened) {
    if (isTrusted) {
      return 2 * IDLE_MILLIS;
    }
    long left = STRANGER_MILLIS - (System.nanoTime() - opened) / 1_000_000;
    return (int) Math.max(1, left);
  }

  private void failed(IOException e) {
    boolean isOrdinary =
        isClosed || e instanceof EOFException || e instanceof SocketTimeoutException;
    if (failure == null && !(isConnected && isOrdinary)) {
      failure = e;
    }
    if (e instanceof SSLException && !(e.getCause() instanceof EOFException) && !isClosed) {
      streams.dropped(Drop.UNTRUSTED);
    }
  }

  boolean isRefused() {
    return !isConnected && failure instanceof ConnectException;
  }
}
