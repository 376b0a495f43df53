// Where the cursor can go from here, and how a run is played.
import { KIND } from "coterie/session.js";

const isOf = (run, event, node) => run.node[event] === node || (run.kind[event] === KIND.dropped && run.peer[event] === node);

/** What a step can go by. */
export const UNITS = {
  event: { title: "event", fits: (lab) => (event) => lab.isShown(event) },
  process: {
    title: "event of the chosen process",
    fits: (lab) => {
      const node = chosenNode(lab);
      return (event) => lab.isShown(event) && isOf(lab.run, event, node);
    },
  },
  message: { title: "message", fits: (lab) => (event) => lab.isShown(event) && [KIND.received, KIND.dropped].includes(lab.run.kind[event]) },
  note: { title: "note", fits: (lab) => (event) => lab.run.kind[event] === KIND.noted },
  fault: { title: "fault", fits: (lab) => (event) => lab.run.kind[event] === KIND.faulted },
  violation: { title: "broken promise", fits: (lab) => (event) => (lab.run.flags[event] & 2) !== 0 },
  hit: { title: "hit of the search", fits: (lab) => (event) => lab.found?.has(event) ?? false },
};

/** The process that was chosen, or that of the event at the cursor; 0 if there is none. */
export function chosenNode(lab) {
  const run = lab.run;
  const selection = lab.selection;
  if (selection?.node !== undefined) return selection.node;
  if (selection?.event !== undefined && run.node[selection.event] >= 0) return run.node[selection.event];
  return lab.cursor >= 0 && run.node[lab.cursor] >= 0 ? run.node[lab.cursor] : 0;
}

/** Goes to the next or the last of a unit; returns whether there was one. */
export function stepBy(lab, unit, direction) {
  if (!lab.run) return false;
  lab.setPlaying(false);
  const fits = UNITS[unit].fits(lab);
  const run = lab.run;
  for (let i = lab.cursor + direction; i >= 0 && i < run.count; i += direction) {
    if (fits(i)) {
      lab.goto(i);
      return true;
    }
  }
  if (direction < 0 && lab.cursor >= 0 && (unit === "event" || unit === "message" || unit === "process")) {
    lab.goto(-1);
    return true;
  }
  return false;
}

export const SPEEDS = [0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

export function speedText(speed) {
  return speed === 0 ? "by events" : `× ${speed}`;
}

/** The speed at which a run takes about half a minute. */
export function calmSpeed(run) {
  const wanted = run.nowNanos / 1e9 / 40;
  return SPEEDS.slice(1).reduce((best, one) => (Math.abs(Math.log(one / wanted)) < Math.abs(Math.log(best / wanted)) ? one : best), 1);
}

/** How long nothing may happen while a run is played, in real seconds. */
const IDLE = 1;
const EVENTS_A_SECOND = 3;

/** Moves the cursor while the run is played. */
export class Player {
  constructor(lab) {
    this.lab = lab;
    this.frame = 0;
    lab.addEventListener("play", () => this.look());
    lab.addEventListener("run", () => lab.setPlaying(false));
  }

  look() {
    const lab = this.lab;
    if (lab.playing && !this.frame && lab.run) {
      if (lab.cursor >= lab.run.count - 1) lab.goto(-1);
      this.before = performance.now();
      this.credit = 0;
      this.nanos = lab.nowNanos();
      this.lastCursor = lab.cursor;
      this.frame = requestAnimationFrame((now) => this.tick(now));
    } else if (!lab.playing && this.frame) {
      cancelAnimationFrame(this.frame);
      this.frame = 0;
    }
  }

  tick(now) {
    const { lab } = this;
    const run = lab.run;
    this.frame = 0;
    if (!lab.playing || !run) return;
    const seconds = Math.min(0.1, (now - this.before) / 1000);
    this.before = now;
    if (lab.cursor !== this.lastCursor) this.nanos = lab.nowNanos(); // Somebody moved it.
    const next = this.nextShown(lab.cursor);
    if (next >= run.count) {
      lab.goto(run.count - 1);
      lab.setPlaying(false);
      return;
    }
    if (lab.speed === 0) this.goByEvents(seconds, next);
    else this.goByTime(seconds, next);
    this.lastCursor = lab.cursor;
    this.frame = requestAnimationFrame((later) => this.tick(later));
  }

  nextShown(from) {
    const run = this.lab.run;
    let next = from + 1;
    while (next < run.count && !this.lab.isShown(next)) next++;
    return next;
  }

  goByEvents(seconds, next) {
    this.credit += seconds * EVENTS_A_SECOND;
    if (this.credit >= 1) {
      this.credit -= 1;
      this.lab.goto(next);
      this.nanos = this.lab.nowNanos();
    }
  }

  goByTime(seconds, next) {
    const { lab } = this;
    const idle = (lab.run.time[next] - this.nanos) / 1e9 / lab.speed;
    if (idle > IDLE) this.nanos = lab.run.time[next] - 0.25 * lab.speed * 1e9; // A stretch without events.
    this.nanos += seconds * lab.speed * 1e9;
    lab.gotoTime(this.nanos);
    lab.setPlayedNanos(this.nanos);
  }
}

