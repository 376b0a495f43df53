// The space-time diagram: a lane for each process, time along them.
import { LitElement, css, html, svg } from "lit";
import { timeText } from "coterie/session.js";
import { coneOf } from "coterie/causality.js";
import { digitsOf } from "coterie/diagram/axis.js";
import { Frame, Pen, drawBox, drawMap, spanText, widthOf } from "coterie/diagram/draw.js";
import { Material, Scene, shownOf } from "coterie/diagram/scene.js";
import { alongAcross, geometryOf, laneAt } from "coterie/diagram/geometry.js";
import { hitAt } from "coterie/diagram/hit.js";
import { paletteOf } from "coterie/diagram/palette.js";
import { RunTexts, fieldsIn } from "coterie/diagram/texts.js";

const BAR = 36;

/** Below that width, time runs down. */
const NARROW = 480;

const icons = {
  less: "M3 8h10",
  more: "M3 8h10M8 3v10",
  fit: "M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3",
  chosen: "M2.5 4.5v-2h2M11.5 2.5h2v2M13.5 11.5v2h-2M4.5 13.5h-2v-2M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  idle: "M1.5 8h3.5M11 8h3.5M5.5 11l2-6M8.5 11l2-6",
  turn: "M3 3v7.5M3 3h7.5M13 9.5a4 4 0 0 1-4 4H6.5M6.5 13.5l1.8-1.8M6.5 13.5l1.8 1.8",
};

function icon(name) {
  return svg`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor"
    stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d=${icons[name]}></path></svg>`;
}

let accelerated = null;

/** Whether a graphics card draws: without one, a canvas in memory is far quicker. */
function isAccelerated() {
  accelerated ??= document.createElement("canvas").getContext("webgl", { failIfMajorPerformanceCaveat: true }) !== null;
  return accelerated;
}

const KEYS = "Left and right go from event to event, with Shift from event to event of the chosen process; up and "
  + "down choose a process; plus and minus zoom, 0 shows the whole run, F what is chosen; Home and End go to the "
  + "first and the last event; Enter chooses the event at the cursor; M opens its menu.";

export class LabDiagram extends LitElement {
  static properties = {
    lab: { attribute: false },
    mark: { attribute: false }, // a time at which a line is drawn, such as where two runs part
    orientation: { type: String, reflect: true }, // "", "across" or "down"; "" lets the width decide
    isCollapsing: { state: true },
    said: { state: true },
    isEmpty: { state: true },
  };

  static styles = css`
    :host { display: block; position: relative; min-height: 220px; min-width: 0; overflow: hidden;
      background: var(--paper, #fff); color: var(--ink, #1b2733); font: 12px/1.4 var(--font, system-ui, sans-serif);
      font-variant-numeric: tabular-nums; }
    .stage { position: absolute; inset: 0; outline: none; touch-action: none; user-select: none;
      -webkit-user-select: none; -webkit-touch-callout: none; cursor: grab; }
    .stage:focus-visible::after { content: ""; position: absolute; inset: 0; pointer-events: none;
      border: 2px solid var(--accent, #0b62a4); border-radius: 4px; }
    .stage[data-over="thing"] { cursor: pointer; }
    .stage[data-over="cursor"] { cursor: ew-resize; }
    .stage[data-over="cursor"].down { cursor: ns-resize; }
    .stage[data-over="drag"] { cursor: grabbing; }
    canvas { position: absolute; left: 0; top: 0; width: 100%; height: 100%; pointer-events: none; }
    .bar { position: absolute; right: 6px; bottom: 4px; display: flex; gap: 2px; padding: 0 2px; }
    .bar button { display: grid; place-items: center; width: 28px; height: 28px; padding: 0; border: 1px solid transparent;
      border-radius: var(--radius, 6px); background: none; color: var(--ink-2, #3b4856); cursor: pointer; }
    .bar button:hover { background: var(--paper-3, #e9edf2); color: var(--ink, #1b2733); }
    .bar button[aria-pressed="true"] { background: var(--accent-soft, #e2eefa); color: var(--accent, #0b62a4); }
    .bar button:focus-visible { outline: 2px solid var(--accent, #0b62a4); outline-offset: -1px; }
    .tip { position: absolute; left: 0; top: 0; max-width: min(360px, calc(100% - 16px)); padding: 5px 8px;
      border: 1px solid var(--line-2, #b9c3cd); border-radius: var(--radius, 6px); background: var(--paper, #fff);
      color: var(--ink, #1b2733); box-shadow: var(--shadow, 0 4px 16px rgb(0 0 0 / 18%)); pointer-events: none;
      overflow-wrap: anywhere; visibility: hidden; z-index: 2; }
    .tip.open { visibility: visible; }
    .tip span { color: var(--ink-3, #5f6c79); display: block; }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  `;

  constructor() {
    super();
    this.lab = null;
    this.orientation = "";
    this.isCollapsing = true;
    this.said = "";
    this.isEmpty = true;
    this.view = { from: 0, scale: 1 };
    this.scroll = 0;
    this.pointers = new Map();
    this.texts = new RunTexts(() => this.redraw());
    this.tip = { hit: null, x: 0, y: 0 };
    /** What each event of the lab asks of the picture. */
    this.heard = {
      run: () => this.takeRun(),
      filter: () => this.takeFilter(),
      cursor: () => this.takeCursor(),
      time: () => this.takeTime(),
      play: () => this.redrawOver(),
      selection: () => this.redraw(),
      cone: () => this.takeCone(),
      theme: () => this.takeTheme(),
    };
  }

