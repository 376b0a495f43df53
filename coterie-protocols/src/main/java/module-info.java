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

  provides coterie.core.Recipe with
      coterie.clock.ClocksRecipe,
      coterie.detect.heartring.HeartRingRecipe,
      coterie.detect.heartbeat.HeartbeatRecipe,
      coterie.detect.phi.PhiAccrualRecipe,
      coterie.detect.vring.VRingRecipe,
      coterie.elect.bully.BullyRecipe,
      coterie.elect.raft.RaftRecipe,
      coterie.elect.ring.RingRecipe,
      coterie.member.cast.CastRecipe,
      coterie.member.swimplain.SwimPlainRecipe,
      coterie.member.swim.SwimRecipe,
      coterie.mutex.lamport.LamportMutexRecipe,
      coterie.mutex.lease.LeaseRecipe,
      coterie.mutex.tokenring.PlainTokenRingRecipe,
      coterie.mutex.ricartagrawala.RicartAgrawalaRecipe,
      coterie.mutex.tokenring.TokenRingRecipe,
      coterie.store.documents.DocumentsRecipe,
      coterie.store.ledger.LedgerRecipe,
      coterie.store.mvcc.MvccRecipe,
      coterie.store.registers.RegistersRecipe;
}
