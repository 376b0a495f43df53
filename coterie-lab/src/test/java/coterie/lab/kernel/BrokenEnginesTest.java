package coterie.lab.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import coterie.lab.kernel.ToyEngine.Break;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A contract that no engine could break would say nothing: for each case, what fails it. */
class BrokenEnginesTest {
  private static final String TABLE =
      """
      allAreBuiltAndThenAllAreStarted STARTS_TWICE
      nothingActsInItsConstructor ACTS_IN_CONSTRUCTORS
      twoProtocolsCannotShareAName SWALLOWS_WHAT_IS_THROWN
      nodeHasSixtyProtocolsAtMost SWALLOWS_WHAT_IS_THROWN
      blueprintAddsAtLeastOneProtocol SWALLOWS_WHAT_IS_THROWN
      everyLifeHasTheSameProtocols SWALLOWS_WHAT_IS_THROWN
      buildThatThrowsLeavesTheNodeDown SWALLOWS_WHAT_IS_THROWN
      startThatThrowsReachesTheCaller SWALLOWS_WHAT_IS_THROWN
      callThatThrowsReachesTheCaller SWALLOWS_WHAT_IS_THROWN
      familyThatCannotBeEncodedIsRefused CHECKS_NO_CODECS
      nodeKnowsItself COUNTS_LIVES_FROM_ZERO
      livesAreCountedAndTheDiskOutlivesThem COUNTS_NO_LIVES LOADS_NOTHING
      storageOutlivesALife FORGETS_STORAGES
      protocolsDoNotShareValues MIXES_VALUES
      everyLifeDrawsOtherNumbers DRAWS_THE_SAME
      boundOfARandomNumberIsPositive DRAWS_THE_BOUND TAKES_ANY_BOUND
      endedLifeDoesNothingMore FORGETS_TO_CANCEL
      messageForANodeThatIsDownIsForNobody DELIVERS_TO_THE_DEAD
      messageForAnEarlierLifeIsForNobody DELIVERS_TO_THE_NEXT_LIFE
      messageToOneselfIsNotForAnEndedLifeOrTheNext DELIVERS_TO_THE_NEXT_LIFE
      handlerIsFollowedByItsProtocolAndThenTheOthers DELIVERS_ON_ANOTHER_CHANNEL
      messageToOneselfArrivesLater DELIVERS_TO_ITSELF_AT_ONCE
      messageToOneselfReachesADeafNode IS_DEAF_TO_ITSELF
      protocolHearsThatNobodyListens GIVES_NO_HINTS
      clockDoesNotMoveWithinAnEvent MOVES_ITS_CLOCK
      alarmThatStartsAgainExpiresOnce FORGETS_TO_CANCEL
      stoppedAlarmDoesNotExpire FORGETS_TO_CANCEL
      alarmDoesNotRunBeforeItsStart SHOWS_EVERY_ALARM_AS_RUNNING
      alarmsExpireInTheOrderOfTheirTimes RINGS_IN_THE_ORDER_OF_STARTS
      alarmWaitsOutItsDelayOnTheLocalClock RINGS_EARLY
      longestDelayIsTaken CUTS_LONG_DELAYS
      delayIsNotNegative TAKES_ANY_DELAY
      whatFollowsASaveWaitsForIt DURABLE_WITHIN_THE_EVENT HOLDS_NOTHING_BACK
      savesBecomeDurableInTheirOrder TELLS_EVERY_SECOND_SAVE
      protocolBelowDoesNotWaitForTheOneAbove HOLDS_EVERYTHING_BACK
      protocolAboveWaitsForTheOneBelow HOLDS_NOTHING_BACK
      protocolAboveDoesNotWaitForOneThatShowsOnlyWhatIsDurable HOLDS_EVERYTHING_BACK
      crashLosesWhatWaited DURABLE_AFTER_A_CRASH
      valueThatIsOpenedTwiceIsOne OPENS_VALUES_ANEW
      valueIsWhatWasSavedLast SHOWS_WHAT_WAS_DURABLE
      whatWasHeldAndThrowsKeepsNothingBack HOLDS_NOTHING_BACK
      witnessHearsWhatBecameDurable DURABLE_WITHIN_THE_EVENT
      pausedNodeTakesMessagesBeforeAlarms RINGS_BEFORE_WHAT_WAITED
      messageThatWaitedMayStopAnAlarmThatWaitedToo RINGS_THOUGH_STOPPED
      alarmThatWaitsIsRunning HIDES_ALARMS_THAT_WAIT
      newsOfASaveWaitsForAPausedNode TELLS_OF_SAVES_IN_A_PAUSE
      whatWaitedAndThrowsHarmsNoOther FORGETS_ALL_WHEN_ONE_THROWS
      crashEndsAPause KEEPS_PAUSES
      """;

  /** A case, and a fault of an engine that it finds. */
  record Found(String name, Break broken) {}

  private static List<Found> table() {
    List<Found> table = new ArrayList<>();
    for (String line : TABLE.lines().toList()) {
      String[] words = line.split(" ");
      for (int i = 1; i < words.length; i++) {
        table.add(new Found(words[0], Break.valueOf(words[i])));
      }
    }
    return table;
  }

  @ParameterizedTest
  @MethodSource("table")
  void caseFindsWhatIsBroken(Found found) {
    assertThat(passes(found.name, found.broken)).isFalse();
  }

  @Test
  void wholeEngineFailsNothing() {
    assertThat(cases().keySet()).allMatch(name -> passes(name, Break.NOTHING));
  }

  @Test
  void everyCaseFindsSomethingAndEveryBreakIsFound() {
    Set<String> names = new TreeSet<>();
    Set<Break> breaks = EnumSet.of(Break.NOTHING);
    table().forEach(found -> names.add(found.name));
    table().forEach(found -> breaks.add(found.broken));
    assertThat(names).isEqualTo(cases().keySet());
    assertThat(breaks).containsExactly(Break.values());
  }

  private static Map<String, Method> cases() {
    Map<String, Method> cases = new TreeMap<>();
    Arrays.stream(ToyKernelTest.class.getMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .forEach(method -> cases.put(method.getName(), method));
    return cases;
  }

  private static boolean passes(String name, Break broken) {
    ToyKernelTest contract =
        new ToyKernelTest() {
          @Override
          Engine open() {
            return new ToyEngine(broken);
          }
        };
    contract.reopen();
    try {
      cases().get(name).invoke(contract);
      return true;
    } catch (InvocationTargetException e) {
      return false;
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