  render() {
    const press = (does) => () => { does(); this.stage.focus({ preventScroll: true }); };
    return html`
      <div class="stage ${this.isVertical ? "down" : ""}" tabindex="0" role="application"
        aria-label=${"Space-time diagram. " + KEYS} aria-roledescription="diagram" aria-describedby="said"
        @pointerdown=${this.pressed} @pointermove=${this.moved} @pointerup=${this.released} @pointercancel=${this.cancelled}
        @pointerleave=${this.left} @dblclick=${this.doubled} @keydown=${this.typed} @contextmenu=${this.asked}>
        <canvas></canvas>
      </div>
      <div class="bar" role="toolbar" aria-label="Diagram" ?hidden=${this.isEmpty}>
        <button title="Zoom out (-)" aria-label="Zoom out" @click=${press(() => this.zoomBy(1 / 1.8))}>${icon("less")}</button>
        <button title="Zoom in (+)" aria-label="Zoom in" @click=${press(() => this.zoomBy(1.8))}>${icon("more")}</button>
        <button title="Show the whole run (0)" aria-label="Show the whole run" @click=${press(() => this.fit())}>${icon("fit")}</button>
        <button title="Show what is chosen (F)" aria-label="Show what is chosen" @click=${press(() => this.fitSelection())}>${icon("chosen")}</button>
        <button title="Shorten stretches in which nothing shown happens" aria-label="Shorten idle stretches"
          aria-pressed=${this.isCollapsing} @click=${press(() => this.setCollapsing(!this.isCollapsing))}>${icon("idle")}</button>
        <button title="Turn: let time run down or to the right" aria-label="Time runs down"
          aria-pressed=${this.isVertical} @click=${press(() => this.turn())}>${icon("turn")}</button>
      </div>
      <div class="tip" role="presentation"></div>
      <div id="said" class="hidden" aria-live="polite">${this.said}</div>`;
  }

  get stage() {
    return this.renderRoot.querySelector(".stage");
  }

  get isVertical() {
    if (this.orientation) return this.orientation === "down";
    return (this.width ?? 1000) < NARROW;
  }

  connectedCallback() {
    super.connectedCallback();
    this.motion = matchMedia("(prefers-reduced-motion: reduce)");
    this.scheme = matchMedia("(prefers-color-scheme: dark)");
    this.onScheme = () => this.takeTheme();
    this.scheme.addEventListener("change", this.onScheme);
    this.sizes = new ResizeObserver(([entry]) => this.takeSize(entry.contentRect));
    this.sizes.observe(this);
    if (this.lab && this.hearing !== this.lab) this.hear(this.lab);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes.disconnect();
    this.scheme.removeEventListener("change", this.onScheme);
    this.hear(null);
    cancelAnimationFrame(this.pendingFrame);
    this.pendingFrame = 0;
  }

  firstUpdated() {
    this.context = this.renderRoot.querySelector("canvas").getContext("2d", { alpha: false, willReadFrequently: !isAccelerated() });
    this.tipBox = this.renderRoot.querySelector(".tip");
    this.stage.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    this.takeTheme();
  }

  updated(changed) {
    if (changed.has("lab")) this.hear(this.lab);
    if (changed.has("orientation")) this.lay();
    if (changed.has("mark")) this.redrawOver();
  }

  hear(lab) {
    if (this.hearing === lab) return;
    for (const [name, does] of Object.entries(this.heard)) {
      this.hearing?.removeEventListener(name, does);
      lab?.addEventListener(name, does);
    }
    this.hearing = lab;
    if (lab) this.takeRun();
  }

  // ---- what is to be shown

  takeTheme() {
    this.palette = paletteOf(this);
    this.map = null;
    this.redraw();
  }

  takeSize({ width, height }) {
    if (!(width > 0) || !(height > 0) || !this.context) return;
    const wasFit = this.isFit();
    const wasVertical = this.geometry?.isVertical;
    this.width = width;
    this.height = height;
    const ratio = window.devicePixelRatio || 1;
    this.context.canvas.width = Math.round(width * ratio);
    this.context.canvas.height = Math.round(height * ratio);
    this.lay();
    if (wasFit || wasVertical !== this.geometry?.isVertical) this.fit(false);
    this.redrawNow();
    this.requestUpdate();
  }

  takeRun() {
    const run = this.lab?.run ?? null;
    this.isEmpty = !run || run.count === 0;
    if (this.isEmpty) {
      this.scene = null;
      this.redraw();
      return;
    }
    const isSameTree = this.material && this.lab.branches.some((one) => one.run === this.material.run);
    this.material = new Material(run);
    this.cone = null;
    this.texts.take(run);
    this.takeScene(isSameTree && !this.isFit());
  }

  takeFilter() {
    if (this.material) this.takeScene(!this.isFit());
  }

  /** Works out what is shown; the window keeps its times, or shows all. */
  takeScene(isKeeping) {
    const window = isKeeping && this.scene ? this.window() : null;
    const times = window && window.map((length) => this.scene.axis.timeAt(length));
    this.scene = new Scene(this.material, shownOf(this.lab), this.isCollapsing);
    this.map = null;
    this.lay();
    if (times && times[1] > times[0]) this.showLengths(this.scene.axis.of(times[0]), this.scene.axis.after(times[1]), false);
    else this.fit(false);
    this.takeCone();
  }

  takeCone() {
    const event = this.lab?.cone ?? null;
    this.cone = event !== null && this.material ? coneOf(this.material.run, event) : null;
    this.redraw();
  }

  takeCursor() {
    if (!this.isScrubbing) this.follow();
    this.redrawOver();
    this.tellCursor();
  }

  takeTime() {
    if (!this.motion?.matches) this.redrawOver();
  }

