/** Every algorithm. It knows the vocabulary, and no engine. */
module coterie.protocols {
  requires transitive coterie.core;
  requires static transitive org.jspecify;

  exports coterie.clock;
  exports coterie.detect;
  exports coterie.detect.heartbeat;
  exports coterie.detect.heartring;
  exports coterie.detect.phi;
  exports coterie.detect.vring;
  exports coterie.elect;
  exports coterie.elect.bully;
  exports coterie.elect.quorum;
  exports coterie.elect.raft;
  exports coterie.elect.ring;
  exports coterie.member;
  exports coterie.member.cast;
  exports coterie.member.swim;
  exports coterie.member.swimplain;
  exports coterie.mutex;
  exports coterie.mutex.lamport;
  exports coterie.mutex.lease;
  exports coterie.mutex.ricartagrawala;
  exports coterie.mutex.tokenring;
  exports coterie.store;
  exports coterie.store.documents;
  exports coterie.store.ledger;
  exports coterie.store.mvcc;
  exports coterie.store.registers;

  provides coterie.recipe.Recipe.Book with
      coterie.protocols.Protocols;
}
