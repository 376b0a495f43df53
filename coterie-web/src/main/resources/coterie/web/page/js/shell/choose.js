// What is run: a protocol with its settings as a form, a scenario as text, or one of the examples.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { LightElement } from "coterie/shell/light.js";
import { icon } from "coterie/shell/icons.js";
import { above, append, formOf, put, startOf, titleOf, without } from "coterie/shell/scenario-text.js";
import "coterie/shell/editor.js";
import "coterie/shell/faults.js";

const FAMILIES = { election: "Elections", detector: "Failure detectors", membership: "Membership", lock: "Mutual exclusion", clock: "Clocks", store: "Stores" };
const TABS = { form: "Form", text: "Text", examples: "Examples" };

class LabChoose extends LightElement {
  static properties = {
    lab: { attribute: false }, tab: { state: true }, draft: { state: true }, catalogue: { state: true },
    examples: { state: true }, search: { state: true }, note: { state: true },
  };
  static follows = ["run", "error", "branches", "progress"];

  constructor() {
    super();
    this.tab = "form";
    this.draft = "";
    this.shown = null;
    this.search = "";
  }

  firstUpdated() {
    this.lab.addEventListener("run", () => this.take());
    this.take();
    this.lab.protocols().then((all) => (this.catalogue = all), (e) => (this.note = e.message));
  }

  /** Another branch is shown: its text is what the form and the editor are about. */
  take() {
    if (!this.lab.branch || this.lab.branch === this.shown) return;
    this.shown = this.lab.branch;
    this.draft = this.shown.text;
  }

  get isChanged() {
    return this.draft !== (this.lab.branch?.text ?? "");
  }

  async loadExamples() {
    if (this.examples) return;
    try {
      const response = await fetch("scenarios/index.json");
      if (!response.ok) throw new Error(String(response.status));
      this.examples = await response.json();
    } catch {
      this.examples = [];
    }
  }

  open(tab) {
    this.tab = tab;
    if (tab === "examples") this.loadExamples();
  }

  async run(title = titleOf(this.draft)) {
    clearTimeout(this.timer);
    await this.lab.open(this.draft, title || "start");
    if (!this.lab.error) this.dispatchEvent(new CustomEvent("opened", { bubbles: true }));
  }

  /** A change by the form is run at once, unless branches would be lost by it. */
  change(text) {
    this.note = "";
    this.draft = text;
    clearTimeout(this.timer);
    if (this.lab.branches.length <= 1) this.timer = setTimeout(() => this.run(), 350);
  }

  set(key, value) {
    this.change(put(this.draft, key, value));
  }

  chooseProtocol(name) {
    this.draft = startOf(name);
    this.run();
  }

  roll() {
    this.set("seed", String(1 + Math.floor(Math.random() * 999_999)));
  }

  // ---- the form

  number(label, key, fallback, more = {}) {
    const value = formOf(this.draft).at(key);
    return html`<label class="field"><span>${label}</span><input .value=${live(value ?? "")} placeholder=${fallback}
      inputmode=${more.mode ?? "decimal"} @change=${(e) => this.set(key, e.target.value.trim() || null)}></label>`;
  }

  setting(setting, settings) {
    const value = settings.get(setting.name);
    const key = `set ${setting.name}`;
    const put = (next) => this.set(key, next === "" || next === setting.fallback ? null : next);
    const help = html`<span class="help" id=${"help-" + setting.name}>${setting.help}</span>`;
    const changed = value !== undefined && value !== setting.fallback ? "changed" : "";
    if (setting.kind === "flag") {
      return html`<div class="setting ${changed}"><label class="check"><input type="checkbox" .checked=${live((value ?? setting.fallback) === "true")}
        @change=${(e) => put(String(e.target.checked))}><span>${setting.name}</span></label>${help}</div>`;
    }
    const field = setting.words?.length > 0
      ? html`<select aria-describedby=${"help-" + setting.name} @change=${(e) => put(e.target.value)}>
          ${setting.words.map((word) => html`<option .selected=${live(word === (value ?? setting.fallback))}>${word}</option>`)}</select>`
      : html`<input aria-describedby=${"help-" + setting.name} .value=${live(value ?? "")} placeholder=${setting.fallback} @change=${(e) => put(e.target.value.trim())}>`;
    return html`<div class="setting ${changed}"><label class="field"><span>${setting.name}</span>${field}</label>${help}</div>`;
  }

