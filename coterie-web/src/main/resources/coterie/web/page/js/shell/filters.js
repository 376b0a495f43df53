// Which events are seen: a search, and what processes, types and layers are of interest.
import { html, nothing } from "lit";
import { LightElement } from "coterie/shell/light.js";
import { icon } from "coterie/shell/icons.js";
import { KIND } from "coterie/session.js";
import { stepBy } from "coterie/shell/steps.js";

class LabFilters extends LightElement {
  static properties = { lab: { attribute: false }, isOpen: { state: true } };
  static follows = ["run", "filter", "cursor"];

  firstUpdated() {
    addEventListener("pointerdown", (event) => {
      if (this.isOpen && !event.composedPath().includes(this)) this.isOpen = false;
    }, true);
  }

  /** What the run has, counted once. */
  get found() {
    const run = this.lab.run;
    if (this.counted?.run === run) return this.counted;
    const labels = new Map();
    const channels = new Map();
    for (let i = 0; i < run.count; i++) {
      const kind = run.kind[i];
      if (kind > KIND.expired || kind === KIND.unreachable) continue;
      if (!channels.has(run.channel[i])) channels.set(run.channel[i], new Set());
      if (kind !== KIND.sent) continue;
      const label = run.labelOf(i);
      labels.set(label, (labels.get(label) ?? 0) + 1);
      channels.get(run.channel[i]).add(label);
    }
    this.counted = { run, labels, channels };
    return this.counted;
  }

  toggle(key, value, all) {
    const now = this.lab.filter[key] ?? new Set(all);
    const next = new Set(now);
    if (!this.lab.filter[key]) {
      next.clear();
      next.add(value); // The first click means: this one alone.
    } else if (!next.delete(value)) next.add(value);
    this.lab.setFilter({ [key]: next.size === 0 || next.size === all.length ? null : next });
  }

  chips(title, key, all) {
    if (all.length < 2) return nothing;
    const chosen = this.lab.filter[key];
    const values = all.map((one) => one.value);
    return html`<h3>${title}</h3><div class="row wrap chips">${all.map((one) => html`
      <button class="small" aria-pressed=${chosen?.has(one.value) ? "true" : "false"} title=${one.hint ?? ""} @click=${() => this.toggle(key, one.value, values)}>${one.text}${one.count === undefined ? nothing : html` <small class="muted">${one.count}</small>`}</button>`)}</div>`;
  }

  menu() {
    const { labels, channels } = this.found;
    const types = [...labels].sort((a, b) => b[1] - a[1]).map(([value, count]) => ({ value, text: value, count: count.toLocaleString("en") }));
    const layers = [...channels].filter(([, names]) => names.size > 0).map(([value, names]) => ({ value, text: [...names].slice(0, 2).join(", ") + (names.size > 2 ? "…" : ""), hint: [...names].join(", ") }));
    return html`<div class="popover" @keydown=${(e) => e.key === "Escape" && (this.isOpen = false)}>
      ${this.chips("Processes", "nodes", this.lab.run.nodes.map((text, value) => ({ text, value })))}
      ${this.chips("Messages", "labels", types)}
      ${this.chips("Layers, by their messages", "channels", layers)}
      <label class="check"><input type="checkbox" .checked=${this.lab.filter.routine} @change=${(e) => this.lab.setFilter({ routine: e.target.checked })}><span>Show what changed nothing, such as most heartbeats</span></label>
      <button class="small" ?disabled=${this.active === 0} @click=${() => this.lab.setFilter({ nodes: null, labels: null, channels: null, kinds: null })}>Show everything again</button>
    </div>`;
  }

  get active() {
    const { nodes, labels, channels, kinds } = this.lab.filter;
    return [nodes, labels, channels, kinds].filter(Boolean).length;
  }

  search(event) {
    const words = event.target.value;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.lab.setFilter({ words }), 200);
  }

  key(event) {
    if (event.key === "Enter") {
      event.preventDefault();
      clearTimeout(this.timer);
      this.lab.setFilter({ words: event.target.value }).then(() => stepBy(this.lab, "hit", event.shiftKey ? -1 : 1));
    } else if (event.key === "Escape") {
      event.target.value = "";
      this.lab.setFilter({ words: "" });
      event.target.blur();
    }
  }

  render() {
    const { lab } = this;
    const hits = lab.found ? [...lab.found] : null;
    const place = hits ? hits.filter((event) => event <= lab.cursor).length : 0;
    return html`
      <div class="row search"><span class="icon muted">${icon("search")}</span><input type="search" placeholder="Search events" aria-label="Search events" .value=${lab.filter.words} @input=${this.search} @keydown=${this.key}></div>
      ${hits ? html`<span class="row tight hits"><span class="small muted" role="status">${hits.length === 0 ? "no event" : `${place} of ${hits.length.toLocaleString("en")}`}</span>
        <button class="icon plain small" title="Back to the last hit (G)" aria-label="Back to the last hit" @click=${() => stepBy(lab, "hit", -1)}>${icon("back")}</button>
        <button class="icon plain small" title="On to the next hit (g)" aria-label="On to the next hit" @click=${() => stepBy(lab, "hit", 1)}>${icon("next")}</button></span>` : nothing}
      <div class="drop"><button class="plain" aria-expanded=${this.isOpen ? "true" : "false"} aria-pressed=${this.active > 0 ? "true" : "false"} ?disabled=${!lab.run} @click=${() => (this.isOpen = !this.isOpen)}>${icon("filter")}<span class="wide">Filter${this.active > 0 ? ` (${this.active})` : ""}</span></button>
        ${this.isOpen && lab.run ? this.menu() : nothing}</div>
      <button class="plain wide" aria-pressed=${lab.filter.routine ? "true" : "false"} title="Show what changed nothing, such as most heartbeats (r)" @click=${() => lab.setFilter({ routine: !lab.filter.routine })}>Routine</button>`;
  }
}
customElements.define("lab-filters", LabFilters);
