// A comparison that is run in pieces: it tells what has come so far, goes on, and can be stopped.

const AIM_MILLIS = 120;
const DRAW_MILLIS = 160;

export class Campaign {
  /** @param {{ask: (request: string) => Promise<{answer: any}>}} session */
  constructor(session, kind, plan, changed) {
    this.session = session;
    this.kind = kind;
    this.plan = plan;
    this.changed = changed;
    this.data = null;
    this.done = 0;
    this.of = 0;
    this.state = "new"; // new, running, stopped, over, failed
    this.error = null;
    this.millis = 0;
  }

  /** Begins, and runs to the end unless it is stopped. */
  async run() {
    this.state = "running";
    try {
      if (!this.data) {
        const { answer } = await this.session.ask(`compare ${this.kind}\n${this.plan}`);
        this.id = answer.comparison;
        this.data = answer;
        this.of = answer.of;
        if (this.isClosed) return await this.forget();
      }
      await this.goOn();
    } catch (e) {
      this.error = e.message;
      this.state = "failed";
    }
    this.changed(this);
  }

  async goOn() {
    let piece = this.piece ?? 1;
    let drawn = performance.now();
    while (this.state === "running" && this.done < this.of) {
      const began = performance.now();
      const { answer } = await this.session.ask(`compare-advance ${this.id} ${piece}`);
      const took = performance.now() - began;
      this.millis += took;
      this.done = answer.done;
      const rows = [...this.data.rows];
      for (const [at, row] of Object.entries(answer.rows)) rows[at] = row;
      this.data = { ...this.data, rows };
      if (took < AIM_MILLIS / 2) piece = Math.min(64, piece * 2);
      else if (took > AIM_MILLIS * 1.5) piece = Math.max(1, Math.floor(piece / 2));
      this.piece = piece;
      if (performance.now() - drawn > DRAW_MILLIS && this.state === "running") {
        this.changed(this);
        drawn = performance.now();
      }
    }
    if (this.isClosed) return this.forget();
    if (this.done >= this.of) this.state = "over";
    if (this.state === "over") await this.forget();
  }

  /** Ends after the piece that is under way; `run` goes on. */
  stop() {
    if (this.state === "running") this.state = "stopped";
  }

  close() {
    this.isClosed = true;
    const isIdle = this.state !== "running";
    this.stop();
    this.changed = () => {};
    if (isIdle && this.id && this.state !== "over") this.forget();
  }

  async forget() {
    await this.session.ask(`compare-close ${this.id}`).catch(() => {});
  }
}
