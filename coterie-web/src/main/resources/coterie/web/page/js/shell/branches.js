// The branches of a run as a tree, and two of them side by side.
import { html, nothing, svg } from "lit";
import { styles } from "coterie/shell/styles.js";
import { LightElement } from "coterie/shell/light.js";
import { icon } from "coterie/shell/icons.js";
import { Lab } from "coterie/store.js";
import { firstDifference } from "coterie/shell/differ.js";

const ROW = 44;
const STEP = 18;

/** The branches from the root down, each with its depth and the row of the one it forked from. */
export function rows(branches) {
  const all = [];
  const visit = (branch, depth, from) => {
    const row = all.length;
    all.push({ branch, depth, from });
    branches.filter((one) => one.parent === branch.id).forEach((one) => visit(one, depth + 1, row));
  };
  branches.filter((one) => one.parent === null).forEach((one) => visit(one, 0, -1));
  return all;
}

class LabBranches extends LightElement {
  static properties = { lab: { attribute: false }, renaming: { state: true } };
  static follows = ["run", "branches", "beside"];

  rename(event, id) {
    event.preventDefault();
    this.lab.rename(id, new FormData(event.target).get("title"));
    this.renaming = null;
  }

  edit(id) {
    this.renaming = id;
    this.updateComplete.then(() => this.querySelector("input[name=title]")?.select());
  }

  title({ branch }) {
    if (this.renaming === branch.id) {
      return html`<form class="grow" @submit=${(e) => this.rename(e, branch.id)}><input name="title" aria-label="The name of the branch" .value=${branch.title}
        @keydown=${(e) => e.key === "Escape" && (this.renaming = null)} @blur=${(e) => this.rename({ preventDefault() {}, target: e.target.form }, branch.id)}></form>`;
    }
    const broken = branch.run?.violations.length ?? 0;
    const isCurrent = branch === this.lab.branch;
    return html`<button class="plain name" aria-current=${isCurrent ? "true" : nothing} title=${branch.title} @click=${() => this.lab.select(branch.id)}>
      <span>${branch.title}</span>
      <small class="muted">${branch.parent === null ? "the run as it was chosen" : `from ${(branch.fromNanos / 1e9).toFixed(3)} s`}${broken > 0 ? html` · <b class="bad">${broken} broken promise${broken > 1 ? "s" : ""}</b>` : nothing}</small></button>`;
  }

  render() {
    const all = rows(this.lab.branches);
    const deepest = Math.min(8, Math.max(0, ...all.map((one) => one.depth)));
    const x = (depth) => 14 + STEP * Math.min(depth, deepest);
    const y = (row) => ROW * row + ROW / 2;
    return html`<div class="body scroll">
      ${all.length <= 1 ? html`<p class="muted">There is one run so far. Go to a moment, click with the right button (or press long) on a process, a link or a message, and break something: that makes a branch, and this run stays.</p>` : nothing}
      <div class="tree" style=${styles({ height: `${ROW * all.length}px` })}>
        <svg width=${x(deepest) + 12} height=${ROW * all.length} aria-hidden="true">
          ${all.map((one, row) => one.from < 0 ? nothing : svg`<path d="M${x(all[one.from].depth)} ${y(one.from)}V${y(row) - 8}q0 8 8 8H${x(one.depth)}" fill="none" stroke="var(--line-2)" stroke-width="1.5"></path>`)}
          ${all.map((one, row) => svg`<circle cx=${x(one.depth)} cy=${y(row)} r="5" stroke-width="2" stroke=${one.branch.run?.violations.length ? "var(--together)" : "var(--accent)"} fill=${one.branch === this.lab.branch ? "var(--accent)" : "var(--paper)"}></circle>`)}
        </svg>
        <ul>${all.map((one) => html`<li class=${one.branch === this.lab.branch ? "current" : ""} style=${styles({ paddingLeft: `${x(one.depth) + 12}px` })}>
          ${this.title(one)}
          ${this.renaming === one.branch.id ? nothing : html`<span class="tools">
            ${one.branch === this.lab.branch ? nothing : html`<button class="icon plain small" aria-pressed=${this.lab.besideId === one.branch.id ? "true" : "false"} title="Side by side with the current one" aria-label="Side by side: ${one.branch.title}" @click=${() => this.lab.setBeside(this.lab.besideId === one.branch.id ? null : one.branch.id)}>${icon("sides")}</button>`}
            <button class="icon plain small" title="Rename" aria-label="Rename ${one.branch.title}" @click=${() => this.edit(one.branch.id)}>${icon("edit")}</button>
            ${one.branch.parent === null ? nothing : html`<button class="icon plain small" title="Delete, with all that forked from it" aria-label="Delete ${one.branch.title}" @click=${() => this.lab.remove(one.branch.id)}>${icon("trash")}</button>`}</span>`}
        </li>`)}</ul>
      </div></div>`;
  }
}
customElements.define("lab-branches", LabBranches);

