package coterie.mutex.tokenring;

import coterie.core.Context;
import coterie.core.View;
import coterie.detect.Detector;
import org.jspecify.annotations.Nullable;

/** Token rings that lack one rule each, to show that the rule is needed and that the judge sees. */
final class BrokenRings {
  private BrokenRings() {}

  /** Nothing survives a crash: the first token is made at every start, and promises are broken. */
  static TokenRing forgetful(
      Context<TokenRing.Msg> context,
      View members,
      @Nullable Detector detector,
      TokenRing.Config config) {
    RingMemory memory =
        new RingMemory(context) {
          private RingPlace place = RingPlace.NOWHERE;

          @Override
          RingPlace place() {
            return place;
          }

          @Override
          long promised() {
            return place.promised();
          }

          @Override
          boolean hasTaken(TokenRing.Token token) {
            return !place.isBefore(token.epoch(), token.hop());
          }

          @Override
          void promise(long epoch) {
            super.promise(epoch);
            place =
                new RingPlace(
                    Math.max(epoch, place.promised()),
                    place.epoch(),
                    place.hop(),
                    place.reserved());
          }

          @Override
          void take(TokenRing.Token token) {
            super.take(token);
            place = super.place();
          }
        };
    return new TokenRing(context, members, detector, config, majority(members), memory);
  }

  /** A pass that comes twice is taken twice. */
  static TokenRing gullible(
      Context<TokenRing.Msg> context,
      View members,
      @Nullable Detector detector,
      TokenRing.Config config) {
    RingMemory memory =
        new RingMemory(context) {
          @Override
          boolean hasTaken(TokenRing.Token token) {
            return false;
          }
        };
    return new TokenRing(context, members, detector, config, majority(members), memory);
  }

  /** Nobody's consent is needed but one's own. */
  static TokenRing selfish(
      Context<TokenRing.Msg> context,
      View members,
      @Nullable Detector detector,
      TokenRing.Config config) {
    return new TokenRing(context, members, detector, config, 1, new RingMemory(context));
  }

  /** A promise is given and not kept: tokens of old epochs are taken. */
  static TokenRing faithless(
      Context<TokenRing.Msg> context,
      View members,
      @Nullable Detector detector,
      TokenRing.Config config) {
    RingMemory memory =
        new RingMemory(context) {
          @Override
          long promised() {
            return Math.max(0, place().epoch());
          }
        };
    return new TokenRing(context, members, detector, config, majority(members), memory);
  }

  private static int majority(View members) {
    return members.size() / 2 + 1;
  }
}
