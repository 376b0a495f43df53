// The next event of a run, chosen by hand.
import { html, nothing } from "lit";
import { LightElement } from "coterie/shell/light.js";
import { icon } from "coterie/shell/icons.js";
import { formOf, without } from "coterie/shell/scenario-text.js";

const GROUPS = [
  ["Messages in flight", ["deliver"]],
  ["Alarms that may expire", ["expire"]],
  ["Saves that may become durable", ["durable"]],
  ["More", ["unreachable", "call", "start", "say"]],
];
const WRONG = [["Messages", ["drop", "duplicate"]], ["Processes", ["crash", "recover", "pause", "resume"]]];

class LabHand extends LightElement {
  static properties = { lab: { attribute: false }, next: { state: true }, hasMishaps: { state: true }, note: { state: true }, isBusy: { state: true }, typed: { state: true } };
  static follows = ["run", "cursor", "error"];

  firstUpdated() {
    this.lab.addEventListener("run", () => this.look());
    this.look();
  }

  get isManual() {
    return this.lab.run?.head.isManual ?? false;
  }

  async look() {
    const branch = this.lab.branch;
    this.note = "";
    if (!this.isManual) {
      this.next = null;
      return;
    }
    try {
      const { answer } = await this.lab.session.ask("choices\n" + branch.text);
      if (branch === this.lab.branch) this.next = answer;
    } catch (e) {
      this.note = e.message;
    }
  }

  async busy(action) {
    if (this.isBusy) return;
    this.isBusy = true;
    this.note = "";
    try {
      await action();
    } catch (e) {
      this.note = e.message;
    }
    this.isBusy = false;
  }

  choose(text) {
    return this.busy(async () => {
      const whole = `${this.lab.branch.text.replace(/\n*$/, "\n")}then ${text}\n`;
      if (!(await this.lab.rewrite(whole))) this.note = this.lab.error?.message ?? "";
    });
  }

  undo() {
    return this.busy(async () => {
      const last = formOf(this.lab.branch.text).schedule.at(-1);
      if (last) await this.lab.rewrite(without(this.lab.branch.text, last.line));
    });
  }

  /** The run up to the cursor, written down event by event; from there on it waits for choices. */
  fromHere() {
    return this.busy(async () => {
      const { run, cursor } = this.lab;
      const { text } = await run.ask(`hand ${run.id} ${cursor + 1}`);
      await this.lab.branchTo(text, cursor < 0 ? "by hand, from the start" : `by hand from ${(this.lab.nowNanos() / 1e9).toFixed(3)} s`);
    });
  }

  branch() {
    return this.busy(() => this.lab.branchTo(this.lab.branch.text, `by hand, another way`));
  }

  type(event) {
    event.preventDefault();
    const field = event.target.elements.typed;
    if (field.value.trim()) this.choose(field.value.trim()).then(() => (field.value = ""));
  }

  list(title, entries) {
    if (entries.length === 0) return nothing;
    return html`<h3>${title}</h3><div class="choices">${entries.map((one) => html`
      <button class="plain" ?disabled=${this.isBusy} @click=${() => this.choose(one.text)}><span class="kind">${one.kind}</span><span>${one.text.slice(one.kind.length + 1).replaceAll("->", "→")}</span></button>`)}</div>`;
  }

  timed() {
    const now = (this.lab.nowNanos() / 1e9).toFixed(3);
    return html`<p>Let nothing happen by itself: choose which message arrives next, which alarm expires, and what goes wrong.</p>
      <p class="muted small">What happened until the cursor is written down event by event, as a branch; the run stays as it is.</p>
      <button class="primary" ?disabled=${this.isBusy || !this.lab.run} @click=${() => this.fromHere()}>${icon("hand")} ${this.lab.cursor < 0 ? "Choose from the start" : `Go on by hand from ${now} s`}</button>`;
  }

  manual() {
    const next = this.next;
    if (!next) return html`<p class="muted">Looking at what can happen…</p>`;
    const chosen = formOf(this.lab.branch.text).schedule;
    return html`
      <div class="row"><span class="grow"><strong>${chosen.length} chosen</strong><br><span class="small muted">${(next.atNanos / 1e9).toFixed(4)} s</span></span>
        <button class="small" ?disabled=${this.isBusy || chosen.length === 0} @click=${() => this.undo()}>${icon("undo")} Undo</button>
        <button class="small" ?disabled=${this.isBusy} title="Keep this as it is, and go on in a branch" @click=${() => this.branch()}>${icon("branch")} Branch</button></div>
      ${GROUPS.map(([title, kinds]) => this.list(title, next.events.filter((one) => kinds.includes(one.kind))))}
      ${next.events.length === 0 ? html`<p class="muted">Nothing can happen by itself any more.</p>` : nothing}
      <label class="check"><input type="checkbox" .checked=${!!this.hasMishaps} @change=${(e) => (this.hasMishaps = e.target.checked)}><span>Show what can go wrong, too</span></label>
      ${this.hasMishaps ? WRONG.map(([title, kinds]) => this.list(title, next.mishaps.filter((one) => kinds.includes(one.kind)))) : nothing}
      <form class="row" @submit=${this.type}><input name="typed" aria-label="An event in words" placeholder="or in words: cut P0 - P1"><button type="submit" ?disabled=${this.isBusy}>Add</button></form>
      ${chosen.length > 0 ? html`<details><summary>What was chosen <span class="muted">${chosen.length}</span></summary>
        <ol class="lines">${chosen.map((one) => html`<li><code>${one.text.replaceAll("->", "→")}</code></li>`)}</ol></details>` : nothing}`;
  }

  render() {
    return html`<div class="body scroll stack">${this.isManual ? this.manual() : this.timed()}
      ${this.note ? html`<p class="notice">${this.note}</p>` : nothing}</div>`;
  }
}
customElements.define("lab-hand", LabHand);
