// The lines of events as text, asked for when they are needed, and kept.

const PIECE = 200;
const KEPT = 20_000;

/** The lines of one run. */
export class RunTexts {
  /** @param {() => void} come what to do when lines have come */
  constructor(come) {
    this.come = come;
    this.run = null;
    this.lines = new Map();
    this.asked = new Map();
  }

  /** @param {import("coterie/session.js").Run} run */
  take(run) {
    this.run = run;
    this.lines = new Map();
    this.asked = new Map();
    this.wanted = [];
    clearTimeout(this.waiting);
    this.waiting = 0;
  }

  /** The line of an event if it is known; null otherwise. */
  known(event) {
    return this.lines.get(event) ?? null;
  }

  /** @returns {Promise<string | null>} */
  async line(event) {
    if (!this.lines.has(event)) await this.piece(event);
    return this.known(event);
  }

  /** Asks for lines, a little later, so that a moving window asks but once. */
  want(events) {
    if (events.length === 0) return;
    this.wanted = events;
    if (this.waiting) return;
    this.waiting = setTimeout(async () => {
      this.waiting = 0;
      const run = this.run;
      const pieces = new Set(this.wanted.filter((event) => !this.lines.has(event)).map((event) => Math.floor(event / PIECE)));
      await Promise.all([...pieces].slice(0, 20).map((piece) => this.piece(piece * PIECE)));
      if (run === this.run) this.come();
    }, 80);
  }

  piece(event) {
    const from = Math.floor(event / PIECE) * PIECE;
    const run = this.run;
    const before = this.asked.get(from);
    if (before) return before;
    const asking = run.lines(from, Math.min(run.count, from + PIECE)).then(
      (lines) => {
        if (run !== this.run) return;
        if (this.lines.size > KEPT) {
          this.lines.clear();
          this.asked.clear();
        }
        lines.forEach((line, i) => this.lines.set(from + i, line));
      },
      () => {},
    );
    this.asked.set(from, asking);
    return asking;
  }
}

/** What a line tells beside the verb and whom it is about: the name and the fields. */
export function fieldsIn(line) {
  if (line === null) return null;
  return line.replace(/^(sends|receives|drops|loses) /, "").replace(/ (to|from) \S+$/, "").replace(/ group=-?\d+/, "");
}
