// What the page is about: branches of a run, a cursor in time, a selection and filters. Views read
// it and listen to it; only its methods change it. Every change is an event of its name.
import { Refusal, Run, KIND, ROUTINE, timeText } from "coterie/session.js";

/**
 * @typedef {{id: number, parent: number | null, title: string, text: string, run: Run | null,
 *   statement: string, fromNanos: number, isWhole?: boolean}} Branch
 */

/**
 * Events: "run" (another branch, or its run has come), "progress", "cursor", "selection", "filter",
 * "branches", "error", "play", "time" (while the run is played: between two events), "beside", "theme",
 * "cone".
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
    /** The time that is shown while the run is played; null where it is that of the cursor. */
    this.playedNanos = null;
    /** The branch that is shown beside the current one, by its number; or null. */
    this.besideId = null;
    /** The event whose causal past and future are shown, the rest greyed; or null. */
    this.cone = null;
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

  /** Adds a branch with a text of its own, such as the same run written down event by event. */
  async branchTo(text, title) {
    const parent = this.branch;
    const branch = {
      id: ++this.last, parent: parent?.id ?? null, title, text, run: null, statement: title,
      fromNanos: this.nowNanos(), isWhole: true,
    };
    if (!(await this.play(branch))) return false;
    this.branches = [...this.branches, branch];
    this.show(branch);
    this.goto(Infinity);
    this.tell("branches");
    return true;
  }

  /** Gives the current branch another text, such as one with one more event, and goes to its end. */
  async rewrite(text) {
    const old = this.branch;
    const branch = { ...old, text, run: null, isWhole: old.parent !== null };
    if (!(await this.play(branch))) return false;
    this.branches = this.branches.map((one) => (one === old ? branch : one));
    old.run?.close();
    this.show(branch);
    this.goto(Infinity);
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
        () => this.pending === mine && this.stopped !== mine,
      );
      if (this.stopped === mine && !run.isOver) {
        run.stopped = `You stopped the run at ${timeText(run.nowNanos, 3)} s; what happened until then is shown.`;
      }
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
      if (this.pending === mine) {
        this.progress = null;
        this.tell("progress");
      }
    }
  }

  /** Ends a run that takes too long; what happened until then is kept. */
  stop() {
    this.stopped = this.pending;
  }

  /** Begins the session anew, where a run does not even listen to {@link stop}; all runs are lost. */
  restart() {
    this.session.restart();
    this.pending = null;
    this.stopped = null;
    this.progress = null;
    this.branches = [];
    this.branch = null;
    this.besideId = null;
    this.cursor = -1;
    this.selection = null;
    this.error = { message: "The run did not answer, and was ended with all others. Its text is still here.", line: 0 };
    for (const name of ["progress", "run", "cursor", "selection", "branches", "beside", "error"]) this.tell(name);
  }

  rename(id, title) {
    const branch = this.branches.find((one) => one.id === id);
    if (branch && title.trim()) {
      branch.title = title.trim();
      this.tell("branches");
    }
  }

  /** Forgets a branch and all that forked from it; the root stays. */
  remove(id) {
    const root = this.branches.find((one) => one.id === id);
    if (!root || root.parent === null) return;
    const gone = new Set([id]);
    for (const one of this.branches) if (gone.has(one.parent)) gone.add(one.id);
    const back = this.branches.find((one) => one.id === root.parent);
    this.branches.filter((one) => gone.has(one.id)).forEach((one) => one.run?.close());
    this.branches = this.branches.filter((one) => !gone.has(one.id));
    if (gone.has(this.besideId)) this.setBeside(null);
    if (gone.has(this.branch?.id)) this.show(back, this.nowNanos());
    this.tell("branches");
  }

  /** Shows a branch beside the current one; null shows one alone. */
  setBeside(id) {
    this.besideId = id;
    this.tell("beside");
  }

  /** The branch that is shown beside the current one, or null. */
  get beside() {
    return this.branches.find((one) => one.id === this.besideId && one !== this.branch) ?? null;
  }

  setPlaying(isPlaying) {
    if (this.playing === isPlaying) return;
    this.playing = isPlaying;
    if (!isPlaying) this.playedNanos = null;
    this.tell("play");
  }

  setSpeed(speed) {
    this.speed = speed;
    this.tell("play");
  }

  /** The time to be shown: between two events while the run is played, else that of the cursor. */
  shownNanos() {
    return this.playedNanos ?? this.nowNanos();
  }

  setPlayedNanos(nanos) {
    this.playedNanos = nanos;
    this.tell("time");
  }

  show(branch, atNanos = 0) {
    this.branch = branch;
    this.found = null;
    this.cursor = atNanos > 0 ? branch.run.eventAt(atNanos) : -1;
    this.selection = null;
    this.cone = null;
    this.playedNanos = null;
    this.tell("run");
    this.tell("cursor");
    this.tell("selection");
    if (this.filter.words.trim()) this.setFilter({ words: this.filter.words });
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

  /** Shows the causal past and future of an event alone; null shows all again. */
  setCone(event) {
    this.cone = event;
    this.tell("cone");
  }

  async setFilter(change) {
    this.filter = { ...this.filter, ...change };
    if ("words" in change) {
      const words = this.filter.words.trim();
      const run = this.run;
      const found = words && run ? new Set(await run.find(words)) : null;
      if (run !== this.run || words !== this.filter.words.trim()) return;
      this.found = found;
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
