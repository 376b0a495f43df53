package coterie.sim.check;

/** Finds which properties a run has shown; {@link Classes} says what they mean. */
final class ClassJudge extends Walk {
  private final long marginNanos;

  ClassJudge(Suspicions run, long marginNanos) {
    super(run);
    this.marginNanos = marginNanos;
  }

  Classes judge() {
    walkAll();
    Property open = Property.vacuous(startNanos);
    return new Classes(marginNanos, open, open, open, open, open, open);
  }

  @Override
  void begun() {}

  @Override
  void suspects(int observer, long at) {}

  @Override
  void trusts(int observer, long at) {}

  @Override
  void forgets(int observer, long at) {}

  @Override
  void observerStops(int observer, long at) {}

  @Override
  void observerStarts(int observer, long at) {}

  @Override
  void subjectStops(long at, State into) {}

  @Override
  void subjectStarts(long at) {}

  @Override
  void ended() {}
}
