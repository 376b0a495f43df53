// What each copy of a store holds at the cursor, where copies differ, and which version came from which.
import { css, html, nothing, svg } from "lit";
import { momentsOf, valueAt } from "coterie/views/moment.js";
import { View } from "coterie/views/base.js";

const THINGS_MAX = 200;

class LabVersions extends View {
  static properties = { lab: { attribute: false }, thing: { state: true } };

  static styles = [View.styles, css`
    .all { display: flex; flex-direction: column; gap: 8px; }
    .frame { overflow: auto; scrollbar-width: thin; flex: 0 1 auto; min-height: 64px; }
    table { font-size: var(--t-1); border-collapse: separate; border-spacing: 0; min-width: 100%; }
    th, td { padding: 6px 8px; border-bottom: 1px solid var(--line); vertical-align: top; text-align: left; overflow-wrap: anywhere; }
    td { min-width: 88px; max-width: 240px; border-left: 3px solid transparent; }
    thead th { position: sticky; top: 0; background: var(--paper-2); z-index: 1; white-space: nowrap; }
    thead th.down { color: var(--ink-3); text-decoration: line-through; }
    tbody th { min-width: 80px; }
    tbody tr.chosen th { box-shadow: inset 4px 0 0 var(--accent); }
    td.differs { border-left-color: var(--waiting); background: color-mix(in srgb, var(--waiting) 12%, var(--paper)); }
    td.none { color: var(--ink-3); }
    .value { white-space: pre-wrap; }
    .dot { display: block; white-space: nowrap; font-family: var(--mono); font-size: 11px; color: var(--ink-3); }
    .sibling { border: 1px solid var(--suspect); border-radius: 4px; padding: 2px 6px; margin: 2px 0; }
    .flag { display: inline-block; font-size: 11px; font-weight: 650; border-radius: 4px; padding: 0 6px; white-space: nowrap; }
    .flag.siblings { background: color-mix(in srgb, var(--suspect) 26%, var(--paper)); }
    .flag.differs { background: color-mix(in srgb, var(--waiting) 30%, var(--paper)); }
    .flag.same { color: var(--good); padding-left: 0; }
    .graph { overflow: auto; scrollbar-width: thin; border: 1px solid var(--line); border-radius: var(--radius); flex: none; }
    .graph svg { display: block; }
    .graph text { font-size: 11px; fill: var(--ink); dominant-baseline: central; }
    .lane { stroke: var(--line); }
    .author { font-weight: 650; }
    .made { fill: none; stroke: var(--ink-3); stroke-width: 1.5; }
    .lost { stroke: var(--waiting); stroke-width: 1.5; stroke-dasharray: 3 3; }
    .old { fill: var(--paper-2); stroke: var(--line-2); stroke-width: 1.2; }
    .current { fill: color-mix(in srgb, var(--good) 26%, var(--paper)); stroke: var(--good); stroke-width: 2; }
    .merge { fill: none; stroke: var(--suspect); stroke-width: 1.5; }
    .graph .mid { text-anchor: middle; }
    .graph .when { font-size: 9px; fill: var(--ink-3); text-anchor: middle; }
  `];

  constructor() {
    super();
    this.thing = null;
  }

  render() {
    const run = this.run;
    if (!run) return this.empty("Start a run of a store, and what its copies hold is shown here.");
    const isRegister = run.labels.includes("Registers");
    const cursor = this.lab.cursor;
    if (cursor < 0) return this.empty("Nothing has happened yet: step forward to the first event.");
    const copies = isRegister ? this.registers(run) : this.latest("copies", cursor, () => run.ask(`copies ${run.id} ${cursor}`));
    if (!copies) return this.empty("Playing the run once more to look into its copies …");
    if (copies.length === 0) return this.empty("The processes of this run keep no copies of data: choose documents, mvcc, ledger or register.");
    const shown = copies.map((copy) => ({ ...copy, things: thingsOf(copy) }));
    const names = [...new Set(shown.flatMap((copy) => [...copy.things.keys()]))].sort();
    if (!names.length) return html`<div class="all">${this.empty("Nothing has been written yet: no copy holds anything at the cursor.")}</div>`;
    return html`<div class="all">${this.table(run, shown, names.slice(0, THINGS_MAX))}
      ${names.length > THINGS_MAX ? html`<p class="small muted">${names.length - THINGS_MAX} more are left out.</p>` : nothing}
      ${this.graph(run, shown, names)}</div>`;
  }

