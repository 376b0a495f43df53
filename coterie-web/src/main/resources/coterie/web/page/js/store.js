// What the page is about: branches of a run, a cursor in time, a selection and filters. Views read
// it and listen to it; only its methods change it. Every change is an event of its name.
import { Refusal, Run, KIND, ROUTINE } from "coterie/session.js";

/**
 * @typedef {{id: number, parent: number | null, title: string, text: string, run: Run | null,
 *   statement: string, fromNanos: number}} Branch
 */

/**
 * Events: "run" (another branch, or its run has come), "progress", "cursor", "selection", "filter",
 * "branches", "error", "play".
 */
export class Lab extends EventTarget {
  constructor(session) {
    super();
    this.session = session;
    /** @type {Branch[]} */
    this.branches = [];
    /** @type {Branch | null} */
    this.branch = null;
    /** The event up to which everything has happened; -1 before the first. */
    this.cursor = -1;
    /** @type {null | {node: number} | {event: number} | {link: [number, number]}} */
    this.selection = null;
    this.filter = { nodes: null, kinds: null, labels: null, channels: null, routine: false, words: "" };
    this.found = null; // a Set of events that have the words of the filter, or null
    this.progress = null; // {atNanos, events} while a run goes on
    this.error = null; // {message, line}
    this.playing = false;
    this.speed = 1; // simulated seconds a second
    this.catalogue = null;
    this.last = 0;
  }

  /** @returns {Run | null} */
  get run() {
    return this.branch?.run ?? null;
  }

  tell(name) {
    this.dispatchEvent(new Event(name));
  }

  /** All protocols: [{name, family, summary, latency, settings: [{name, kind, fallback, help, words}]}] */
  async protocols() {
    this.catalogue ??= (await this.session.ask("protocols")).answer;
    return this.catalogue;
  }

  /** Opens a scenario as the root of a new tree of branches; returns whether it could be read. */
  async open(text, title = "") {
    const before = this.branches;
    const branch = { id: ++this.last, parent: null, title, text, run: null, statement: "", fromNanos: 0 };
    if (!(await this.play(branch))) return false;
    before.forEach((one) => one.run?.close());
    this.branches = [branch];
    this.show(branch);
    this.tell("branches");
    return true;
  }

  /**
   * Lets something else happen from here on: adds statements (lines of a scenario) to the text of
   * the current branch, and shows what comes of it, at the same time.
   */
  async fork(statements, title = statements) {
    if (!this.branch) return false;
    const at = this.nowNanos();
    const text = this.branch.text.replace(/\n*$/, "\n") + statements.replace(/\n*$/, "\n");
    const branch = {
      id: ++this.last, parent: this.branch.id, title, text, run: null, statement: statements, fromNanos: at,
    };
    if (!(await this.play(branch))) return false;
    this.branches = [...this.branches, branch];
    this.show(branch, at);
    this.tell("branches");
    return true;
  }

  /** Runs the text of a branch to its end. */
  async play(branch) {
    this.error = null;
    const mine = (this.pending = Symbol());
    try {
      const run = await Run.begin(this.session, branch.text);
      await run.finish(
        (progress) => {
          this.progress = progress;
          this.tell("progress");
        },
        () => this.pending === mine,
      );
      if (this.pending !== mine) {
        run.close();
        return false;
      }
      branch.run = run;
      return true;
    } catch (e) {
      if (this.pending === mine) {
        this.error = { message: e.message, line: e instanceof Refusal ? e.line : 0 };
        this.tell("error");
      }
      return false;
    } finally {
      this.progress = null;
      this.tell("progress");
    }
  }

  /** Ends a run that takes too long. */
  stop() {
    this.pending = null;
  }

  show(branch, atNanos = 0) {
    this.branch = branch;
    this.found = null;
    this.cursor = atNanos > 0 ? branch.run.eventAt(atNanos) : -1;
    this.selection = null;
    this.tell("run");
    this.tell("cursor");
    this.tell("selection");
  }

  select(id) {
    const branch = this.branches.find((one) => one.id === id);
    if (branch && branch !== this.branch) this.show(branch, this.nowNanos());
  }

  /** The time at the cursor. */
  nowNanos() {
    return this.run && this.cursor >= 0 ? this.run.time[this.cursor] : 0;
  }

  goto(event) {
    if (!this.run) return;
    const to = Math.max(-1, Math.min(this.run.count - 1, Math.round(event)));
    if (to !== this.cursor) {
      this.cursor = to;
      this.tell("cursor");
    }
  }

  gotoTime(nanos) {
    if (this.run) this.goto(this.run.eventAt(nanos));
  }

  /** Goes to the next (1) or the last (-1) event that fits; returns whether there was one. */
  step(direction, fits = (event) => this.isShown(event)) {
    const run = this.run;
    for (let i = this.cursor + direction; run && i >= 0 && i < run.count; i += direction) {
      if (fits(i)) {
        this.goto(i);
        return true;
      }
    }
    if (run && direction < 0 && this.cursor >= 0) {
      this.goto(-1);
      return true;
    }
    return false;
  }

  /** Selects a process, an event or a link; null selects nothing. */
  choose(selection) {
    this.selection = selection;
    this.tell("selection");
  }

  async setFilter(change) {
    this.filter = { ...this.filter, ...change };
    if ("words" in change) {
      const words = this.filter.words.trim();
      this.found = words && this.run ? new Set(await this.run.find(words)) : null;
    }
    this.tell("filter");
  }

  /** Whether the filters let an event be seen. */
  isShown(event) {
    const { nodes, kinds, labels, channels, routine } = this.filter;
    const run = this.run;
    const node = run.node[event];
    const peer = run.peer[event];
    if (!routine && run.flags[event] & ROUTINE) return false;
    if (this.found && !this.found.has(event)) return false;
    if (kinds && !kinds.has(run.kind[event])) return false;
    if (labels && run.kind[event] <= KIND.dropped && !labels.has(run.labelOf(event))) return false;
    if (channels && run.kind[event] <= KIND.expired && !channels.has(run.channel[event])) return false;
    return !nodes || node < 0 || nodes.has(node) || (peer >= 0 && nodes.has(peer));
  }
}
