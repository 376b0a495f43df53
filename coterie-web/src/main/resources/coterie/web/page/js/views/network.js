// The processes on a circle: what each is, what is under way between them, what is cut, and, where
// a protocol tells it, who knows what of whom.
import { css, html, nothing, svg } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { KIND, ROUTINE, timeText } from "coterie/session.js";
import { Entries, STATES, momentsOf, valueAt } from "coterie/views/moment.js";
import { LongPress, View, calm } from "coterie/views/base.js";

/** Protocols whose messages go round: their ring is drawn. */
const RINGS = ["vring", "heartring", "ring", "token-ring", "token-ring-plain"];

/** Where a token is, by what a protocol shows of it. */
const TOKENS = { "token-ring": "TokenRing.token", "token-ring-plain": "PlainTokenRing.token" };
const HAS_TOKEN = ["HERE", "ARRIVING", "true"];

/** With more processes their cells would be too small to be told apart. */
const CELLS_MAX = 16;

const LATELY = 30;
const NAMES_MAX = 40;

const LOOKS = [
  { look: "correct", words: "correct, tested by itself" },
  { look: "faulty", words: "faulty, tested by itself" },
  { look: "learned", words: "correct, learned" },
  { look: "told", words: "faulty, learned" },
  { look: "given", words: "given at the start" },
  { look: "unknown", words: "unknown" },
  { look: "own", words: "itself" },
];
const OPINIONS = [
  { look: "trusts", words: "trusts" },
  { look: "suspects", words: "suspects" },
  { look: "failed", words: "failed or left" },
  { look: "unknown", words: "unknown" },
  { look: "own", words: "itself" },
];

class LabNetwork extends View {
  static properties = { lab: { attribute: false }, box: { state: true }, over: { state: true } };
  static follows = ["run", "cursor", "selection", "time", "filter", "play"];

