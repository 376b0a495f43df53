package coterie.sim.scenario;

import coterie.sim.manual.Choice;

/**
 * An event of a schedule that was chosen before the run.
 *
 * @param where the line that asks for it
 */
public record Planned(String where, Choice choice) {}