/** The other branch below the current one, at the same time, and what parts them. */
class LabSides extends LightElement {
  static properties = { lab: { attribute: false }, words: { state: true } };
  static follows = ["run", "beside", "branches"];

  firstUpdated() {
    this.lab.addEventListener("cursor", () => this.inStep());
    this.lab.addEventListener("filter", () => this.inStep());
    this.lab.addEventListener("theme", () => this.twin?.tell("theme"));
  }

  inStep() {
    const twin = this.twin;
    if (!twin || !this.lab.run || this.isMoving) return;
    this.isMoving = true;
    if (this.lab.cursor < 0) twin.goto(-1);
    else twin.gotoTime(this.lab.nowNanos());
    if (twin.filter !== this.lab.filter) {
      twin.filter = this.lab.filter;
      twin.tell("filter");
    }
    this.isMoving = false;
  }

  /** A state of its own for the other branch, which follows the time of the first. */
  twinOf(branch) {
    if (this.twin?.branch === branch) return this.twin;
    const twin = new Lab(this.lab.session);
    twin.branches = [branch];
    twin.show(branch);
    twin.addEventListener("cursor", () => {
      if (this.isMoving || twin !== this.twin) return;
      this.isMoving = true;
      this.lab.gotoTime(twin.nowNanos());
      this.isMoving = false;
    });
    this.twin = twin;
    return twin;
  }

  willUpdate(changed) {
    super.willUpdate(changed);
    const other = this.lab?.beside;
    if (!other || !this.lab.run) {
      if (this.twin) this.part(null);
      this.twin = null;
      this.key = null;
      return;
    }
    this.twinOf(other);
    const key = [this.lab.run, other.run];
    if (this.key?.[0] !== key[0] || this.key?.[1] !== key[1]) {
      this.key = key;
      this.difference = firstDifference(other.run, this.lab.run);
      this.words = null;
      this.part(this.difference?.atNanos ?? null);
      this.tell();
      queueMicrotask(() => this.inStep());
    }
  }

  /** Tells the page where the two part, so that the other diagram has the line, too. */
  part(nanos) {
    queueMicrotask(() => this.dispatchEvent(new CustomEvent("parted", { detail: nanos })));
  }

  /** Goes to the first difference, and chooses its event in both. */
  goThere() {
    const { left, right, atNanos } = this.difference;
    this.lab.gotoTime(atNanos);
    if (right < this.lab.run.count) this.lab.choose({ event: right });
    if (left < this.twin.run.count) this.twin.choose({ event: left });
  }

  async tell() {
    const difference = this.difference;
    if (!difference) return;
    const [other, run] = [this.twin.run, this.lab.run];
    const line = async (one, event) => (event < one.count ? `${one.nodes[one.node[event]] ?? ""} ${(await one.lines(event, event + 1))[0]}` : "it ends");
    const words = await Promise.all([line(run, difference.right), line(other, difference.left)]);
    if (this.difference === difference) this.words = words;
  }

  render() {
    const other = this.lab?.beside;
    if (!other || !this.lab.run || !this.twin) return nothing;
    const at = this.difference && (this.difference.atNanos / 1e9).toFixed(6).replace(/\.?0+$/, "");
    return html`
      <div class="parting" role="status">
        ${this.difference ? html`<button class="small" title="Go there" @click=${() => this.goThere()}>First difference: ${at} s</button>
          <span class="parted" title=${this.words?.[0] ?? ""}><b>here</b> <code>${this.words?.[0] ?? "…"}</code></span><span class="parted" title=${this.words?.[1] ?? ""}><b>there</b> <code>${this.words?.[1] ?? "…"}</code></span>`
          : html`<span>No difference: what was changed had no effect.</span>`}
        <button class="icon plain small end" title="One alone" aria-label="Show one alone" @click=${() => this.lab.setBeside(null)}>${icon("close")}</button>
      </div>
      <div class="sidename mine"><span class="dot"></span>${this.lab.branch.title}</div>
      <div class="sidename other-one"><span class="dot"></span>${other.title}</div>
      <lab-diagram class="twin" .lab=${this.twin} .mark=${this.difference?.atNanos ?? null}></lab-diagram>`;
  }
}
customElements.define("lab-sides", LabSides);