  static styles = [View.styles, css`
    :host { position: relative; display: flex; flex-direction: column; }
    .field { flex: 1 1 auto; min-height: 160px; position: relative; overflow: hidden; }
    svg { position: absolute; inset: 0; width: 100%; height: 100%; display: block; touch-action: manipulation; user-select: none; -webkit-user-select: none; }
    text { fill: var(--ink); text-anchor: middle; dominant-baseline: central; }
    text:not(.name) { font-size: 12px; }
    .ring { fill: none; stroke: var(--line); stroke-width: 1.5; }
    .mesh { stroke: var(--line); stroke-width: 1; opacity: .7; }
    .used { stroke: var(--message); stroke-width: 1.5; fill: none; }
    .hit { stroke: transparent; stroke-width: 12; fill: none; cursor: pointer; }
    .hit { outline: none; }
    .hit:hover + .shown, .hit:focus-visible + .shown, .shown.chosen { stroke: var(--accent); stroke-width: 2.5; opacity: 1; }
    .shown { pointer-events: none; }
    .cut { stroke: var(--lost); stroke-width: 1.5; stroke-dasharray: 3 4; fill: none; pointer-events: none; }
    .cross { stroke: var(--lost); stroke-width: 2.5; fill: none; stroke-linecap: round; pointer-events: none; }
    .parted { stroke: var(--lost); stroke-width: 2; stroke-dasharray: 8 6; fill: none; pointer-events: none; }
    .group { fill: var(--lost); opacity: .06; stroke: none; }

    .node { cursor: pointer; outline: none; }
    .node .body { fill: var(--paper); stroke: var(--ink-3); stroke-width: 1.5; }
    .node .name { font-weight: 600; pointer-events: none; }
    .node:hover .body { stroke: var(--accent); }
    .node:focus-visible .halo, .node.chosen .halo { stroke: var(--accent); stroke-width: 2.5; }
    .node:focus-visible .halo { stroke-dasharray: 4 2; }
    .halo { fill: none; stroke: none; }
    .leader .body { fill: color-mix(in srgb, var(--leader) 24%, var(--paper)); stroke: var(--leader); stroke-width: 2.5; }
    .phase .body { fill: color-mix(in srgb, var(--phase-2) 28%, var(--paper)); stroke: var(--phase-2); stroke-width: 2.5; }
    .waiting .body { fill: color-mix(in srgb, var(--waiting) 26%, var(--paper)); stroke: var(--waiting); stroke-width: 2.5; }
    .inside .body { fill: color-mix(in srgb, var(--inside) 30%, var(--paper)); stroke: var(--inside); stroke-width: 2.5; }
    .together .body { fill: color-mix(in srgb, var(--together) 32%, var(--paper)); stroke: var(--together); stroke-width: 3.5; }
    .paused .body { fill: color-mix(in srgb, var(--paused) 30%, var(--paper)); stroke: var(--paused); stroke-width: 2.5; stroke-dasharray: 5 3; }
    .down .body { fill: var(--paper-3); stroke: var(--down); stroke-width: 2; stroke-dasharray: 2 3; }
    .down .name { fill: var(--ink-3); text-decoration: line-through; }
    .sign rect { fill: var(--ink-2); stroke: var(--paper); stroke-width: 1.5; }
    .sign text:not(.name) { fill: var(--paper); font-weight: 700; font-size: 10px; }
    .sign.suspects rect { fill: var(--suspect); }
    .far.end { text-anchor: end; }
    .far.start { text-anchor: start; }
    .sign.leader rect { fill: var(--leader); }
    .sign.inside rect { fill: var(--inside); }
    .sign.together rect { fill: var(--together); }

    .cell { stroke: var(--paper); stroke-width: 1.5; fill: var(--paper-3); }
    .cell.own { fill: var(--ink-3); opacity: .5; }
    .cell.correct, .cell.trusts { fill: var(--self-green); }
    .cell.faulty { fill: var(--self-red); }
    .cell.suspects { fill: var(--suspect); }
    .cell.learned { fill: var(--learned-blue); }
    .cell.told { fill: color-mix(in srgb, var(--learned-blue) 55%, var(--ink)); }
    .cell.given { fill: color-mix(in srgb, var(--self-green) 35%, var(--paper)); }
    .cell.failed { fill: var(--ink-2); }
    .cell.trusts { opacity: .75; }
    .cell.new { stroke: var(--ink); stroke-width: 2; }
    .count:not(.name) { font-size: 11px; font-weight: 600; pointer-events: none; fill: #10181f; }
    .count.unknown, .count.own { fill: var(--ink-2); font-weight: 400; }
    .count.failed, .count.own { fill: var(--paper); }
    .count.told { fill: var(--paper); }

    .message { cursor: pointer; outline: none; }
    .message .dot { fill: var(--message); stroke: var(--paper); stroke-width: 1.5; }
    .message .label:not(.name) { font-size: 11px; fill: var(--ink-2); paint-order: stroke; stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round; }
    .message .target { fill: transparent; }
    .message:hover .dot, .message:focus-visible .dot, .message.chosen .dot { fill: var(--accent); stroke: var(--accent); }
    .message:focus-visible .target { stroke: var(--accent); stroke-width: 2; }
    .message.faint .dot { opacity: .45; }
    .message.lost .dot { fill: var(--paper); stroke: var(--lost); stroke-width: 2; }
    .message.lost .label { fill: var(--lost); }
    .trail { stroke: var(--message); stroke-width: 1; opacity: .35; fill: none; pointer-events: none; }
    .token { fill: #f2c230; stroke: #6b4e00; stroke-width: 1.5; }
    .token-letter:not(.name) { font-size: 9px; font-weight: 800; fill: #3c2c00; pointer-events: none; }

    .foot { flex: none; display: flex; flex-wrap: wrap; gap: 2px 12px; padding: 4px 16px 8px; font-size: var(--t-1); color: var(--ink-2); align-items: center; }
    .foot .key { display: inline-flex; gap: 5px; align-items: center; }
    .foot svg { position: static; width: 16px; height: 16px; flex: none; }
    .foot svg.wide { width: 24px; }
    .said { position: absolute; left: 16px; right: 16px; top: 8px; font-size: var(--t-1); color: var(--ink-3); pointer-events: none; }
    .said b { color: var(--lost); font-weight: 600; }
  `];

  constructor() {
    super();
    this.box = { width: 480, height: 360 };
    this.over = null;
    this.press = new LongPress((event) => this.pressed && this.menu(event, this.pressed));
  }

  firstUpdated() {
    this.sizes = new ResizeObserver(() => this.measure());
    this.measure();
  }

