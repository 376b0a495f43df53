package coterie.rocksdb;

import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WALRecoveryMode;

/**
 * How RocksDB is set up.
 *
 * <p>There is no Bloom filter. {@link RocksStorage#newest} asks for a key at any stamp, so a filter
 * would have to hold keys without their stamps, and RocksDB's Java binding can cut those off only
 * at a fixed length.
 */
public final class RocksTuning implements AutoCloseable {
  private static final long CACHE_SIZE = 64L << 20;

  private final DBOptions global;
  private final ColumnFamilyOptions table = new ColumnFamilyOptions();
  private final Cache cache = new LRUCache(CACHE_SIZE);
  private final Options options;

  /**
   * @param isNew whether RocksDB may create its files; otherwise it complains if they are missing
   */
  public RocksTuning(boolean isNew) {
    this.global = durable();
    global
        .setCreateIfMissing(isNew)
        .setParanoidChecks(true)
        // An end of the log that is cut off was never acknowledged, and is dropped. Damage before
        // it
        // is an error. The default would end there instead and lose without a word all that
        // follows;
        // the strictest mode takes a torn end for damage as well.
        .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setKeepLogFileNum(3)
        .setMaxLogFileSize(1 << 20)
        .setStatsDumpPeriodSec(0);
    table
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setTableFormatConfig(new BlockBasedTableConfig().setBlockCache(cache));
    this.options = new Options(global, table);
  }

  /** Logs that are no longer written to are listed, so that one that is missing is noticed. */
  private static DBOptions durable() {
    Properties properties = new Properties();
    properties.setProperty("track_and_verify_wals_in_manifest", "true");
    return DBOptions.getDBOptionsFromProps(properties);
  }

  public Options options() {
    return options;
  }

  @Override
  public void close() {
    options.close();
    cache.close();
    table.close();
    global.close();
  }
}
