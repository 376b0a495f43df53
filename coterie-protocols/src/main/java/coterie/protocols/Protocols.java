package coterie.protocols;

import coterie.clock.ClocksRecipe;
import coterie.detect.heartbeat.Heartbeat;
import coterie.detect.heartring.HeartRing;
import coterie.detect.phi.PhiAccrual;
import coterie.detect.vring.VRing;
import coterie.elect.bully.BullyRecipe;
import coterie.elect.raft.RaftRecipe;
import coterie.elect.ring.RingRecipe;
import coterie.member.cast.CastRecipe;
import coterie.member.swim.SwimRecipe;
import coterie.member.swimplain.SwimPlainRecipe;
import coterie.mutex.lamport.LamportMutexRecipe;
import coterie.mutex.lease.LeaseRecipe;
import coterie.mutex.ricartagrawala.RicartAgrawalaRecipe;
import coterie.mutex.tokenring.PlainTokenRingRecipe;
import coterie.mutex.tokenring.TokenRingRecipe;
import coterie.recipe.Recipe;
import coterie.store.documents.DocumentsRecipe;
import coterie.store.ledger.LedgerRecipe;
import coterie.store.mvcc.MvccRecipe;
import coterie.store.registers.RegistersRecipe;
import java.util.List;

/** All protocols of this module by name: the only place that lists them. */
public final class Protocols implements Recipe.Book {
  @Override
  public List<Recipe> recipes() {
    return List.of(
        new ClocksRecipe(),
        Heartbeat.RECIPE,
        HeartRing.RECIPE,
        PhiAccrual.RECIPE,
        VRing.RECIPE,
        BullyRecipe.RECIPE,
        RaftRecipe.RECIPE,
        RingRecipe.RECIPE,
        CastRecipe.RECIPE,
        SwimRecipe.RECIPE,
        SwimPlainRecipe.RECIPE,
        LamportMutexRecipe.RECIPE,
        LeaseRecipe.RECIPE,
        RicartAgrawalaRecipe.RECIPE,
        PlainTokenRingRecipe.RECIPE,
        TokenRingRecipe.RECIPE,
        DocumentsRecipe.RECIPE,
        LedgerRecipe.RECIPE,
        MvccRecipe.RECIPE,
        RegistersRecipe.RECIPE);
  }
}