  /** Keeps the cursor in the window. */
  follow() {
    if (!this.scene || !this.geometry || this.lab.cursor < 0) return;
    const { a0, a1 } = this.geometry;
    const a = this.along(this.cursorLength());
    const edge = Math.min(40, (a1 - a0) / 8);
    if (a >= a0 && a <= a1 - (this.lab.playing ? edge : 0)) return;
    const part = this.lab.playing ? 0.15 : 0.5;
    this.view.from = this.cursorLength() - ((a1 - a0) * part) / this.view.scale;
    this.bound();
    this.redraw();
  }

  tellCursor() {
    clearTimeout(this.telling);
    this.telling = setTimeout(async () => {
      const { run, cursor } = this.lab ?? {};
      if (!run) return;
      if (cursor < 0) {
        this.said = "Before the first event.";
        return;
      }
      const text = await this.texts.line(cursor);
      if (run === this.lab.run && cursor === this.lab.cursor) this.said = this.sentence(cursor, text);
    }, this.lab?.playing ? 1500 : 250);
  }

  sentence(event, text) {
    const { run } = this.lab;
    const who = run.node[event] >= 0 ? run.nodes[run.node[event]] + " " : "";
    return `${timeText(run.time[event])} s: ${who}${text ?? run.labelOf(event)}`;
  }

  // ---- the window

  lay() {
    if (!this.width || !this.scene) return;
    const { run } = this.scene;
    const head = Math.max(44, Math.min(132, Math.max(...run.nodes.map((name) => this.nameWidth(name))) + 26));
    this.geometry = geometryOf({
      width: this.width, height: this.height - (this.isVertical ? BAR : 0), isVertical: this.isVertical,
      nodes: run.nodes.length, head, hasCaptions: this.scene.said.length > 0,
      hasWords: run.faults.some((fault) => !(fault.node >= 0)),
      rails: Math.max(0, ...this.scene.lanes.map((lane) => lane.railsMax)), scroll: this.scroll,
    });
    this.scroll = this.geometry.scroll;
    this.bound();
    this.redraw();
  }

  nameWidth(name) {
    this.measure ??= document.createElement("canvas").getContext("2d");
    return widthOf(this.measure, name, `600 12px ${this.palette?.font ?? "sans-serif"}`);
  }

  /** The lengths that the plot shows. */
  window() {
    const { a0, a1 } = this.geometry;
    return [this.view.from, this.view.from + (a1 - a0) / this.view.scale];
  }

  along(length) {
    return this.geometry.a0 + (length - this.view.from) * this.view.scale;
  }

  lengthAt(a) {
    return this.view.from + (a - this.geometry.a0) / this.view.scale;
  }

  /** The scale that shows the whole run. */
  leastScale() {
    const { a0, a1 } = this.geometry;
    return (a1 - a0 - this.margin() * 2) / Math.max(1, this.scene.axis.length);
  }

  margin() {
    return this.geometry.isVertical ? 16 : 24;
  }

  isFit() {
    return !this.scene || !this.geometry || this.view.scale <= this.leastScale() * 1.001;
  }

  bound() {
    if (!this.scene || !this.geometry) return;
    const { a0, a1 } = this.geometry;
    const least = this.leastScale();
    this.view.scale = Math.max(least, Math.min(20, this.view.scale));
    const before = this.margin() / this.view.scale;
    const most = this.scene.axis.length + before - (a1 - a0) / this.view.scale;
    this.view.from = Math.max(-before, Math.min(Math.max(-before, most), this.view.from));
  }

  /** Shows lengths; glides there where motion is welcome. */
  showLengths(from, to, isGliding = true) {
    if (!this.geometry) return;
    const { a0, a1 } = this.geometry;
    const scale = (a1 - a0) / Math.max(to - from, 1e-6);
    this.glide({ from, scale }, isGliding);
  }

  fit(isGliding = true) {
    if (!this.scene || !this.geometry) return;
    const margin = this.margin() / this.leastScale();
    this.showLengths(-margin, this.scene.axis.length + margin, isGliding);
  }

  /** Shows what is chosen, and something around it; what is at the cursor if nothing is. */
  fitSelection() {
    if (!this.scene) return;
    const { run, lengths, flights, events, eventLengths } = this.scene;
    const chosen = this.lab.selection ?? (this.lab.cursor >= 0 ? { event: this.lab.cursor } : null);
    if (!chosen) return;
    let found = [];
    if ("event" in chosen) {
      const pair = run.pair[chosen.event];
      found = [lengths[chosen.event], ...(pair >= 0 ? [lengths[pair]] : [])];
      const place = this.scene.eventsIn(Math.min(...found), Infinity)[0];
      found.push(eventLengths[Math.max(0, place - 12)] ?? 0, eventLengths[Math.min(events.length - 1, place + 12)] ?? 0);
    } else if ("node" in chosen) {
      for (let i = 0; i < events.length; i++) if (run.node[events[i]] === chosen.node) found.push(eventLengths[i]);
    } else {
      for (let i = 0; i < flights.count; i++) {
        const isIt = flights.from[i] === chosen.link[0] && flights.to[i] === chosen.link[1];
        if (isIt) found.push(flights.u0[i], flights.u1[i]);
      }
    }
    if (found.length === 0) return;
    const from = found.reduce((a, b) => Math.min(a, b));
    const to = found.reduce((a, b) => Math.max(a, b));
    const room = Math.max((to - from) * 0.12, this.scene.axis.length / 1e5, 1);
    this.showLengths(from - room, to + room);
  }