  updated() {
    const field = this.renderRoot.querySelector(".field");
    if (field && this.observed !== field) {
      this.sizes?.disconnect();
      this.observed = field;
      this.sizes?.observe(field);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes?.disconnect();
    this.observed = null;
  }

  measure() {
    const field = this.renderRoot.querySelector(".field");
    if (!field) return;
    const { width, height } = field.getBoundingClientRect();
    if (width > 0 && (width !== this.box.width || height !== this.box.height)) this.box = { width, height };
  }

  // ---- places

  /** With cells where they can be read; with names beside the processes where those are small. */
  layout(run) {
    const n = run.nodes.length;
    const withCells = this.cells !== null && n <= CELLS_MAX ? this.place(run, true, false) : null;
    this.hasCells = withCells !== null && withCells.radius >= 10;
    if (this.hasCells) return withCells;
    const plain = this.place(run, false, false);
    return plain.radius >= 10 ? plain : this.place(run, false, true);
  }

  place(run, hasCells, isMany) {
    const n = run.nodes.length;
    const { width, height } = this.box;
    const middle = { x: width / 2, y: height / 2 + 4 };
    const edge = isMany ? 42 : 14;
    let at = null;
    // As large as neighbours leave room for.
    for (let radius = Math.min(30, Math.min(width, height) / 8); at === null; radius *= 0.92) {
      const band = hasCells ? Math.max(4, Math.min(18, radius * 0.62)) : 0;
      const outer = radius + (hasCells ? band + 3 : 0);
      const rx = Math.max(20, Math.min(width / 2 - outer - edge, height * 0.85));
      const ry = Math.max(20, height / 2 - outer - (isMany ? 24 : 22));
      const places = run.nodes.map((_, i) => {
        const angle = -Math.PI / 2 + (2 * Math.PI * i) / n;
        return { x: middle.x + rx * Math.cos(angle), y: middle.y + ry * Math.sin(angle), angle };
      });
      const gap = Math.min(...places.map((place, i) => Math.hypot(place.x - places[(i + 1) % n].x, place.y - places[(i + 1) % n].y)));
      if (n < 2 || gap > 2 * outer + Math.min(24, outer * 0.35) || radius < 4) at = { n, radius, band, outer, rx, ry, middle, places, isMany };
    }
    return at;
  }

  /** A point between two processes, from the edge of the one (0) to that of the other (1). */
  static between(at, a, b, share, bend = 0) {
    const from = at.places[a];
    const to = at.places[b];
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const length = Math.hypot(dx, dy) || 1;
    const edge = Math.min(at.outer + 2, length / 2 - 1);
    const along = edge + (length - 2 * edge) * share;
    const off = bend * 4 * share * (1 - share);
    return { x: from.x + (dx * along - dy * off) / length, y: from.y + (dy * along + dx * off) / length };
  }

  /** The way of messages from one process to another bends to the right, so that both ways show. */
  static bend(at, a, b) {
    const length = Math.hypot(at.places[a].x - at.places[b].x, at.places[a].y - at.places[b].y);
    return Math.min(18, length * 0.06);
  }

  path(at, a, b) {
    const bend = LabNetwork.bend(at, a, b);
    const from = LabNetwork.between(at, a, b, 0);
    const to = LabNetwork.between(at, a, b, 1);
    const middle = LabNetwork.between(at, a, b, 0.5, bend * 2);
    return `M${from.x.toFixed(1)} ${from.y.toFixed(1)}Q${middle.x.toFixed(1)} ${middle.y.toFixed(1)} ${to.x.toFixed(1)} ${to.y.toFixed(1)}`;
  }

  // ---- what there is to know

  knowledge(run) {
    const vectors = this.whole("vectors");
    if (vectors === undefined) return null;
    if (vectors?.isShown) return { kind: "vectors", changes: vectors.changes };
    const opinions = this.whole("opinions");
    return opinions?.isShown ? { kind: "opinions", changes: opinions.changes } : null;
  }

  cellsAt(run, event) {
    if (run.nodes.length > 64) return null;
    const knowledge = this.knowledge(run);
    if (!knowledge) return null;
    if (this.entries?.changes !== knowledge.changes) this.entries = new Entries(knowledge.changes, run.nodes.length);
    return { kind: knowledge.kind, rows: this.entries.at(event) };
  }

  /** How many of those that are up suspect each process; for groups too large for cells. */
  countSuspicions(run, moments, nanos) {
    const counts = new Array(run.nodes.length).fill(0);
    const place = this.cells.kind === "vectors" ? 4 : 3;
    this.cells.rows.forEach((row, a) => {
      if (moments.isDown(a, nanos)) return;
      row.forEach((change, b) => {
        if (change && b !== a && ["suspects", "failed", "faulty", "told"].includes(change[place])) counts[b]++;
      });
    });
    return counts;
  }

  tokenHolders(run, event) {
    const field = TOKENS[run.head?.protocol];
    if (!field || run.nodes.length > 64) return [];
    const holders = [];
    for (let node = 0; node < run.nodes.length; node++) {
      const change = valueAt(this.whole(`watch ${node} ${field}`) ?? [], event);
      if (HAS_TOKEN.includes(change?.[1])) holders.push(node);
    }
    return holders;
  }

  /** The links that messages have come along of late, and how strongly each is drawn. */
  lately(run, event) {
    const used = new Map();
    for (let i = event, arrivals = 0; i >= 0 && arrivals < LATELY; i--) {
      if (run.kind[i] !== KIND.received || run.node[i] === run.peer[i]) continue;
      const key = run.peer[i] * run.nodes.length + run.node[i];
      const strength = (1 - arrivals / LATELY) * (run.flags[i] & ROUTINE ? 0.45 : 0.8);
      if (!(used.get(key) >= strength)) used.set(key, strength);
      arrivals++;
    }
    return used;
  }

  // ---- drawing

  render() {
    const run = this.run;
    if (!run) return this.empty("Start a run, and its processes and messages are shown here.");
    const event = this.lab.cursor;
    const nanos = calm.matches ? this.lab.nowNanos() : this.lab.shownNanos();
    const moments = momentsOf(run);
    this.cells = this.cellsAt(run, event);
    const at = this.layout(run);
    this.suspectedBy = this.cells && !this.hasCells ? this.countSuspicions(run, moments, nanos) : null;
    const cuts = moments.cutsAt(event);
    return html`
      <div class="field">
        <svg viewBox="0 0 ${at.middle.x * 2} ${this.box.height}" role="group" aria-label="The network at ${timeText(nanos, 3)} seconds"
          @pointerup=${() => this.press.up()} @pointercancel=${() => this.press.up()} @pointermove=${(e) => this.press.move(e)}>
          ${this.drawParts(at, cuts)}
          ${this.drawLinks(run, at, event, cuts)}
          ${this.drawCuts(run, at, cuts)}
          ${run.nodes.map((name, i) => this.drawNode(run, moments, at, i, name, nanos, event, cuts))}
          ${this.drawMessages(run, moments, at, event, nanos)}
          ${this.drawTokens(run, at, event)}
        </svg>
        <div class="said" aria-live="off">${cuts.others.size ? html`<b>${[...cuts.others.values()].slice(-3).join(" · ")}</b>` : nothing}</div>
      </div>
      ${this.drawLegend(run, moments, cuts)}`;
  }

  drawParts(at, cuts) {
    if (!cuts.groups || cuts.groups.length < 1) return nothing;
    const groupOf = new Map();
    cuts.groups.forEach((group, i) => group.forEach((node) => groupOf.set(node, i)));
    const lines = [];
    // A ray between two neighbours on the circle that are in different groups.
    for (let i = 0; i < at.n; i++) {
      const next = (i + 1) % at.n;
      if (groupOf.get(i) === groupOf.get(next)) continue;
      const angle = -Math.PI / 2 + (2 * Math.PI * (i + 0.5)) / at.n;
      const far = { x: at.middle.x + (at.rx + at.outer) * Math.cos(angle), y: at.middle.y + (at.ry + at.outer) * Math.sin(angle) };
      lines.push(far);
    }
    if (lines.length === 2) {
      const bend = { x: (at.middle.x * 2 + lines[0].x + lines[1].x) / 4, y: (at.middle.y * 2 + lines[0].y + lines[1].y) / 4 };
      return svg`<path class="parted" d="M${lines[0].x} ${lines[0].y}Q${bend.x} ${bend.y} ${lines[1].x} ${lines[1].y}"><title>a partition</title></path>`;
    }
    return lines.map((far) => svg`<path class="parted" d="M${at.middle.x} ${at.middle.y}L${far.x} ${far.y}"></path>`);
  }

  drawLinks(run, at, event, cuts) {
    const parts = [];
    const isRing = RINGS.includes(run.head?.protocol);
    if (isRing) parts.push(svg`<ellipse class="ring" cx=${at.middle.x} cy=${at.middle.y} rx=${at.rx} ry=${at.ry}></ellipse>`);
    else if (at.n <= 9) {
      for (let a = 0; a < at.n; a++) {
        for (let b = a + 1; b < at.n; b++) {
          parts.push(svg`<line class="mesh" x1=${at.places[a].x} y1=${at.places[a].y} x2=${at.places[b].x} y2=${at.places[b].y}></line>`);
        }
      }
    }
    const link = this.lab.selection?.link;
    const used = this.lately(run, event);
    const chosen = link ? link[0] * at.n + link[1] : -1;
    const all = new Set(used.keys());
    if (chosen >= 0) all.add(chosen);
    for (let a = 0; a < at.n; a++) {
      for (let b = 0; b < at.n; b++) {
        if (a !== b && (at.n <= 9 || this.lab.selection?.node === a || this.lab.selection?.node === b)) all.add(a * at.n + b);
      }
    }
    for (const key of all) {
      const ends = [Math.floor(key / at.n), key % at.n];
      parts.push(this.drawLink(run, at, ends, key === chosen, used.get(key)));
    }
    return parts;
  }

  drawLink(run, at, ends, isChosen, strength = 0) {
    const d = this.path(at, ends[0], ends[1]);
    const target = { link: ends };
    const words = `link from ${run.nodes[ends[0]]} to ${run.nodes[ends[1]]}`;
    // By keyboard one comes to the links of the process that is chosen.
    const isNear = isChosen || this.lab.selection?.node === ends[0];
    return svg`
      <path class="hit" d=${d} role="button" tabindex=${isNear ? 0 : -1} aria-label=${words} @click=${() => this.choose(target)}
        @contextmenu=${(e) => this.menu(e, target)} @pointerdown=${(e) => this.down(e, target)} @keydown=${(e) => this.key(e, target)}><title>${words}</title></path>
      <path class="used shown ${isChosen ? "chosen" : ""}" d=${d} opacity=${isChosen ? 1 : strength.toFixed(2)}></path>`;
  }

  drawCuts(run, at, cuts) {
    const parts = [];
    for (const [key, fault] of cuts.cuts) {
      const [a, b] = key.split(">").map(Number);
      if (!(a >= 0 && b >= 0 && a < at.n && b < at.n)) continue;
      const bend = LabNetwork.bend(at, a, b);
      const middle = LabNetwork.between(at, a, b, 0.5, bend);
      parts.push(svg`<path class="cut" d=${this.path(at, a, b)}></path>
        <path class="cross" d="M${middle.x - 6} ${middle.y - 6}l12 12m0 -12l-12 12"><title>${fault.text}</title></path>`);
    }
    return parts;
  }

  drawNode(run, moments, at, i, name, nanos, event, cuts) {
    const place = at.places[i];
    const states = moments.statesOf(i, nanos);
    const main = states[0];
    const isChosen = this.lab.selection?.node === i;
    const words = states.map((band) => band.label.replaceAll("_", " "));
    const suspicions = this.suspectedBy?.[i] ?? 0;
    if (suspicions) words.push(`suspected by ${suspicions}`);
    if (cuts.oneWay.has(i)) words.push(cuts.oneWay.get(i));
    const label = `${name}${words.length ? ": " + words.join(", ") : ""}`;
    const target = { node: i };
    const size = Math.min(14, at.radius * 0.5 + 2, (2 * at.radius - 3) / (0.66 * name.length));
    const short = size >= 7 ? name : "";
    const around = at.radius * 0.76;
    const far = at.isMany ? { x: (at.outer + 9) * Math.cos(place.angle), y: (at.outer + 9) * Math.sin(place.angle) } : null;
    const stride = Math.ceil((34 * at.n) / (Math.PI * (at.rx + at.ry)));
    const isRoom = at.isMany && (i % stride === 0 || states.length > 0 || suspicions > 0 || isChosen);
    return svg`<g class="node ${main?.band ?? ""} ${isChosen ? "chosen" : ""}" role="button" tabindex="0" aria-label=${label} aria-pressed=${isChosen}
        transform="translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})"
        @click=${() => this.choose(target)} @contextmenu=${(e) => this.menu(e, target)} @pointerdown=${(e) => this.down(e, target)}
        @keydown=${(e) => this.key(e, target)}>
      <title>${label}</title>
      <circle class="halo" r=${at.outer + 4}></circle>
      ${this.drawCells(run, moments, at, i, nanos, event)}
      <circle class="body" r=${at.radius}></circle>
      ${far ? (isRoom ? svg`<text class="name far ${far.x < -4 ? "end" : far.x > 4 ? "start" : ""}" font-size="10" x=${far.x} y=${far.y}>${name}</text>` : nothing)
        : svg`<text class="name" font-size=${size.toFixed(1)}>${short}</text>`}
      ${suspicions ? svg`<g transform="translate(${(-(at.outer + 9) * 1.35 * Math.cos(place.angle)).toFixed(1)} ${(-(at.outer + 9) * 1.35 * Math.sin(place.angle)).toFixed(1)})">${badge("suspects", `?${suspicions}`, 7)}</g>` : nothing}
      ${states.slice(0, 2).map((band, j) => svg`<g transform="translate(${(j ? -1 : 1) * around} ${-around})">${badge(band.band, at.radius > 12 ? moments.signOf(band) : "", Math.max(5, Math.min(9, at.radius * 0.36)))}</g>`)}
    </g>`;
  }

  /** What this process knows of all, as a ring of cells: each stands where that process stands. */
  drawCells(run, moments, at, node, nanos, event) {
    if (!this.hasCells || moments.isDown(node, nanos)) return nothing;
    const n = at.n;
    const isVectors = this.cells.kind === "vectors";
    const step = (2 * Math.PI) / n;
    const inner = at.radius + 2;
    const parts = [];
    for (let about = 0; about < n; about++) {
      const change = this.cells.rows[node][about];
      const word = change ? change[isVectors ? 4 : 3] : about === node ? "own" : "unknown";
      const look = about === node ? "own" : word === "left" ? "failed" : word;
      // Found out by itself is thick, learned from others is thin.
      const isThin = ["learned", "told", "given", "trusts", "unknown"].includes(look);
      const isBad = ["faulty", "told", "suspects", "failed"].includes(look);
      const hasText = isVectors && at.band >= 12;
      const outer = inner + (isThin && !hasText ? at.band * 0.55 : at.band) + (isBad ? 3 : 0);
      const from = -Math.PI / 2 + step * (about - 0.5) + 0.02;
      const to = from + step - 0.04;
      const count = isVectors ? (change ? change[3] : about === node ? 0 : -1) : null;
      const isNew = change && change[0] <= event && run.time[change[0]] === run.time[Math.max(0, event)] && look !== "unknown" && look !== "own";
      const by = isVectors && change && change[5] >= 0 ? `, learned from ${run.nodes[change[5]]}` : "";
      const meaning = (isVectors ? LOOKS : OPINIONS).find((one) => one.look === look)?.words ?? look;
      const hint = `${run.nodes[node]} of ${run.nodes[about]}: ${isVectors && count >= 0 ? count + ", " : ""}${by ? meaning.split(",")[0] + by : meaning}`;
      const middle = (from + to) / 2;
      const r = (inner + outer) / 2;
      const text = isVectors ? (count < 0 ? "–" : String(count)) : { suspects: "?", failed: "✕" }[look] ?? "";
      const isRoom = at.band >= 12 && r * step > 9 * Math.max(1, text.length * 0.7);
      parts.push(svg`<path class="cell ${look} ${isNew ? "new" : ""}" d=${ring(inner, outer, from, to)}><title>${hint}</title></path>
        ${isRoom && text ? svg`<text class="count ${look}" x=${r * Math.cos(middle)} y=${r * Math.sin(middle)}>${text}</text>` : nothing}`);
    }
    return parts;
  }

  drawMessages(run, moments, at, event, nanos) {
    const flights = moments.flightsAt(event);
    const shown = flights.filter((flight) => this.lab.isShown(flight.sent) || this.isChosen(flight.sent));
    const faint = flights.length - shown.length > 200 ? [] : flights.filter((flight) => run.flags[flight.sent] & ROUTINE && !shown.includes(flight));
    const lost = this.lostAt(run, event);
    this.taken = at.places.map((place) => ({ x: place.x, y: place.y, width: at.radius * 2 - 8, height: at.radius }));
    return [
      repeat(faint, keyOf, (flight) => this.drawMessage(run, at, flight, nanos, false, true)),
      repeat(lost, keyOf, (flight) => this.drawMessage(run, at, flight, nanos, true, false)),
      repeat(shown.slice(-300).reverse(), keyOf, (flight, i) => this.drawMessage(run, at, flight, nanos, i < NAMES_MAX, false)),
    ];
  }

  /** Whether there is room for a label; if so, it is taken. */
  hasRoom(x, y, text) {
    const mine = { x, y, width: text.length * 6.4 + 4, height: 13 };
    const isFree = !this.taken.some((other) => Math.abs(other.x - x) < (other.width + mine.width) / 2 && Math.abs(other.y - y) < (other.height + mine.height) / 2);
    if (isFree) this.taken.push(mine);
    return isFree;
  }

  isChosen(sent) {
    return this.lab.selection?.event === sent;
  }

  /** Messages that were lost in this very instant. */
  lostAt(run, event) {
    const lost = [];
    for (let i = event; i >= 0 && run.time[i] === run.time[event] && lost.length < 40; i--) {
      if (run.kind[i] === KIND.dropped && run.pair[i] >= 0) lost.push({ sent: run.pair[i], end: i, isLost: true });
    }
    return lost;
  }

  share(run, flight, nanos) {
    if (flight.isLost) return run.time[flight.end] > run.time[flight.sent] ? 0.94 : 0.35;
    if (flight.end < 0) return 0.5;
    const from = run.time[flight.sent];
    const to = run.time[flight.end];
    if (to <= from || calm.matches) return 0.5;
    return 0.07 + 0.86 * Math.max(0, Math.min(1, (nanos - from) / (to - from)));
  }

  drawMessage(run, at, flight, nanos, isNamed, isFaint) {
    const a = run.node[flight.sent];
    const b = run.peer[flight.sent];
    if (a < 0 || b < 0) return nothing;
    const share = this.share(run, flight, nanos);
    const bend = LabNetwork.bend(at, a, b);
    const spot = LabNetwork.between(at, a, b, share, bend);
    const name = run.labelOf(flight.sent);
    const isToken = name === "Token";
    const target = { event: flight.sent };
    const isChosen = this.lab.selection?.event === flight.sent || this.lab.selection?.event === flight.end;
    const hint = flight.isLost
      ? `${name} from ${run.nodes[a]} to ${run.nodes[b]} is lost`
      : `${name} from ${run.nodes[a]} to ${run.nodes[b]}, sent at ${timeText(run.time[flight.sent], 6)}${flight.end >= 0 ? `, arrives at ${timeText(run.time[flight.end], 6)}` : ", not arrived when the run ends"}`;
    const size = Math.max(3, Math.min(6, at.radius * 0.22));
    const below = spot.y > at.middle.y ? 16 : -15;
    const side = isNamed ? [below, -below].find((dy) => this.hasRoom(spot.x, spot.y + dy, name)) : undefined;
    return svg`<g class="message ${isFaint ? "faint" : ""} ${flight.isLost ? "lost" : ""} ${isChosen ? "chosen" : ""}" role="button" tabindex=${isFaint ? -1 : 0} aria-label=${hint}
        transform="translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})"
        @click=${() => this.choose(target)} @contextmenu=${(e) => this.menu(e, target)} @pointerdown=${(e) => this.down(e, target)} @keydown=${(e) => this.key(e, target)}>
      <title>${hint}</title>
      <circle class="target" r="12"></circle>
      ${isToken && !flight.isLost ? svg`<path class="token" d="M0 -9L9 0L0 9L-9 0Z"></path><text class="token-letter">T</text>`
        : svg`<circle class="dot" r=${isFaint ? size * 0.6 : size}></circle>`}
      ${flight.isLost ? svg`<path class="cross" d="M-4 -4l8 8m0 -8l-8 8"></path>` : nothing}
      ${side !== undefined || isChosen ? svg`<text class="label" y=${side ?? below}>${name}</text>` : nothing}
    </g>`;
  }

  drawTokens(run, at, event) {
    return this.tokenHolders(run, event).map((node) => {
      const place = at.places[node];
      const far = at.radius * 0.72;
      return svg`<g transform="translate(${place.x - far} ${place.y + far})"><title>${run.nodes[node]} has the token</title>
        <path class="token" d="M0 -10L10 0L0 10L-10 0Z"></path><text class="token-letter">T</text></g>`;
    });
  }

  drawLegend(run, moments, cuts) {
    const keys = STATES.filter((state) => state.word !== "phase" && moments.words.has(state.word)).map((state) => html`
      <span class="key"><svg viewBox="-9 -9 18 18" aria-hidden="true">${badge(state.word, state.sign, 8)}</svg>${state.title}</span>`);
    moments.phases.slice(0, 6).forEach((label) => keys.push(html`
      <span class="key"><svg class="wide" viewBox="-13 -9 26 18" aria-hidden="true">${badge("phase", moments.signOf({ band: "phase", label }), 8)}</svg>${label.replaceAll("_", " ")}</span>`));
    if (TOKENS[run.head?.protocol]) keys.push(html`<span class="key"><svg viewBox="-11 -11 22 22" aria-hidden="true"><path class="token" d="M0 -9L9 0L0 9L-9 0Z"></path></svg>the token</span>`);
    if (cuts.cuts.size) keys.push(html`<span class="key"><svg viewBox="-9 -9 18 18" aria-hidden="true"><path class="cross" d="M-5 -5l10 10m0 -10l-10 10"></path></svg>cut</span>`);
    if (cuts.groups) keys.push(html`<span class="key"><svg viewBox="-9 -9 18 18" aria-hidden="true"><path class="parted" d="M-9 0H9"></path></svg>partition</span>`);
    if (this.suspectedBy) keys.push(html`<span class="key"><svg class="wide" viewBox="-13 -9 26 18" aria-hidden="true">${badge("suspects", "?k", 8)}</svg>suspected by k processes</span>`);
    const looks = !this.hasCells ? [] : this.cells.kind === "vectors" ? LOOKS : OPINIONS;
    const seen = new Set(this.cells?.rows.flat().filter(Boolean).map((change) => change[this.cells.kind === "vectors" ? 4 : 3]));
    for (const { look, words } of looks) {
      if (look === "given" && !seen.has("given")) continue;
      keys.push(html`<span class="key"><svg viewBox="0 0 16 16" aria-hidden="true"><rect class="cell ${look}" x="1" y="2" width="14" height="12" rx="2"></rect>
        ${look === "suspects" ? svg`<text class="count" x="8" y="8">?</text>` : look === "failed" ? svg`<text class="count failed" x="8" y="8">✕</text>` : nothing}</svg>${words}</span>`);
    }
    return html`<div class="foot">${keys}</div>`;
  }

  // ---- hands

  down(event, target) {
    this.pressed = target;
    this.press.down(event);
  }

  key(event, target) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.choose(target);
    } else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      this.menu(event, target);
    }
  }
}

/** One flight of a message, also where it is doubled. */
function keyOf(flight) {
  return `${flight.sent}:${flight.end}`;
}

/** A sign in a circle, or in a longer shape for two letters. */
function badge(look, text, size) {
  const half = size + 3.5 * Math.max(0, text.length - 1);
  return svg`<g class="sign ${look}"><rect x=${-half} y=${-size} width=${2 * half} height=${2 * size} rx=${size}></rect><text>${text}</text></g>`;
}

/** A piece of a ring. */
function ring(inner, outer, from, to) {
  if (to - from > 2 * Math.PI - 0.1) to = from + 2 * Math.PI - 0.1;
  const at = (r, angle) => `${(r * Math.cos(angle)).toFixed(2)} ${(r * Math.sin(angle)).toFixed(2)}`;
  const big = to - from > Math.PI ? 1 : 0;
  return `M${at(inner, from)}L${at(outer, from)}A${outer} ${outer} 0 ${big} 1 ${at(outer, to)}L${at(inner, to)}A${inner} ${inner} 0 ${big} 0 ${at(inner, from)}Z`;
}

customElements.define("lab-network", LabNetwork);
