/**
 * Versions on disk, in RocksDB.
 *
 * <p>There is no module descriptor: RocksDB's jar has no module name of its own, only one made from
 * the name of its file, and who relies on that breaks when the file is renamed.
 */
@NullMarked
package coterie.rocksdb;

import org.jspecify.annotations.NullMarked;
