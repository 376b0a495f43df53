// Protocols of one kind side by side: controls, progress, and the charts of what has come so far.
import { html, nothing } from "lit";
import { LightElement } from "coterie/shell/light.js";
import { Campaign } from "coterie/compare/campaign.js";
import { showComparison } from "coterie/compare/chart.js";
import { CONDITIONS, OF_KIND, VARY, fromWord, planText, textOf } from "coterie/compare/plan.js";

const WAIT_MILLIS = 220;
const TITLES = { detectors: "Detectors", elections: "Elections", locks: "Locks" };

const CSS = `
lab-compare { display: block; min-height: 0; height: 100%; overflow: auto; container-type: inline-size; scrollbar-gutter: stable; }
.compare { display: grid; grid-template-columns: 320px minmax(0, 1fr); min-height: 100%; }
.compare > .asked { border-right: 1px solid var(--line); background: var(--paper-2); padding: 16px; display: grid; gap: 16px; align-content: start; }
.compare > .shown { padding: 16px 24px 32px; display: grid; gap: 16px; align-content: start; min-width: 0; }
.compare .seg { display: grid; grid-template-columns: repeat(3, 1fr); border: 1px solid var(--line-2); border-radius: var(--radius); overflow: hidden; background: var(--paper); }
.compare .seg button { border: 0; border-radius: 0; padding: 0 4px; }
.compare .seg button + button { border-left: 1px solid var(--line-2); }
.compare .seg button:focus-visible { outline-offset: -2px; }
.compare fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 4px; min-width: 0; }
.compare legend { font-size: var(--t-1); font-weight: 600; color: var(--ink-3); padding: 0; margin-bottom: 4px; }
.compare .slide { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 8px; font-size: var(--t-2); align-items: baseline; }
.compare .slide output { font-weight: 600; }
.compare .slide input { grid-column: 1 / -1; width: 100%; margin: 4px 0; accent-color: var(--accent); min-height: 20px; }
.compare .slide.off { color: var(--ink-3); }
.compare .slide.off output { font-weight: 400; }
.compare .who { display: grid; gap: 0; }
.compare .who + .who { border-top: 1px solid var(--line); padding-top: 4px; }
.compare .who .check { font-weight: 600; }
.compare .who .slide { padding-left: 24px; font-size: var(--t-1); }
.compare .more { display: grid; gap: 16px; }
.compare details .more { padding-top: 8px; }
.compare .head { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; min-height: 40px; }
.compare .head h2 { font-size: var(--t-4); }
.compare .head .state { margin-left: auto; display: flex; gap: 12px; align-items: center; color: var(--ink-3); }
.compare progress { width: 160px; height: 8px; accent-color: var(--accent); }
.compare .results { min-width: 0; }
.compare .results.stale { opacity: .55; }
@container (max-width: 820px) {
  .compare { grid-template-columns: minmax(0, 1fr); }
  .compare > .asked { border-right: 0; border-bottom: 1px solid var(--line); padding: 12px 16px; }
  .compare > .shown { padding: 12px 16px 32px; }
  .compare .head .state { margin-left: 0; width: 100%; flex-wrap: wrap; }
}
@container (min-width: 1900px) {
  .compare { grid-template-columns: 380px minmax(0, 1fr); }
  .compare > .shown { padding: 24px 32px; }
}
`;
const sheet = new CSSStyleSheet();
sheet.replaceSync(CSS);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

class LabCompare extends LightElement {
  static properties = { kinds: { state: true }, kind: { state: true }, campaign: { state: true }, tick: { state: true }, failure: { state: true }, isNarrow: { state: true } };
  static follows = [];

  constructor() {
    super();
    this.kinds = null;
    this.kind = "detectors";
    this.asked = {}; // by kind: {values, vary, entrants, crash}
    this.campaign = null;
    this.failure = "";
    this.tick = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.again2 ??= () => this.view?.redraw();
    if (this.isLeft) this.campaign?.run();
    this.isLeft = false;
    this.sized ??= new ResizeObserver(() => {
      const isNarrow = this.clientWidth <= 820;
      if (isNarrow !== this.isNarrow && this.clientWidth > 0) this.isNarrow = isNarrow;
    });
    this.sized.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sized.disconnect();
    this.isLeft = this.campaign?.state === "running"; // It goes on when somebody comes back.
    if (this.isLeft) this.campaign.stop();
    this.themed?.removeEventListener("theme", this.again2);
    this.themed = null;
  }

