// What a process knows at the cursor, which fields the last event changed, and how a field went on.
import { css, html, nothing, svg } from "lit";
import { timeText } from "coterie/session.js";
import { momentsOf } from "coterie/views/moment.js";
import { View } from "coterie/views/base.js";

const WATCHED_MAX = 6;

class LabInspector extends View {
  static properties = { lab: { attribute: false }, node: { state: true }, watched: { state: true } };

  static styles = [View.styles, css`
    .who { display: flex; flex-wrap: wrap; gap: 4px; margin-bottom: 8px; }
    .who button { min-height: 28px; padding: 0 8px; font-size: var(--t-1); }
    .who .down { text-decoration: line-through; color: var(--ink-3); }
    .is { font-size: var(--t-1); color: var(--ink-2); margin-bottom: 8px; }
    table { width: 100%; table-layout: fixed; }
    td, th { padding: 4px 8px 4px 0; border-bottom: 1px solid var(--line); vertical-align: middle; overflow-wrap: anywhere; }
    th { width: 34%; font-weight: 400; color: var(--ink-2); }
    td:last-child { width: 72px; text-align: right; padding-right: 0; }
    tr.new th { box-shadow: inset 3px 0 0 var(--waiting); padding-left: 8px; color: var(--ink); font-weight: 600; }
    .was { color: var(--ink-3); text-decoration: line-through; }
    .value { white-space: pre-wrap; }
    .strip { display: block; width: 100%; height: 44px; margin: 4px 0 2px; background: var(--paper-2); border-radius: 4px; cursor: pointer; touch-action: none; }
    .strip .line { fill: none; stroke: var(--accent); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
    .strip .now { stroke: var(--ink); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
    .strip .gone { fill: var(--down); opacity: .35; }
    .strip .even { fill: var(--accent); opacity: .18; }
    .strip .odd { fill: var(--accent); opacity: .38; }
    .strip .edge { stroke: var(--accent); stroke-width: 1; vector-effect: non-scaling-stroke; }
    .watch { border-top: 1px solid var(--line); padding: 8px 0; }
    .watch header { display: flex; gap: 8px; align-items: baseline; font-size: var(--t-1); min-width: 0; }
    .watch header span { flex: 1 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .ends { display: flex; justify-content: space-between; font-size: 10px; color: var(--ink-3); }
  `];

  constructor() {
    super();
    this.node = 0;
    this.watched = [];
  }

  willUpdate(changed) {
    super.willUpdate(changed);
    const run = this.run;
    const selection = this.lab?.selection;
    if (run && selection !== this.seen) {
      this.seen = selection;
      if (selection?.node >= 0) this.node = selection.node;
      else if (selection?.event >= 0 && run.node[selection.event] >= 0) this.node = run.node[selection.event];
    }
    if (run && this.node >= run.nodes.length) this.node = 0;
  }

  render() {
    const run = this.run;
    if (!run) return this.empty("Start a run, and what each process knows is shown here.");
    const cursor = this.lab.cursor;
    const states = cursor < 0 ? null : this.latest("states", cursor, () => run.states(cursor));
    const nanos = this.lab.nowNanos();
    const moments = momentsOf(run);
    const bands = moments.statesOf(this.node, nanos);
    return html`<div class="all">
      ${run.nodes.length > 24 ? html`<select aria-label="Process" .value=${String(this.node)} @change=${(e) => this.choose({ node: Number(e.target.value) })}>
          ${run.nodes.map((name, i) => html`<option value=${i} ?selected=${i === this.node}>${name}</option>`)}</select>`
        : html`<div class="who" role="group" aria-label="Process">${run.nodes.map((name, i) => html`<button aria-pressed=${i === this.node} class=${moments.isDown(i, nanos) ? "down" : ""}
          @click=${() => this.choose({ node: i })} @contextmenu=${(e) => this.menu(e, { node: i })}>${name}</button>`)}</div>`}
      <p class="is">${bands.length ? bands.map((band) => band.label.replaceAll("_", " ")).join(", ") : "nothing special"} at ${timeText(nanos, 6)} s</p>
      ${cursor < 0 ? html`<p class="muted">Nothing has happened yet: step forward to the first event.</p>`
        : !states ? html`<p class="muted">Asking the run …</p>` : this.protocols(run, states[this.node])}
      ${this.watched.map((one) => this.strip(run, one, nanos))}
    </div>`;
  }

  protocols(run, entry) {
    if (!entry?.protocols.length) {
      return html`<p class="muted">${momentsOf(run).isDown(this.node, this.lab.nowNanos()) ? `${run.nodes[this.node]} is down and has forgotten all that it did not save.` : `${run.nodes[this.node]} shows nothing of what it knows.`}</p>`;
    }
    return entry.protocols.map((protocol) => {
      const isLast = protocol.since <= this.lab.cursor && run.time[protocol.since] === this.lab.nowNanos();
      return html`<h3>${protocol.protocol} · since <button class="link" @click=${() => this.lab.goto(protocol.since)}>${timeText(run.time[protocol.since], 6)} s</button></h3>
        <table><caption class="sr">The fields of ${protocol.protocol}</caption><tbody>${protocol.fields.map((field) => {
          const isNew = field.before !== field.text;
          const name = `${protocol.protocol}.${field.name}`;
          const isWatched = this.watched.some((one) => one.node === this.node && one.field === name);
          return html`<tr class=${isNew && isLast ? "new" : ""}><th scope="row">${words(field.name)}</th>
            <td>${isNew && isLast ? html`<span class="was value">${field.before}</span> → ` : nothing}<span class="value">${field.text}</span>
              ${isNew && !isLast ? html`<span class="small muted">(was ${field.before})</span>` : nothing}</td>
            <td><button class="small" aria-pressed=${isWatched} title="Show its value over time" @click=${() => this.watch(name, isWatched)}>watch</button></td></tr>`;
        })}</tbody></table>`;
    });
  }