  /** The newest versions are at the right. */
  updated() {
    const graph = this.renderRoot.querySelector(".graph");
    const width = graph?.scrollWidth ?? 0;
    if (graph && width !== this.graphWidth) graph.scrollLeft = width;
    this.graphWidth = width;
  }

  /** Registers are no copies that must agree; what each has accepted is in its state. */
  registers(run) {
    const copies = [];
    for (let node = 0; node < run.nodes.length; node++) {
      const changes = this.whole(`watch ${node} Registers.accepted`);
      if (changes === undefined) return null;
      const [since, text] = valueAt(changes ?? [], this.lab.cursor) ?? [-1, null];
      const accepted = text === null || text === "[]" ? [] : text.slice(1, -1).split(/ (?=[^ @=]+@)/);
      copies.push({ node, since, contents: text === null ? null : { accepted }, lineages: [] });
    }
    return copies;
  }

  table(run, copies, names) {
    const nanos = this.lab.nowNanos();
    const moments = momentsOf(run);
    return html`<div class="frame"><table><caption class="sr">Rows are things, columns are copies</caption>
      <thead><tr><th scope="col"></th>${copies.map((copy) => html`<th scope="col" class=${moments.isDown(copy.node, nanos) ? "down" : ""}>
        <button class="link" @click=${() => this.choose({ node: copy.node })} @contextmenu=${(e) => this.menu(e, { node: copy.node })}>${run.nodes[copy.node]}</button></th>`)}</tr></thead>
      <tbody>${names.map((name) => this.line(copies, name))}</tbody></table></div>`;
  }

  line(copies, name) {
    const keys = copies.map((copy) => (copy.contents === null ? null : keyOf(copy.things.get(name))));
    const common = mostOften(keys.filter((key) => key !== null));
    const isSame = keys.every((key) => key === null || key === common);
    const siblings = Math.max(0, ...copies.map((copy) => (copy.things.get(name) ?? []).length));
    return html`<tr class=${this.thing === name ? "chosen" : ""}><th scope="row">${copies.some((copy) => copy.lineages.length)
        ? html`<button class="link" @click=${() => (this.thing = name)}>${name}</button>` : name}
      <div>${isSame ? html`<span class="flag same">all alike</span>` : html`<span class="flag differs">≠ differs</span>`}
        ${siblings > 1 ? html`<span class="flag siblings">${siblings} siblings</span>` : nothing}</div></th>
      ${copies.map((copy, i) => {
        const values = copy.things.get(name);
        if (copy.contents === null) return html`<td class="none">down</td>`;
        if (!values) return html`<td class="none ${keys[i] === common ? "" : "differs"}">has none</td>`;
        return html`<td class=${keys[i] === common ? "" : "differs"}>${values.map((value) => html`<div class=${values.length > 1 ? "sibling" : ""}>
          <span class="value">${value.text}</span> <span class="dot">${value.dot}</span></div>`)}</td>`;
      })}</tr>`;
  }

  // ---- which version came from which

  graph(run, copies, names) {
    const all = copies.flatMap((copy) => copy.lineages);
    if (!all.length) return nothing;
    const name = all.some((one) => one.name === this.thing) ? this.thing : all[0].name;
    const chosen = this.lab.selection?.node;
    const own = copies.find((copy) => copy.node === chosen)?.lineages.filter((one) => one.name === name) ?? [];
    const lineages = own.length ? own : all.filter((one) => one.name === name);
    const links = together(lineages);
    const current = links.filter((link) => link.isCurrent).length;
    return html`<h3>Versions of ${name}${own.length ? ` as ${run.nodes[chosen]} remembers them` : ", as all copies remember them together"}${current > 1 ? `: ${current} siblings` : ""}</h3>
      <div class="graph">${draw(run, links)}</div>
      <p class="small muted">Green and thick: current. A second frame: a merge. An arrow leads to what was made from it.</p>`;
  }
}

/** The things of a copy: name -> [{text, dot}], several where there are siblings. */
function thingsOf(copy) {
  const things = new Map();
  const contents = copy.contents ?? {};
  for (const one of contents.documents ?? []) {
    things.set(one.name, one.siblings.map((sibling) => ({ text: sibling.content ?? "(deleted)", dot: `P${sibling.dot.node}:${sibling.dot.number}` })));
  }
  for (const one of contents.items ?? []) things.set(one.key, [{ text: String(one.value), dot: String(one.stamp ?? "").replace(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T/, "") }]);
  for (const one of contents.balances ?? []) {
    const cut = one.lastIndexOf(":");
    things.set(one.slice(0, cut), [{ text: one.slice(cut + 1), dot: "" }]);
  }
  if (contents.transfers !== undefined) things.set("(transfers seen)", [{ text: String(contents.transfers), dot: "" }]);
  for (const one of contents.accepted ?? []) {
    const [, name, ballot, text] = /^([^@]*)@([^=]*)=([^]*)$/.exec(one) ?? [null, one, "", ""];
    things.set(name, [{ text, dot: `ballot ${ballot}` }]);
  }
  return things;
}