  willUpdate(changed) {
    super.willUpdate(changed);
    if (this.lab && this.themed !== this.lab) {
      this.themed?.removeEventListener("theme", this.again2);
      this.themed = this.lab;
      this.lab.addEventListener("theme", this.again2);
    }
    if (changed.has("lab") && this.lab && !this.kinds) this.load();
  }

  async load() {
    try {
      this.kinds = (await this.lab.session.ask("compare-kinds")).answer;
      for (const kind of this.kinds) this.asked[kind.kind] = this.fresh(kind);
      this.start();
    } catch (e) {
      this.failure = e.message;
    }
  }

  /** What is asked for before anybody has moved anything. */
  fresh(kind) {
    const of = OF_KIND[kind.kind];
    const values = {};
    for (const key of of.keys) values[key] = fromWord(key, kind.defaults[key]);
    return {
      kind: kind.kind,
      values,
      vary: "nodes",
      crash: kind.defaults.crash ?? "leader",
      entrants: kind.entrants.map((one) => ({
        name: one.name,
        summary: one.summary,
        isIn: of.entrants.includes(one.name),
        setting: "",
        knob: one.knob?.value ?? "",
        knobs: one.knob ? { ...one.knob, values: within(one.knob.values, one.knob.value) } : null,
      })),
    };
  }

  get now() {
    return this.asked[this.kind];
  }

  choose(kind) {
    this.kind = kind;
    this.start();
  }