  watch(field, isWatched) {
    this.watched = isWatched
      ? this.watched.filter((one) => !(one.node === this.node && one.field === field))
      : [...this.watched, { node: this.node, field }].slice(-WATCHED_MAX);
  }

  /** The value over the whole run: a line where it is a number, else a strip of its values. */
  strip(run, one, nanos) {
    if (one.node >= run.nodes.length) return nothing;
    const changes = this.whole(`watch ${one.node} ${one.field}`);
    const end = Math.max(1, run.nowNanos);
    let now = "";
    for (const [event, text] of changes ?? []) {
      if (event > this.lab.cursor) break;
      now = text ?? "down";
    }
    const label = `${run.nodes[one.node]} ${words(one.field.split(".")[1])}`;
    return html`<section class="watch"><header><b>${label}</b><span title=${now}>${now}</span>
        <button class="small" aria-label="Watch ${label} no more" @click=${() => (this.watched = this.watched.filter((each) => each !== one))}>✕</button></header>
      ${!changes ? html`<p class="muted small">Asking the run …</p>` : changes.length === 0 ? html`<p class="muted small">It has no value in this run.</p>` : html`
        <svg class="strip" viewBox="0 0 1000 44" preserveAspectRatio="none" role="img" aria-label="${label}: ${changes.length} changes"
          @pointerdown=${(e) => this.drag(e, true)} @pointermove=${(e) => this.drag(e, false)}>
          ${plot(run, changes, end)}
          <line class="now" x1=${(1000 * nanos) / end} x2=${(1000 * nanos) / end} y1="0" y2="44"></line></svg>
        <div class="ends"><span>${range(changes)}</span><span>${changes.length} ${changes.length === 1 ? "change" : "changes"} in ${timeText(end, 3)} s</span></div>`}
    </section>`;
  }

  drag(event, isDown) {
    if (!isDown && !(event.buttons & 1)) return;
    const box = event.currentTarget.getBoundingClientRect();
    this.lab.gotoTime((Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * this.run.nowNanos));
  }
}

const numberOf = (text) => (text !== null && /^-?[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : null);
const isNumeric = (changes) => changes.every(([, text]) => text === null || numberOf(text) !== null);

function plot(run, changes, end) {
  const x = (event) => (1000 * run.time[event]) / end;
  const isNumber = isNumeric(changes);
  const values = changes.map(([, text]) => numberOf(text)).filter((value) => value !== null);
  const low = Math.min(...values.slice(0, 20000));
  const high = Math.max(...values.slice(0, 20000));
  const y = (value) => (high === low ? 22 : 40 - (36 * (value - low)) / (high - low));
  const parts = [];
  let path = "";
  let isOpen = false;
  let place = 0;
  const distinct = new Map();
  for (let i = 0; i < changes.length; i++) {
    const [event, text] = changes[i];
    const from = x(event);
    const to = i + 1 < changes.length ? x(changes[i + 1][0]) : 1000;
    if (text === null) {
      parts.push(svg`<rect class="gone" x=${from} y="0" width=${Math.max(0, to - from)} height="44"></rect>`);
      isOpen = false;
    } else if (isNumber) {
      const h = y(numberOf(text)).toFixed(1);
      path += `${isOpen ? "L" : "M"}${from.toFixed(1)} ${h}L${to.toFixed(1)} ${h}`;
      isOpen = true;
    } else if (parts.length < 2000) {
      if (!distinct.has(text)) distinct.set(text, distinct.size);
      place = distinct.get(text) % 4;
      parts.push(svg`<rect class=${distinct.get(text) % 2 ? "odd" : "even"} x=${from} y=${4 + place * 9} width=${Math.max(1, to - from)} height="9"><title>${text}, from ${timeText(run.time[event], 6)} s</title></rect>
        <line class="edge" x1=${from} x2=${from} y1="4" y2="40"></line>`);
    }
  }
  return [parts, path ? svg`<path class="line" d=${path}></path>` : nothing];
}

function range(changes) {
  if (!isNumeric(changes)) return `${new Set(changes.map(([, text]) => text)).size} different values`;
  const values = changes.map(([, text]) => numberOf(text)).filter((value) => value !== null);
  return values.length ? `from ${values.reduce((a, b) => Math.min(a, b))} to ${values.reduce((a, b) => Math.max(a, b))}` : "";
}

/** sinceBeat as "since beat". */
function words(name) {
  return name.replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
}
customElements.define("lab-inspector", LabInspector);