  glide(target, isGliding) {
    cancelAnimationFrame(this.gliding);
    if (!isGliding || this.motion?.matches) {
      this.view = { ...target };
      this.bound();
      this.redraw();
      return;
    }
    const start = { ...this.view };
    const began = performance.now();
    const { a0, a1 } = this.geometry;
    const span = (view) => (a1 - a0) / view.scale;
    const step = (now) => {
      const part = Math.max(0, Math.min(1, (now - began) / 180));
      const eased = 1 - (1 - part) ** 3;
      const width = span(start) * (span(target) / span(start)) ** eased;
      const bias = Math.abs(span(target) - span(start)) < 1e-9 ? eased : (width - span(start)) / (span(target) - span(start));
      this.view = { from: start.from + (target.from - start.from) * bias, scale: (a1 - a0) / width };
      this.bound();
      this.redraw();
      if (part < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  /** Zooms, and keeps what is at a place along where it is. */
  zoomBy(factor, a = null, isGliding = a === null) {
    if (!this.scene || !this.geometry) return;
    const { a0, a1 } = this.geometry;
    const cursor = this.lab.cursor >= 0 ? this.along(this.cursorLength()) : -1;
    const at = a ?? (cursor >= a0 && cursor <= a1 ? cursor : (a0 + a1) / 2);
    const scale = Math.max(this.leastScale(), Math.min(20, this.view.scale * factor));
    this.glide({ from: this.lengthAt(at) - (at - a0) / scale, scale }, isGliding);
  }

  panBy(da, dc = 0) {
    if (!this.geometry) return;
    cancelAnimationFrame(this.gliding);
    this.view.from -= da / this.view.scale;
    this.bound();
    if (dc !== 0 && this.geometry.scrollMax > 0) {
      this.scroll = Math.max(0, Math.min(this.geometry.scrollMax, this.scroll - dc));
      this.geometry = { ...this.geometry, scroll: this.scroll };
    }
    this.redraw();
  }

  setCollapsing(isCollapsing) {
    this.isCollapsing = isCollapsing;
    if (this.material) this.takeScene(!this.isFit());
  }

  turn() {
    this.orientation = this.isVertical ? "across" : "down";
    this.lay();
    this.fit(false);
  }

  // ---- drawing

  redraw() {
    this.isStale = true;
    this.schedule();
  }

  redrawOver() {
    this.schedule();
  }

  schedule() {
    if (this.pendingFrame || !this.isConnected) return;
    this.pendingFrame = requestAnimationFrame(() => {
      this.pendingFrame = 0;
      this.paint();
    });
  }

  redrawNow() {
    this.isStale = true;
    this.paint();
  }

  paint() {
    const { context } = this;
    if (!context || !this.width) return;
    const ratio = window.devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (!this.scene || !this.geometry) {
      context.fillStyle = this.palette.paper;
      context.fillRect(0, 0, this.width, this.height);
      return;
    }
    if (this.isStale) {
      this.isStale = false;
      this.picture = null;
      this.paintScene(context);
    } else {
      context.drawImage(this.keptPicture(ratio), 0, 0, this.width, this.height);
    }
    this.paintOver();
    this.paintMap(ratio);
  }

  paintScene(context) {
    const selection = this.lab.selection;
    this.frame = new Frame(context, this.scene, this.geometry, this.view, this.palette, {
      cone: this.cone,
      chosenNode: selection && "node" in selection ? selection.node : -1,
      fields: (event) => fieldsIn(this.texts.known(event)),
    });
    this.frame.draw();
    if (this.geometry.isVertical) {
      context.fillStyle = this.palette.paper;
      context.fillRect(0, this.geometry.height, this.width, BAR);
    }
    this.texts.want(this.frame.wanted);
  }

  /** The window without what lies over it: drawn once while only the cursor or the pointer moves. */
  keptPicture(ratio) {
    if (!this.picture) {
      this.picture = document.createElement("canvas");
      this.picture.width = this.context.canvas.width;
      this.picture.height = this.context.canvas.height;
      const context = this.picture.getContext("2d", { alpha: false, willReadFrequently: !isAccelerated() });
      context.scale(ratio, ratio);
      this.paintScene(context);
    }
    return this.picture;
  }

  /** The length of the cursor; between two events while the run is played. */
  cursorLength() {
    const { lab, scene } = this;
    if (lab.playedNanos !== null && lab.playedNanos !== undefined && !this.motion?.matches) {
      return Math.max(scene.axis.of(lab.playedNanos), lab.cursor >= 0 ? scene.lengths[lab.cursor] : 0);
    }
    return lab.cursor >= 0 ? scene.lengths[lab.cursor] : 0;
  }

  paintOver() {
    const { context, geometry: g, palette, lab } = this;
    const pen = new Pen(context, g, palette);
    const isBegun = lab.cursor >= 0 || lab.playing;
    this.cursorAlong = null;
    context.save();
    context.beginPath();
    pen.rect(g.a0 - 8, 0, g.a1 - g.a0 + 18, g.c1);
    context.clip();
    if (isBegun) this.paintCursor(pen);
    if (typeof this.mark === "number") this.paintMark(pen, this.along(this.scene.axis.of(this.mark)));
    this.paintChosen(pen);
    if (this.tip.hit) this.paintHit(pen, this.tip.hit, palette.ink, 2);
    context.restore();
  }

  paintMark(pen, a) {
    const { context, geometry: g, palette } = this;
    if (a < g.a0 - 8 || a > g.a1 + 10) return;
    context.setLineDash([6, 4]);
    pen.one(a, g.axis - 4, a, g.c1, palette.together, 2);
    context.setLineDash([]);
  }

  paintCursor(pen) {
    const { context, geometry: g, palette, lab } = this;
    const length = this.cursorLength();
    const a = this.along(length);
    this.cursorAlong = a;
    const veil = Math.max(g.a0 - 8, a + 5);
    if (veil < g.a1 + 10) {
      context.globalAlpha = 0.62;
      pen.fill(veil, g.axis, g.a1 + 10 - veil, g.c1 - g.axis, palette.paper);
      context.globalAlpha = 1;
    }
    for (const box of this.frame?.objections ?? []) if (box.length <= length) drawBox(pen, box);
    if (lab.playing && !this.motion?.matches) this.paintFlying(pen, length);
    if (a < g.a0 - 8 || a > g.a1 + 10) return;
    pen.one(a, g.axis - 4, a, g.c1, palette.accent, 2);
    const digits = Math.max(3, digitsOf(Math.max(1, 10 / this.view.scale)));
    const text = timeText(lab.shownNanos?.() ?? lab.nowNanos(), digits) + (g.isVertical ? "" : " s");
    const width = pen.width(text, pen.strong) + 12;
    context.fillStyle = palette.accent;
    context.beginPath();
    if (g.isVertical) context.roundRect(2, Math.max(0, a - 9), g.axis - 3, 18, 5);
    else context.roundRect(Math.max(0, Math.min(g.width - width, a - width / 2)), 2, width, 18, 5);
    context.fill();
    const [x, y] = g.isVertical
      ? [2 + (g.axis - 3) / 2, Math.max(9, a)]
      : [Math.max(width / 2, Math.min(g.width - width / 2, a)), 11];
    const shown = pen.fitting(text, g.isVertical ? g.axis - 6 : width, pen.strong);
    pen.text(shown, x, y, { font: pen.strong, colour: palette.paper, align: "center" });
  }

  /** Messages that are under way at the cursor: as far as they have come. */
  paintFlying(pen, length) {
    const { context, geometry: g, palette, scene } = this;
    const [from, to] = scene.flightsIn(length, length);
    let drawn = 0;
    for (let i = from; i < to && drawn < 200; i++) {
      const { u0, u1, from: sender, to: receiver } = scene.flights;
      if (u0[i] > length || u1[i] <= length || sender[i] === receiver[i]) continue;
      const part = (length - u0[i]) / (u1[i] - u0[i]);
      const c0 = laneAt(g, sender[i]);
      const c = c0 + (laneAt(g, receiver[i]) - c0) * part;
      const a = this.along(length);
      drawn++;
      context.beginPath();
      context.arc(g.isVertical ? c : a, g.isVertical ? a : c, 4.5, 0, 2 * Math.PI);
      context.fillStyle = palette.accent;
      context.fill();
      if (drawn > 12) continue;
      const name = scene.run.labelOf(scene.flights.sent[i]);
      const [x, y] = g.isVertical ? [c + 8, a + 10] : [a + 9, c];
      pen.text(name, x, y, { colour: palette.ink, backed: true });
    }
  }

  paintChosen(pen) {
    const chosen = this.lab.selection;
    if (!chosen || !this.frame) return;
    const { scene, frame, palette } = this;
    if ("event" in chosen) {
      const pair = scene.run.pair[chosen.event];
      const arrow = frame.arrows.find(([, , , , i]) => {
        const { sent, end } = scene.flights;
        return sent[i] === chosen.event || (end[i] === chosen.event && pair >= 0);
      });
      if (arrow) this.paintHit(pen, { kind: "flight", flight: arrow[4] }, palette.accent, 2.5);
      this.paintHit(pen, { kind: "event", event: chosen.event }, palette.accent, 2.5);
    } else if ("link" in chosen) {
      for (const arrow of frame.arrows) {
        const { from, to } = scene.flights;
        if (from[arrow[4]] === chosen.link[0] && to[arrow[4]] === chosen.link[1]) {
          this.paintHit(pen, { kind: "flight", flight: arrow[4] }, palette.accent, 2);
        }
      }
    }
  }

  paintHit(pen, hit, colour, width) {
    const { context, frame, geometry: g, scene } = this;
    const ring = (a, c, radius) => {
      context.beginPath();
      context.arc(g.isVertical ? c : a, g.isVertical ? a : c, radius, 0, 2 * Math.PI);
      pen.stroke(colour, width);
    };
    if (hit.flight !== undefined) {
      const arrow = frame.arrows.find((one) => one[4] === hit.flight);
      if (!arrow) return;
      const [a0, c0, a1, c1] = arrow;
      if (c0 !== c1) pen.one(a0, c0, a1, c1, colour, width);
      else ring((a0 + a1) / 2, c0 - 8, 6);
    } else if (hit.event >= 0 && hit.kind !== "band" && hit.kind !== "caption") {
      const node = scene.run.node[hit.event];
      const mark = frame.marks.find((one) => one[2] === hit.event);
      const a = mark ? mark[0] : this.along(scene.lengths[hit.event]);
      if (node >= 0 && a >= g.a0 - 8 && a <= g.a1 + 8) ring(a, mark ? mark[1] : laneAt(g, node), 8);
    } else if (hit.kind === "band" && hit.band.band !== "suspects") {
      const a = Math.max(g.a0 - 2, this.along(hit.band.u0));
      const b = Math.min(g.a1 + 2, this.along(hit.band.u1));
      context.beginPath();
      pen.rect(a, laneAt(g, hit.node) - g.strip / 2, Math.max(1, b - a), g.strip);
      pen.stroke(colour, 1);
    }
  }

  /** Where the run in small is: its beginning, length, and place across. */
  mapPlace() {
    const g = this.geometry;
    return g.isVertical
      ? { along: g.a0, length: g.a1 - g.a0, across: g.c1 + 6, size: g.map - 4 }
      : { along: 12, length: Math.max(60, g.width - 12 - 200), across: g.c1 + 6, size: g.map - 6 };
  }

  paintMap(ratio) {
    const { context, geometry: g, palette, scene } = this;
    const place = this.mapPlace();
    const key = `${place.length} ${place.size} ${g.isVertical} ${ratio}`;
    if (!this.map || this.mapKey !== key) {
      this.map = document.createElement("canvas");
      this.map.width = Math.max(1, Math.round((g.isVertical ? place.size : place.length) * ratio));
      this.map.height = Math.max(1, Math.round((g.isVertical ? place.length : place.size) * ratio));
      const small = this.map.getContext("2d");
      small.scale(ratio, ratio);
      drawMap(small, scene, { along: place.length, across: place.size, isVertical: g.isVertical }, palette);
      this.mapKey = key;
    }
    const pen = new Pen(context, g, palette);
    const [x, y] = g.isVertical ? [place.across, place.along] : [place.along, place.across];
    const [w, h] = g.isVertical ? [place.size, place.length] : [place.length, place.size];
    context.drawImage(this.map, x, y, w, h);
    const at = (length) => place.along + Math.max(0, Math.min(1, length / scene.axis.length)) * place.length;
    const [from, to] = this.window().map(at);
    context.globalAlpha = 0.6;
    pen.fill(place.along, place.across, from - place.along, place.size, palette.paper);
    pen.fill(to, place.across, place.along + place.length - to, place.size, palette.paper);
    context.globalAlpha = 1;
    context.beginPath();
    pen.rect(from + 0.5, place.across + 0.5, Math.max(4, to - from - 1), place.size - 1);
    pen.stroke(palette.accent, 1.5);
    if (this.cursorAlong !== null) {
      const a = at(this.cursorLength());
      pen.one(a, place.across, a, place.across + place.size, palette.accent, 2);
    }
  }

  // ---- the pointer

  place(event) {
    const box = this.stage.getBoundingClientRect();
    return alongAcross(this.geometry, event.clientX - box.left, event.clientY - box.top);
  }

  pressed(event) {
    if (!this.scene || event.button > 0) return;
    this.stage.setPointerCapture?.(event.pointerId);
    const [a, c] = this.place(event);
    this.pointers.set(event.pointerId, { a, c, x: event.clientX, y: event.clientY });
    cancelAnimationFrame(this.gliding);
    if (this.pointers.size === 2) {
      this.drag = null;
      this.pinch = this.pinchNow();
      clearTimeout(this.holding);
      return;
    }
    const g = this.geometry;
    const onCursor = this.cursorAlong !== null && Math.abs(a - this.cursorAlong) <= 6 && c < g.c1;
    const does = c > g.c1 ? "map" : c < g.axis || onCursor ? "scrub" : "pan";
    this.drag = { does, a, c, startA: a, startC: c, isMoved: false, hit: this.hitAt(event) };
    if (does === "map") this.moveMap(a);
    if (does === "scrub" && c < g.axis) this.scrub(a);
    this.hideTip();
    if (event.pointerType !== "mouse") {
      this.holding = setTimeout(() => {
        if (this.drag && !this.drag.isMoved) {
          this.menu(event.clientX, event.clientY, this.drag.hit);
          this.drag = null;
        }
      }, 550);
    }
  }

  pinchNow() {
    const [one, two] = [...this.pointers.values()];
    return { far: Math.max(20, Math.hypot(one.a - two.a, one.c - two.c)), a: (one.a + two.a) / 2 };
  }

  moved(event) {
    if (!this.scene) return;
    const [a, c] = this.place(event);
    const known = this.pointers.get(event.pointerId);
    if (known) Object.assign(known, { a, c });
    if (this.pinch && this.pointers.size === 2) {
      const now = this.pinchNow();
      this.panBy(now.a - this.pinch.a);
      this.zoomBy(now.far / this.pinch.far, now.a, false);
      this.pinch = now;
      return;
    }
    if (!this.drag) {
      if (event.pointerType !== "touch") this.hover(event, a, c);
      return;
    }
    if (Math.hypot(a - this.drag.startA, c - this.drag.startC) > 4) {
      this.drag.isMoved = true;
      clearTimeout(this.holding);
    }
    if (!this.drag.isMoved) return;
    this.stage.dataset.over = this.drag.does === "scrub" ? "cursor" : "drag";
    if (this.drag.does === "map") this.moveMap(a);
    else if (this.drag.does === "scrub") this.scrub(a);
    else this.panBy(a - this.drag.a, c - this.drag.c);
    Object.assign(this.drag, { a, c });
  }

  released(event) {
    clearTimeout(this.holding);
    this.pointers.delete(event.pointerId);
    if (this.pointers.size < 2) this.pinch = null;
    const drag = this.drag;
    this.drag = null;
    this.isScrubbing = false;
    this.stage.dataset.over = "";
    if (!drag || drag.isMoved || !this.scene) return;
    if (drag.does === "pan" || (drag.does === "scrub" && drag.startC >= this.geometry.axis)) this.clicked(drag.hit);
  }

  cancelled(event) {
    clearTimeout(this.holding);
    this.pointers.delete(event.pointerId);
    this.drag = null;
    this.pinch = null;
    this.isScrubbing = false;
  }

  left() {
    this.hideTip();
  }

  hitAt(event) {
    if (!this.frame || !this.scene) return null;
    const [a, c] = this.place(event);
    return hitAt(this.frame, a, c, event.pointerType === "touch" ? 12 : 6);
  }

  clicked(hit) {
    if (!hit) return;
    if (hit.kind === "node") this.lab.choose({ node: hit.node });
    else if (hit.event >= 0) {
      this.isScrubbing = true; // What was clicked is in sight: the window stays.
      this.lab.goto(hit.event);
      this.isScrubbing = false;
      this.lab.choose({ event: hit.event });
    } else if (hit.kind === "fault") this.lab.goto(hit.fault.event);
    else if (hit.kind === "lane" || hit.kind === "band") this.lab.choose({ node: hit.node });
  }

  doubled(event) {
    if (!this.scene) return;
    const [a, c] = this.place(event);
    if (c > this.geometry.c1 || a < this.geometry.a0) return;
    this.zoomBy(event.shiftKey ? 1 / 3 : 3, a, true);
  }

  wheeled(event) {
    if (!this.scene) return;
    event.preventDefault();
    const [a] = this.place(event);
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    const isAlong = !event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isAlong) this.panBy(-event.deltaX * unit);
    else if (event.shiftKey) this.panBy(-event.deltaY * unit);
    else if (event.altKey) this.panBy(0, -event.deltaY * unit);
    else this.zoomBy(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0018)), a, false);
    this.hideTip();
  }