  /** Runs what is asked for now, a moment after the last change. */
  later() {
    this.tick++;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(), WAIT_MILLIS);
  }

  start() {
    clearTimeout(this.timer);
    this.campaign?.close();
    if (!this.now.entrants.some((one) => one.isIn)) {
      this.campaign = null;
      this.failure = "Choose at least one protocol.";
      return;
    }
    this.failure = "";
    this.began = performance.now();
    const campaign = new Campaign(this.lab.session, this.kind, planText(this.now), (one) => this.drawn(one));
    this.campaign = campaign;
    campaign.run();
  }

  drawn(campaign) {
    if (campaign !== this.campaign) return;
    this.tick++;
    if (campaign.state === "failed") this.failure = campaign.error;
    const isEarly = campaign.done < campaign.data?.rows.length && performance.now() - this.began < 900;
    if (campaign.data && !(isEarly && this.view)) this.draw(campaign.data);
  }

  draw(data) {
    const box = this.querySelector(".results");
    if (!box) return;
    this.shown = data.comparison;
    if (!this.view) this.view = showComparison(box, data, { open: (run) => this.open(run) });
    else this.view.update(data);
  }

  /** Shows a run in the laboratory. */
  open({ text, title }) {
    this.campaign?.stop();
    this.tick++;
    this.dispatchEvent(new CustomEvent("lab-open", { detail: { text, title } }));
  }

  render() {
    if (!this.kinds) return html`<div class="placeholder">${this.failure || "The protocols are being read."}</div>`;
    return html`
      <div class="compare">
        <div class="asked">${this.controls()}</div>
        <div class="shown">
          <div class="head">
            <h2>${this.kinds.find((one) => one.kind === this.kind)?.title}</h2>
            ${this.progress()}
          </div>
          ${this.failure ? html`<p class="notice" role="alert">${this.failure}</p>` : nothing}
          <div class="results ${this.campaign?.data && this.campaign.data.comparison === this.shown ? "" : "stale"}"></div>
        </div>
      </div>`;
  }

  progress() {
    const one = this.campaign;
    if (!one) return nothing;
    const seconds = one.millis / 1000;
    const isGoing = one.state === "running" || one.state === "new";
    const text = one.state === "over"
      ? `${one.of} runs in ${seconds.toFixed(1)} s`
      : one.state === "failed" ? "failed" : one.of ? `${one.done} of ${one.of} runs${one.state === "stopped" ? ", stopped" : ""}` : "begins";
    return html`<div class="state">
      ${one.state === "over" ? nothing : html`<progress max=${one.of || 1} .value=${one.done} aria-label="runs done"></progress>`}
      <span role="status">${text}</span>
      ${isGoing ? html`<button class="small" @click=${() => { one.stop(); this.tick++; }}>Stop</button>`
        : one.state === "stopped" ? html`<button class="small" @click=${() => { one.run(); this.tick++; }}>Go on</button>`
          : one.state === "failed" ? html`<button class="small" @click=${() => this.start()}>Again</button>`
            : html`<button class="small" @click=${() => this.reseed()}>Other seeds</button>`}
    </div>`;
  }

  /** The same with seeds that were not used yet. */
  reseed() {
    this.now.seed = (this.now.seed ?? 1) + this.now.values.seeds;
    this.start();
  }

  controls() {
    const now = this.now;
    const of = OF_KIND[this.kind];
    return html`
      <div class="seg" role="group" aria-label="what is compared">
        ${Object.entries(TITLES).map(([kind, title]) => html`<button aria-pressed=${String(this.kind === kind)} @click=${() => this.choose(kind)}>${title}</button>`)}
      </div>
      <label class="field"><span>compare over</span>
        <select .value=${now.vary} @change=${(event) => { now.vary = event.target.value; this.start(); }}>
          ${of.vary.map((key) => html`<option value=${key} ?selected=${key === now.vary}>${VARY[key]}</option>`)}
        </select>
      </label>
      ${this.isNarrow ? html`<details><summary>Protocols and conditions</summary>${this.details(now, of)}</details>` : this.details(now, of)}`;
  }

  details(now, of) {
    return html`
      <div class="more">
      <fieldset><legend>protocols</legend>${now.entrants.map((one) => this.entrant(one))}</fieldset>
      <fieldset><legend>what all of them go through</legend>
        ${this.kind === "elections" ? html`<label class="field"><span>who crashes</span>
          <select @change=${(event) => { now.crash = event.target.value; this.start(); }}>
            ${["leader", "follower"].map((role) => html`<option value=${role} ?selected=${role === now.crash}>a ${role}</option>`)}
          </select></label>` : nothing}
        ${of.keys.map((key) => this.slider(key))}
      </fieldset>
      <p class="small muted">Times are simulated. Traffic is counted in messages; <code>./coterie compare</code> counts bytes, too.</p>
      </div>`;
  }

  slider(key) {
    const now = this.now;
    const { label, steps, vary } = CONDITIONS[key];
    const isVaried = now.vary === key;
    const at = steps.indexOf(now.values[key]);
    const text = isVaried ? `${textOf(key, vary[0])} to ${textOf(key, vary.at(-1))}` : textOf(key, now.values[key]);
    return html`<label class="slide ${isVaried ? "off" : ""}"><span>${label}</span><output>${text}</output>
      <input type="range" min="0" max=${steps.length - 1} .value=${String(at)} ?disabled=${isVaried} aria-label=${label} aria-valuetext=${text}
        @input=${(event) => { now.values[key] = steps[Number(event.target.value)]; this.later(); }}></label>`;
  }

  entrant(one) {
    const now = this.now;
    const values = one.knobs?.values ?? [];
    const isVaried = now.vary === "knob";
    const text = isVaried ? `${values[0]} to ${values.at(-1)}` : one.knob;
    return html`<div class="who">
      <label class="check" title=${one.summary}><input type="checkbox" .checked=${one.isIn} @change=${(event) => { one.isIn = event.target.checked; this.later(); }}>${one.name}</label>
      ${one.isIn && one.knobs ? html`<label class="slide ${isVaried ? "off" : ""}" title=${one.knobs.help}><span>${one.knobs.setting}</span><output>${text}</output>
        <input type="range" min="0" max=${values.length - 1} .value=${String(values.indexOf(one.knob))} ?disabled=${isVaried} aria-label="${one.name}: ${one.knobs.setting}" aria-valuetext=${text}
          @input=${(event) => { one.knob = values[Number(event.target.value)]; one.setting = one.knob === one.knobs.value ? "" : one.knobs.setting; this.later(); }}></label>` : nothing}
    </div>`;
  }
}

/** The values with the one that is set now, at its place. */
function within(values, value) {
  if (values.includes(value)) return values;
  const size = (text) => Number.parseFloat(text) * (text.endsWith("ms") ? 0.001 : 1);
  return [...values, value].sort((a, b) => size(a) - size(b));
}

customElements.define("lab-compare", LabCompare);
