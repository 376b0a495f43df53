package coterie.net.directory;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.core.Bytes;
import coterie.core.NodeId;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Addresses that a book of members has, and that nobody told. */
class DirectoryTest {
  private static final NodeId NODE = new NodeId(7);

  private final Directory directory = new Directory();
  private final Map<NodeId, Bytes> book = new HashMap<>();

  @BeforeEach
  void open() {
    directory.lookUpIn(book::get);
  }

  private static InetSocketAddress port(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  @Test
  void memberIsLookedUpWhenItIsNeeded() {
    book.put(NODE, Addresses.pack(port(7_001)));
    assertThat(directory.size()).isZero();
    assertThat(directory.address(NODE)).isEqualTo(port(7_001));
    assertThat(directory.size()).isEqualTo(1);
  }

  @Test
  void memberThatMovesIsFoundWhereItIsNow() {
    book.put(NODE, Addresses.pack(port(7_001)));
    assertThat(directory.address(NODE)).isEqualTo(port(7_001));
    book.put(NODE, Addresses.pack(port(7_002)));
    directory.lookUpAgain(NODE);
    assertThat(directory.address(NODE)).isEqualTo(port(7_002));
  }

  @Test
  void strangerThatBecomesAMemberKeepsItsLife() {
    directory.heard(NODE, 3, port(7_001));
    assertThat(directory.strangers()).isEqualTo(1);
    book.put(NODE, Addresses.pack(port(7_002)));
    directory.lookUpAgain(NODE);
    assertThat(directory.address(NODE)).isEqualTo(port(7_002));
    assertThat(directory.incarnation(NODE)).isEqualTo(3);
    assertThat(directory.strangers()).isZero();
  }

  @Test
  void nodeThatNobodyListsHasNoAddress() {
    directory.lookUpAgain(NODE);
    assertThat(directory.address(NODE)).isNull();
    assertThat(directory.size()).isZero();
  }

  @Test
  void forgottenMemberIsGone() {
    book.put(NODE, Addresses.pack(port(7_001)));
    assertThat(directory.address(NODE)).isNotNull();
    book.clear();
    directory.forget(NODE);
    assertThat(directory.address(NODE)).isNull();
  }
}
