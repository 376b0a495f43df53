/** Registers of Coterie beside those of etcd and ZooKeeper. */
@org.jspecify.annotations.NullMarked
package coterie.bench.registers;