  scrub(a) {
    this.isScrubbing = true;
    const { scene, lab } = this;
    const length = this.lengthAt(Math.max(this.geometry.a0, Math.min(this.geometry.a1, a)));
    const { lengths, run } = scene;
    let low = 0;
    let high = run.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (lengths[middle] <= length) low = middle + 1;
      else high = middle;
    }
    lab.goto(low - 1);
  }

  moveMap(a) {
    const place = this.mapPlace();
    const { a0, a1 } = this.geometry;
    const middle = ((a - place.along) / place.length) * this.scene.axis.length;
    cancelAnimationFrame(this.gliding);
    this.view.from = middle - (a1 - a0) / this.view.scale / 2;
    this.bound();
    this.redraw();
  }

  hover(event, a, c) {
    const hit = this.hitAt(event);
    const onCursor = this.cursorAlong !== null && Math.abs(a - this.cursorAlong) <= 6 && c < this.geometry.c1;
    const isThing = hit && hit.kind !== "axis" && hit.kind !== "map" && (hit.kind !== "lane" || hit.event >= 0);
    this.stage.dataset.over = isThing ? "thing" : onCursor || hit?.kind === "axis" ? "cursor" : "";
    const isNew = JSON.stringify([hit?.kind, hit?.event, hit?.flight, hit?.node, hit?.band?.from]) !== this.tip.key;
    if (isNew) {
      this.tip.key = JSON.stringify([hit?.kind, hit?.event, hit?.flight, hit?.node, hit?.band?.from]);
      this.tip.hit = isThing ? hit : null;
      this.redrawOver();
    }
    this.showTip(hit, event, isNew);
  }

  hideTip() {
    this.tip = { hit: null, key: null };
    this.tipBox?.classList.remove("open");
    this.redrawOver();
  }

  async showTip(hit, event, isNew) {
    const lines = isNew ? this.tipLines(hit) : null;
    const box = this.stage.getBoundingClientRect();
    this.tip.x = event.clientX - box.left;
    this.tip.y = event.clientY - box.top;
    if (!isNew) {
      this.placeTip();
      return;
    }
    if (!lines) {
      this.tipBox.classList.remove("open");
      return;
    }
    this.fillTip(lines);
    const { key } = this.tip;
    if (!(hit.event >= 0)) return;
    const text = await this.texts.line(hit.event);
    if (key !== this.tip.key || !text) return;
    this.fillTip(this.tipLines(hit, text));
  }

  fillTip(lines) {
    this.tipBox.replaceChildren(...lines.map((line, i) => {
      const part = document.createElement(i === 0 ? "div" : "span");
      part.textContent = line;
      return part;
    }));
    this.tipBox.classList.add("open");
    this.placeTip();
  }

  placeTip() {
    const { x, y } = this.tip;
    const { offsetWidth: w, offsetHeight: h } = this.tipBox;
    const left = Math.max(4, Math.min(this.width - w - 4, x + 14));
    const top = y + 18 + h > this.height ? Math.max(4, y - h - 12) : y + 18;
    this.tipBox.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  /** What is told of a thing: a line, and more below it. */
  tipLines(hit, text = null) {
    if (!hit) return null;
    const { run } = this.scene;
    const at = (nanos) => `${timeText(nanos)} s`;
    const of = (event) => this.sentence(event, text ?? this.texts.known(event));
    switch (hit.kind) {
      case "node": return [run.nodes[hit.node], "Click to choose this process."];
      case "caption": return [run.labelOf(hit.event), at(run.time[hit.event])];
      case "fault": return [hit.fault.text, at(hit.fault.at)];
      case "violation": return [hit.violation.sentence, `${hit.violation.judge} objects`];
      case "flight": return [of(hit.event), this.flightText(hit.flight)];
      case "event": return [of(hit.event)];
      case "band": return [
        `${run.nodes[hit.node]}: ${hit.band.label.replaceAll("_", " ")}`,
        `${at(hit.band.from)} to ${at(hit.band.to)}, ${spanText(hit.band.to - hit.band.from)}`,
      ];
      case "lane":
        if (hit.event >= 0) return [of(hit.event)];
        return hit.cut ? [hit.cut.text, `${at(hit.cut.from)} to ${at(hit.cut.to)}`] : null;
      default: return null;
    }
  }

  flightText(flight) {
    const { run, flights } = this.scene;
    const how = flights.how[flight];
    const end = flights.end[flight];
    const took = end >= 0 ? spanText(run.time[end] - run.time[flights.sent[flight]]) : "";
    const link = `${run.nodes[flights.from[flight]]} -> ${run.nodes[flights.to[flight]]}`;
    if (how & 8) return `${link}, under way when the run ended`;
    if (how & 1) return `${link}, lost`;
    return `${link}, ${took}${how & 4 ? ", arrives once more" : ""}${how & 2 ? ", later than one sent after it" : ""}`;
  }

  // ---- menus and keys

  menu(clientX, clientY, hit) {
    const target = this.targetOf(hit);
    if (!target) return;
    this.hideTip();
    this.dispatchEvent(new CustomEvent("lab-menu", { bubbles: true, composed: true, detail: { clientX, clientY, target } }));
  }

  targetOf(hit) {
    if (!hit) return null;
    if (hit.kind === "node") return { node: hit.node };
    if (hit.kind === "cut" || (hit.kind === "lane" && hit.cut?.link)) return { link: hit.cut.link };
    if (hit.event >= 0) return { event: hit.event };
    return hit.node >= 0 ? { node: hit.node } : null;
  }

  asked(event) {
    event.preventDefault();
    if (!this.scene) return;
    const isOfKey = event.button !== 2 && event.detail === 0 && event.pointerType !== "mouse" && event.pointerType !== "touch";
    if (isOfKey) this.menuAtCursor();
    else if (event.pointerType !== "touch") this.menu(event.clientX, event.clientY, this.hitAt(event));
  }

  /** The menu of what is chosen, or of the event at the cursor. */
  menuAtCursor() {
    const target = this.lab.selection ?? (this.lab.cursor >= 0 ? { event: this.lab.cursor } : null);
    if (!target) return;
    const g = this.geometry;
    const box = this.stage.getBoundingClientRect();
    const event = "event" in target ? target.event : this.lab.cursor;
    const node = "node" in target ? target.node : event >= 0 ? Math.max(0, this.scene.run.node[event]) : 0;
    const a = Math.max(g.a0, Math.min(g.a1, event >= 0 ? this.along(this.scene.lengths[event]) : g.a0));
    const [x, y] = alongAcross(g, a, laneAt(g, node));
    this.dispatchEvent(new CustomEvent("lab-menu", {
      bubbles: true, composed: true, detail: { clientX: box.left + x, clientY: box.top + y, target },
    }));
  }

  typed(event) {
    if (!this.scene || event.ctrlKey || event.metaKey || event.altKey) return;
    const { isVertical } = this.geometry;
    const along = isVertical ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
    const across = isVertical ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const does = {
      [along[0]]: () => this.stepCursor(-1, event.shiftKey),
      [along[1]]: () => this.stepCursor(1, event.shiftKey),
      [across[0]]: () => this.stepNode(-1),
      [across[1]]: () => this.stepNode(1),
      "+": () => this.zoomBy(1.6),
      "=": () => this.zoomBy(1.6),
      "-": () => this.zoomBy(1 / 1.6),
      "0": () => this.fit(),
      f: () => this.fitSelection(),
      F: () => this.fitSelection(),
      Home: () => this.lab.goto(0),
      End: () => this.lab.goto(this.scene.run.count - 1),
      PageUp: () => this.panBy((this.geometry.a1 - this.geometry.a0) * 0.8),
      PageDown: () => this.panBy(-(this.geometry.a1 - this.geometry.a0) * 0.8),
      Enter: () => this.lab.cursor >= 0 && this.lab.choose({ event: this.lab.cursor }),
      m: () => this.menuAtCursor(),
      M: () => this.menuAtCursor(),
      ContextMenu: () => this.menuAtCursor(),
      Escape: () => this.escape(),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  }

  escape() {
    if (this.lab.cone !== null && this.lab.cone !== undefined) this.lab.setCone(null);
    else this.lab.choose(null);
    this.hideTip();
  }

  stepCursor(direction, isOfNode) {
    const { shown, run } = this.scene;
    const node = this.chosenNode();
    this.lab.step(direction, isOfNode && node >= 0
      ? (event) => shown[event] === 1 && (run.node[event] === node)
      : (event) => shown[event] === 1);
  }

  chosenNode() {
    const chosen = this.lab.selection;
    if (!chosen) return this.lab.cursor >= 0 ? this.scene.run.node[this.lab.cursor] : -1;
    if ("node" in chosen) return chosen.node;
    return "event" in chosen ? this.scene.run.node[chosen.event] : chosen.link[0];
  }

  stepNode(direction) {
    const { nodes } = this.scene.run;
    const now = this.lab.selection && "node" in this.lab.selection ? this.lab.selection.node : direction > 0 ? -1 : nodes.length;
    const node = Math.max(0, Math.min(nodes.length - 1, now + direction));
    this.lab.choose({ node });
    const g = this.geometry;
    const c = laneAt(g, node);
    if (c < g.c0 + g.lane / 2) this.panBy(0, g.c0 + g.lane / 2 - c);
    else if (c > g.c1 - g.lane / 2) this.panBy(0, g.c1 - g.lane / 2 - c);
    this.said = `${nodes[node]} is chosen.`;
  }

  // ---- measuring

  /**
   * Moves the window for some seconds through the whole run, from far to near, and measures.
   *
   * @returns {Promise<{frames: number, perSecond: number, drawMs: number, slowestMs: number, events: number, shown: number}>}
   */
  async measureFrames(seconds = 4) {
    const before = { ...this.view };
    const least = this.leastScale();
    const draws = [];
    const began = performance.now();
    let now = began;
    let frames = -1;
    while (now - began < seconds * 1000) {
      const part = (now - began) / (seconds * 1000);
      const zoom = 2000 ** ((1 - Math.cos(part * 4 * Math.PI)) / 2);
      const { a0, a1 } = this.geometry;
      this.view.scale = least * zoom;
      this.view.from = part * this.scene.axis.length - (a1 - a0) / this.view.scale / 2;
      this.bound();
      const start = performance.now();
      this.redrawNow();
      draws.push(performance.now() - start);
      frames++;
      now = await new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
    }
    this.view = before;
    this.redraw();
    draws.sort((a, b) => a - b);
    return {
      frames, perSecond: (frames * 1000) / (now - began),
      drawMs: draws[draws.length >> 1], drawMs95: draws[Math.floor(draws.length * 0.95)], slowestMs: draws[draws.length - 1],
      events: this.scene.run.count, shown: this.scene.events.length,
    };
  }
}

customElements.define("lab-diagram", LabDiagram);