function keyOf(values) {
  return values ? JSON.stringify(values) : "";
}

function mostOften(keys) {
  const counts = new Map();
  keys.forEach((key) => counts.set(key, (counts.get(key) ?? 0) + 1));
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

/** A version that one copy knows to be superseded is so, whatever the others know. */
function together(lineages) {
  const all = new Map();
  const superseded = new Set();
  for (const version of lineages.flatMap((one) => one.versions)) {
    all.set(version.dot, version);
    version.base.forEach((dot) => superseded.add(dot));
    if (!version.isCurrent) superseded.add(version.dot);
  }
  const waiting = [...all.values()].sort((a, b) => (a.when < b.when ? -1 : a.when > b.when ? 1 : 0));
  const placed = [];
  while (waiting.length) {
    const next = Math.max(0, waiting.findIndex((one) => !waiting.some((other) => one.base.includes(other.dot))));
    placed.push(...waiting.splice(next, 1));
  }
  return placed.map((one) => ({ ...one, isCurrent: !superseded.has(one.dot) }));
}

function draw(run, links) {
  const authors = [...new Set(links.map((link) => link.author))].sort((a, b) => a - b);
  const left = 48;
  const column = 80;
  const row = 40;
  const width = left + column * links.length + 8;
  const height = row * authors.length + 28;
  const x = new Map(links.map((link, i) => [link.dot, left + column * i]));
  const y = (link) => 8 + row * authors.indexOf(link.author) + row / 2;
  const byDot = new Map(links.map((link) => [link.dot, link]));
  const isBlocked = (author, from, to) => links.some((link) => link.author === author && x.get(link.dot) > x.get(from) && x.get(link.dot) < x.get(to));
  return svg`<svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label="${links.length} versions">
    ${authors.map((author) => svg`<line class="lane" x1=${left - 8} x2=${width} y1=${y({ author })} y2=${y({ author })}></line><text class="author" x="8" y=${y({ author })}>${run.nodes[author] ?? "?"}</text>`)}
    ${links.map((link) => link.base.map((dot) => {
      const base = byDot.get(dot);
      const to = x.get(link.dot);
      if (!base) return svg`<line class="lost" x1=${to - 16} x2=${to} y1=${y(link)} y2=${y(link)}></line>`;
      return svg`<path class="made" d="${way(x.get(dot) + 60, y(base), to, y(link), isBlocked(base.author, dot, link.dot), isBlocked(link.author, dot, link.dot))}m-5 -4l5 4l-5 4"></path>`;
    }))}
    ${links.map((link) => svg`<g><title>version ${link.version}, written at ${link.when}</title>
      ${link.base.length > 1 ? svg`<rect class="merge" x=${x.get(link.dot) - 3} y=${y(link) - 15} width="66" height="30" rx="7"></rect>` : nothing}
      <rect class=${link.isCurrent ? "current" : "old"} x=${x.get(link.dot)} y=${y(link) - 12} width="60" height="24" rx="5"></rect>
      <text class="mid" x=${x.get(link.dot) + 30} y=${y(link)}>${link.dot}</text>
      <text class="when" x=${x.get(link.dot) + 30} y=${height - 10}>${link.when.slice(11, 23)}</text></g>`)}
  </svg>`;
}
/** Along the lane of the one or of the other, where no version is in the way; else above it. */
function way(x1, y1, x2, y2, isFirstBlocked, isLastBlocked) {
  const turn = (ax, ay, bx, by) => `C${(ax + bx) / 2} ${ay} ${(ax + bx) / 2} ${by} ${bx} ${by}`;
  if (!isFirstBlocked) return `M${x1} ${y1}H${x2 - 20}${turn(x2 - 20, y1, x2, y2)}`;
  if (y1 !== y2 && !isLastBlocked) return `M${x1} ${y1}${turn(x1, y1, x1 + 20, y2)}H${x2}`;
  return `M${x1} ${y1}${turn(x1, y1, x1 + 10, y1 - 18)}H${x2 - 20}${turn(x2 - 20, y1 - 18, x2, y2)}`;
}

customElements.define("lab-versions", LabVersions);
