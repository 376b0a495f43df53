package coterie.bench.registers;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * Nodes of ZooKeeper. Its reads may be old; they are not if a sync goes before, as it does here if
 * it is asked for.
 */
final class ZooKeeperStore implements Store {
  private final CuratorFramework curator;
  private final boolean syncs;

  ZooKeeperStore(String servers, boolean syncs) throws InterruptedException {
    this.syncs = syncs;
    curator = CuratorFrameworkFactory.newClient(servers, new RetryOneTime(100));
    curator.start();
    if (!curator.blockUntilConnected(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException("no ZooKeeper answers at " + servers);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public long create(String key, String value) throws Exception {
    try {
      curator.create().forPath("/" + key, bytes(value));
    } catch (KeeperException.NodeExistsException e) {
      // It is from an earlier round.
    }
    return get(key);
  }

  @Override
  public long get(String key) throws Exception {
    Stat stat = new Stat();
    if (syncs) {
      curator.getZookeeperClient().getZooKeeper().sync("/" + key);
    }
    curator.getData().storingStatIn(stat).forPath("/" + key);
    return stat.getVersion();
  }

  @Override
  public long compareAndSet(String key, long version, String value) throws Exception {
    return curator
        .setData()
        .withVersion((int) version)
        .forPath("/" + key, bytes(value))
        .getVersion();
  }

  @Override
  public void close() {
    curator.close();
  }
}
