package coterie.bench.registers;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.kv.TxnResponse;
import io.etcd.jetcd.op.Cmp;
import io.etcd.jetcd.op.CmpTarget;
import io.etcd.jetcd.op.Op;
import io.etcd.jetcd.options.PutOption;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Keys of etcd; reads are linearizable, which is its default. */
final class EtcdStore implements Store {
  private final Client client;
  private final KV kv;

  EtcdStore(List<String> endpoints) {
    client = Client.builder().endpoints(endpoints.toArray(String[]::new)).build();
    kv = client.getKVClient();
  }

  private static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }

  @Override
  public long create(String key, String value) throws Exception {
    return kv.put(bytes(key), bytes(value)).get().getHeader().getRevision();
  }

  @Override
  public long get(String key) throws Exception {
    return kv.get(bytes(key)).get().getKvs().getFirst().getModRevision();
  }

  @Override
  public long compareAndSet(String key, long version, String value) throws Exception {
    Cmp isSame = new Cmp(bytes(key), Cmp.Op.EQUAL, CmpTarget.modRevision(version));
    TxnResponse response =
        kv.txn()
            .If(isSame)
            .Then(Op.put(bytes(key), bytes(value), PutOption.DEFAULT))
            .commit()
            .get();
    if (!response.isSucceeded()) {
      throw new IllegalStateException("etcd refused " + key);
    }
    return response.getHeader().getRevision();
  }

  @Override
  public void close() {
    client.close();
  }
}