  form() {
    const form = formOf(this.draft);
    const name = form.at("protocol");
    const recipe = this.catalogue?.find((one) => one.name === name);
    const families = Object.entries(FAMILIES).map(([family, title]) => [title, (this.catalogue ?? []).filter((one) => one.family === family)]);
    const nodes = this.lab.run?.nodes ?? [];
    const network = ["latency", "loss", "duplicate", "reorder"].filter((key) => form.at(key) !== null);
    const changed = recipe?.settings.filter((one) => form.settings.has(one.name)).length ?? 0;
    return html`
      <label class="field"><span>Protocol</span>
        <select @change=${(e) => this.chooseProtocol(e.target.value)}>
          ${recipe || !name ? nothing : html`<option selected>${name}</option>`}
          ${families.map(([title, all]) => all.length === 0 ? nothing : html`<optgroup label=${title}>
            ${all.map((one) => html`<option value=${one.name} .selected=${live(one.name === name)}>${one.name}</option>`)}</optgroup>`)}
        </select></label>
      ${recipe ? html`<p class="summary">${capital(recipe.summary)}.</p>` : nothing}
      <div class="three">
        ${this.number("Processes", "nodes", "4", { mode: "numeric" })}
        ${this.number("Until (s)", "until", "300")}
        <label class="field"><span>Seed</span><span class="row tight"><input .value=${live(form.at("seed") ?? "")} placeholder="1" inputmode="numeric"
          @change=${(e) => this.set("seed", e.target.value.trim() || null)}>
          <button class="icon plain" title="Another seed" aria-label="Another seed" @click=${this.roll}>${icon("dice")}</button></span></label>
      </div>
      <details open><summary>Faults and calls <span class="muted">${form.faults.length || ""}</span></summary>
        <ul class="lines">${form.faults.map((one) => html`<li><code>${one.text}</code>
          <button class="icon plain small" title="Take this line out" aria-label="Take out: ${one.text}" @click=${() => this.change(without(this.draft, one.line))}>${icon("close")}</button></li>`)}</ul>
        ${form.isManual ? html`<p class="muted small">Every event of this run is chosen: see “By hand”.</p>`
          : html`<details class="inner"><summary>Add a fault or a call</summary>
            <lab-faults .lab=${this.lab} .nodes=${nodes} .family=${recipe?.family} @line=${(e) => this.change(append(this.draft, e.detail))}></lab-faults></details>`}
      </details>
      ${form.isManual ? nothing : html`
      <details><summary>Network <span class="muted">${network.map((key) => `${key} ${form.at(key)}`).join(", ")}</span></summary>
        <label class="field"><span>Latency</span><input list="latencies" .value=${live(form.at("latency") ?? "")} placeholder=${recipe?.latency ?? ""}
          @change=${(e) => this.set("latency", e.target.value.trim() || null)}></label>
        <datalist id="latencies"><option>instant</option><option>10ms</option><option>uniform:1ms,5ms</option><option>uniform:10ms,100ms</option>
          <option>normal:20ms,5ms</option><option>lognormal:10ms,1</option><option>exponential:20ms</option></datalist>
        <div class="two">${this.number("Messages lost", "loss", "0")}${this.number("Messages doubled", "duplicate", "0")}</div>
      </details>`}
      <details><summary>Settings <span class="muted">${changed > 0 ? `${changed} changed` : ""}</span></summary>
        ${recipe?.settings.map((one) => this.setting(one, form.settings))}
      </details>`;
  }

  // ---- examples

  list() {
    if (!this.examples) return html`<p class="muted">Reading the examples…</p>`;
    if (this.examples.length === 0) return html`<p class="muted">The examples are not here: this copy of the page came without them.</p>`;
    const words = this.search.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.examples.filter((one) => words.every((word) => `${one.name} ${one.title}`.toLowerCase().includes(word)));
    return html`
      <input type="search" placeholder="Search ${this.examples.length} scenarios" aria-label="Search the scenarios" .value=${this.search} @input=${(e) => (this.search = e.target.value)}>
      <ul class="examples">${found.map((one) => html`<li><button class="plain" @click=${() => this.pick(one)}>
        <strong>${one.name}</strong><span>${one.title}</span></button></li>`)}</ul>
      ${found.length === 0 ? html`<p class="muted">No scenario has these words.</p>` : nothing}`;
  }

  pick(example) {
    this.draft = above(example.text);
    this.run(example.name);
  }

  render() {
    const keepsBranches = this.isChanged && this.lab.branches.length > 1;
    return html`
      <div class="tabs pad" role="tablist" aria-label="How to choose a scenario">${Object.entries(TABS).map(([name, title]) => html`
        <button role="tab" aria-selected=${this.tab === name} @click=${() => this.open(name)}>${title}</button>`)}</div>
      <div class="scroll body">
        ${this.tab === "form" ? this.form() : this.tab === "examples" ? this.list()
          : html`<lab-editor .lab=${this.lab} .text=${this.draft} @draft=${(e) => (this.draft = e.detail)} @wanted=${() => this.run()}></lab-editor>`}
        ${this.lab.error && this.tab !== "text" ? html`<p class="notice">${this.lab.error.line ? html`<button class="link" @click=${() => this.open("text")}>Line ${this.lab.error.line}</button>: ` : nothing}${this.lab.error.message}</p>` : nothing}
        ${this.note ? html`<p class="notice">${this.note}</p>` : nothing}
      </div>
      ${this.tab !== "examples" && this.isChanged ? html`<div class="foot">
        ${keepsBranches ? html`<p class="muted small">A new run begins a new tree; its ${this.lab.branches.length - 1} branch${this.lab.branches.length > 2 ? "es are" : " is"} given up.</p>` : nothing}
        <div class="row"><button class="primary grow" ?disabled=${!!this.lab.progress} @click=${() => this.run()}>${icon("play")} Run</button>
        <button class="plain" @click=${() => (this.draft = this.lab.branch?.text ?? "")}>Undo changes</button></div></div>` : nothing}`;
  }
}
customElements.define("lab-choose", LabChoose);

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
