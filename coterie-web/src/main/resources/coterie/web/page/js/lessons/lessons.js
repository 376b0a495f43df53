// The lessons: a list of cards, and the one that is open. Progress is kept as long as the page is.
import { html, nothing } from "lit";
import { LightElement } from "coterie/shell/light.js";
import { icon } from "coterie/lessons/icon.js";
import { picture } from "coterie/lessons/pictures.js";
import { adopt } from "coterie/lessons/styles.js";
import "coterie/lessons/lesson.js";

/** What was seen and answered, by the name of the lesson. */
const progress = new Map();

/** The lesson that presents the run of the laboratory by the sentences that its scenario says. */
const OWN = "your-run";

const nameOf = (hash) => /^#lessons\/([a-z0-9-]+)$/.exec(hash)?.[1] ?? null;

class LabLessons extends LightElement {
  static properties = { lab: { attribute: false }, all: { state: true }, open: { state: true }, missing: { state: true } };
  static follows = [];

  constructor() {
    super();
    this.all = null;
    this.open = null;
    this.hear = () => this.readAddress();
    this.hearLater = () => setTimeout(this.hear); // The shell writes an address of which no event tells.
  }

  connectedCallback() {
    super.connectedCallback();
    adopt();
    addEventListener("hashchange", this.hear);
    addEventListener("popstate", this.hear);
    addEventListener("click", this.hearLater);
    addEventListener("change", this.hearLater);
    this.readAddress();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.hear);
    removeEventListener("popstate", this.hear);
    removeEventListener("click", this.hearLater);
    removeEventListener("change", this.hearLater);
  }

  async loadAll() {
    this.all ??= await fetch("lessons/index.json").then((response) => {
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      return response.json();
    });
    return this.all;
  }

  /** #lessons is the list, #lessons/NAME a lesson. */
  async readAddress() {
    if (!location.hash.startsWith("#lessons") && this.all) return;
    const name = nameOf(location.hash);
    if (this.all && this.wanted === name) return;
    this.wanted = name;
    try {
      const all = await this.loadAll();
      const found = name === null ? null : await this.load(all, name);
      if (this.wanted !== name) return;
      this.missing = name !== null && !found ? `There is no lesson “${name}”.` : null;
      this.open = found;
    } catch (e) {
      this.missing = `The lessons could not be loaded: ${e.message}.`;
      this.open = null;
    }
  }

  async load(all, name) {
    if (name === OWN) return { name, title: "Your run", promise: "", own: true, steps: [] };
    const card = all.find((one) => one.name === name);
    if (!card) return null;
    const response = await fetch(`lessons/${name}.json`);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return { ...card, ...(await response.json()) };
  }

  progressOf(name) {
    if (!progress.has(name)) progress.set(name, { seen: new Set(), solved: new Set(), at: 0 });
    return progress.get(name);
  }

  go(name) {
    history.pushState(null, "", name ? `#lessons/${name}` : "#lessons");
    this.readAddress();
  }

  /** The lesson after the open one, if there is one. */
  next() {
    const at = this.all.findIndex((one) => one.name === this.open.name);
    return at < 0 ? null : this.all[at + 1] ?? null;
  }

  card(one, i) {
    const { seen, solved } = this.progressOf(one.name);
    const isDone = seen.size >= one.steps && solved.size >= one.questions;
    return html`<li><a class="lessoncard ${isDone ? "done" : ""}" href="#lessons/${one.name}" @click=${(e) => { if (e.metaKey || e.ctrlKey || e.shiftKey) return; e.preventDefault(); this.go(one.name); }}>
      <span class="lessonpicture">${picture(one.picture)}</span>
      <span class="lessonwords"><span class="lessonnumber">${i + 1} · ${one.topic}</span><strong>${one.title}</strong><span class="promise">${one.promise}</span></span>
      <span class="lessonfoot"><span>${one.steps} steps, ${one.questions === 1 ? "1 question" : `${one.questions} questions`}</span>
        ${isDone ? html`<span class="ok">${icon("check")} done</span>` : seen.size > 0 ? html`<span>${solved.size} of ${one.questions} answered</span>` : nothing}</span>
      ${seen.size > 0 ? html`<progress max=${one.steps} value=${Math.min(seen.size, one.steps)} aria-label="Steps seen"></progress>` : nothing}
    </a></li>`;
  }

  render() {
    if (this.open) {
      return html`<lab-lesson .lab=${this.lab} .lesson=${this.open} .progress=${this.progressOf(this.open.name)} .next=${this.next()}
        @lesson-close=${() => this.go(null)} @lesson-next=${() => this.go(this.next()?.name ?? null)}></lab-lesson>`;
    }
    const done = this.all?.filter((one) => this.progressOf(one.name).solved.size >= one.questions && this.progressOf(one.name).seen.size >= one.steps).length ?? 0;
    return html`<div class="lessonlist">
      <header><h1>Lessons</h1>
        <p>Short stories told by real runs. Read a step, look at the picture, then change something and see what comes of it. Nothing can break that does not mend when you go back.</p>
        ${done > 0 ? html`<p class="muted small">${done} of ${this.all.length} done since you opened the page.</p>` : nothing}</header>
      ${this.missing ? html`<p class="notice">${this.missing}</p>` : nothing}
      ${this.all ? html`<ol class="lessoncards">${this.all.map((one, i) => this.card(one, i))}
        <li><a class="lessoncard plaincard" href="#lessons/${OWN}" @click=${(e) => { e.preventDefault(); this.go(OWN); }}>
          <span class="lessonwords"><span class="lessonnumber">for talks</span><strong>Present your own run</strong>
          <span class="promise">Shows the run of the laboratory in large type, one step for each sentence that its scenario says with “at 2 say …”.</span></span></a></li></ol>`
        : this.missing ? nothing : html`<div class="placeholder">Loading…</div>`}
    </div>`;
  }
}
customElements.define("lab-lessons", LabLessons);
