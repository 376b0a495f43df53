// Draws a window of a scene. Everything here gets along and across, and a pen that knows which of
// them is x.
import { KIND, CONFLICT } from "coterie/session.js";
import { BROKEN, STRETCHED, ticksOf } from "coterie/diagram/axis.js";
import { AGAIN, LATE, LOST, UNDER_WAY } from "coterie/diagram/scene.js";
import { laneAt, laneStart, railAt } from "coterie/diagram/geometry.js";
import { hatch } from "coterie/diagram/palette.js";

/** Above that many arrows and marks a pixel, bars take their place. */
const CROWDED = 0.55;
const HEAD = 7;

/** The width of a bar and its gap, in pixels. */
const BAR = 3;

/** Up to that many arrows a pixel are drawn among bars. */
const SPECIAL = 0.1;

/** Lines of one pixel are drawn far quicker than wider ones, so many lines are. */
const MANY = 60;

/** Equal words in a row are at least that far apart. */
const REPEAT = 150;

const widths = new Map();

/** The width of a text; remembered, as measuring is slow. */
export function widthOf(context, text, font) {
  const key = font + text;
  let width = widths.get(key);
  if (width === undefined) {
    context.font = font;
    width = context.measureText(text).width;
    if (widths.size > 20_000) widths.clear();
    widths.set(key, width);
  }
  return width;
}

/** Draws with along and across. */
export class Pen {
  constructor(context, geometry, palette) {
    this.context = context;
    this.isVertical = geometry.isVertical;
    this.palette = palette;
    this.small = `11px ${palette.font}`;
    this.normal = `12px ${palette.font}`;
    this.strong = `600 12px ${palette.font}`;
  }

  move(a, c) {
    if (this.isVertical) this.context.moveTo(c, a);
    else this.context.moveTo(a, c);
  }

  line(a, c) {
    if (this.isVertical) this.context.lineTo(c, a);
    else this.context.lineTo(a, c);
  }

  curve(a, c, toA, toC) {
    if (this.isVertical) this.context.quadraticCurveTo(c, a, toC, toA);
    else this.context.quadraticCurveTo(a, c, toA, toC);
  }

  rect(a, c, along, across) {
    if (this.isVertical) this.context.rect(c, a, across, along);
    else this.context.rect(a, c, along, across);
  }

  fill(a, c, along, across, style) {
    this.context.fillStyle = style;
    if (this.isVertical) this.context.fillRect(c, a, across, along);
    else this.context.fillRect(a, c, along, across);
  }

  stroke(style, width = 1, dash = []) {
    this.context.strokeStyle = style;
    this.context.lineWidth = width;
    this.context.setLineDash(dash);
    this.context.stroke();
    if (dash.length > 0) this.context.setLineDash([]);
  }

  one(a, c, toA, toC, style, width = 1, dash = []) {
    this.context.beginPath();
    this.move(a, c);
    this.line(toA, toC);
    this.stroke(style, width, dash);
  }

  /** A text by the place of its left middle, on paper. */
  text(text, x, y, { font = this.small, colour = this.palette["ink-2"], align = "left", backed = false } = {}) {
    const { context } = this;
    if (backed) {
      const width = widthOf(context, text, font);
      const left = align === "left" ? x : align === "center" ? x - width / 2 : x - width;
      context.globalAlpha *= 0.82;
      context.fillStyle = this.palette.paper;
      context.fillRect(left - 2, y - 7, width + 4, 14);
      context.globalAlpha /= 0.82;
    }
    context.font = font;
    context.fillStyle = colour;
    context.textAlign = align;
    context.textBaseline = "middle";
    context.fillText(text, x, y + 0.5);
  }

  width(text, font = this.small) {
    return widthOf(this.context, text, font);
  }

  /** The text, or its beginning, in that width; empty if hardly any of it has room. */
  fitting(text, room, font = this.small) {
    if (this.width(text, font) <= room) return text;
    let length = Math.floor((text.length * room) / Math.max(1, this.width(text, font)));
    while (length > 2 && this.width(text.slice(0, length) + "…", font) > room) length--;
    return length > 2 ? text.slice(0, length) + "…" : "";
  }
}

/** As many whole words of a text as have room in a line, but one at least. */
function wrapped(pen, text, room) {
  const words = text.split(" ");
  let line = words[0];
  for (const word of words.slice(1)) {
    if (pen.width(`${line} ${word}`, pen.strong) > room) break;
    line += ` ${word}`;
  }
  return line;
}

/** Notes and calls say most; saves and alarms least. */
function rank(kind) {
  return kind === KIND.noted ? 0 : kind === KIND.saved || kind === KIND.expired || kind === KIND.knows ? 2 : 1;
}

/** The places that texts have taken. */
class Taken {
  constructor() {
    this.rows = new Map();
    this.said = new Map();
  }

  /** Whether the same words were said shortly before, in the same row: once is enough. */
  isRepeated(text, x, y) {
    const key = `${text} ${Math.round(y / 8)}`;
    const last = this.said.get(key) ?? -Infinity;
    if (Math.abs(x - last) < REPEAT) return true;
    this.said.set(key, x);
    return false;
  }

  /** Takes a rectangle if nothing is there. */
  take(x, y, width, height) {
    const first = Math.floor(y / 16);
    const last = Math.floor((y + height) / 16);
    for (let row = first; row <= last; row++) {
      for (const one of this.rows.get(row) ?? []) {
        if (x < one[2] && x + width > one[0] && y < one[3] && y + height > one[1]) return false;
      }
    }
    const mine = [x, y, x + width, y + height];
    for (let row = first; row <= last; row++) {
      if (!this.rows.has(row)) this.rows.set(row, []);
      this.rows.get(row).push(mine);
    }
    return true;
  }
}

/**
 * One picture of a window: draws it, and remembers what was drawn where, for the pointer.
 */
export class Frame {
  /**
   * @param {CanvasRenderingContext2D} context
   * @param {import("coterie/diagram/scene.js").Scene} scene
   * @param {import("coterie/diagram/geometry.js").Geometry} geometry
   * @param {{from: number, scale: number}} view
   * @param {Record<string, string>} palette
   * @param {{cone: Uint8Array | null, fields: (event: number) => string | null}} extra
   */
  constructor(context, scene, geometry, view, palette, extra) {
    Object.assign(this, { context, scene, geometry, view, palette, extra });
    this.pen = new Pen(context, geometry, palette);
    this.to = view.from + (geometry.a1 - geometry.a0) / view.scale;
    this.taken = new Taken();
    /** Arrows: [a0, c0, a1, c1, flight] */
    this.arrows = [];
    /** Marks: [a, c, event] */
    this.marks = [];
    /** Of a mark that stands for several: the others. */
    this.more = new Map();
    /** Events whose fields would have room. */
    this.wanted = [];
  }

  at(length) {
    return this.geometry.a0 + (length - this.view.from) * this.view.scale;
  }

  /** Whether an event is in the cone, or there is none. */
  isIn(event) {
    return !this.extra.cone || event < 0 || this.extra.cone[event] > 0;
  }

  draw() {
    const { context, geometry: g, palette, scene } = this;
    context.fillStyle = palette.paper;
    context.fillRect(0, 0, g.width, g.height);
    this.drawTicks();
    context.save();
    context.beginPath();
    this.pen.rect(g.a0 - (g.isVertical ? 0 : 8), g.c0 - g.words, g.a1 - g.a0 + 8 + (g.isVertical ? 0 : 8), g.c1 - g.c0 + g.words);
    context.clip();
    this.drawCuts();
    this.drawLanes();
    const [f0, f1] = scene.flightsIn(this.view.from, this.to);
    const [m0, m1] = scene.marksIn(this.view.from, this.to);
    const density = (f1 - f0 + 0.6 * (m1 - m0)) / Math.min(1600, g.a1 - g.a0);
    this.isCrowded = density > CROWDED;
    if (this.isCrowded) {
      this.drawBars();
      this.drawSpecial();
    } else {
      const all = new Int32Array(Math.max(0, f1 - f0));
      for (let i = f0; i < f1; i++) all[i - f0] = i;
      this.drawFlights(all);
      this.drawMarks(m0, m1);
    }
    this.drawFaults();
    this.drawViolations();
    if (!this.isCrowded) this.drawNames();
    context.restore();
    this.drawCaptions();
    this.drawHeads();
  }

  drawTicks() {
    const { pen, geometry: g, palette, scene, view } = this;
    const ticks = ticksOf(scene.axis, { from: view.from, to: this.to, scale: view.scale }, g.isVertical ? 44 : 88);
    for (const part of scene.axis.parts(view.from, this.to)) {
      const a = Math.max(g.a0, this.at(part.from));
      const b = Math.min(g.a1, this.at(part.to));
      if (b <= a) continue;
      if (part.kind === BROKEN) this.drawBreak(a, b, part);
      else if (part.kind === STRETCHED && b - a > 3) pen.fill(a, g.axis - 4, b - a, 3, palette["line-2"]);
    }
    pen.one(g.a0, g.axis - 0.5, g.a1, g.axis - 0.5, palette.line);
    for (const tick of ticks) {
      const a = Math.round(this.at(tick.at)) + 0.5;
      if (a < g.a0 - 1 || a > g.a1 + 1) continue;
      pen.one(a, g.axis - 5, a, g.axis, palette["line-2"]);
      if (tick.isRound) pen.one(a, g.axis, a, g.c1, palette.line, 1);
      const text = tick.text;
      if (g.isVertical) {
        const y = Math.max(g.a0 + 6, a);
        pen.text(text, g.axis - 9, y, { colour: palette["ink-3"], align: "right" });
      } else {
        const half = pen.width(text) / 2;
        const x = Math.max(g.a0 + half - 8, Math.min(g.width - half - 2, a));
        pen.text(text, x, g.axis - 14, { colour: palette["ink-3"], align: "center" });
      }
    }
    if (g.isVertical) pen.text("s", g.axis - 9, g.a0 - 12, { colour: palette["ink-3"], align: "right" });
    else pen.text(g.head >= 64 ? "seconds" : "s", 12, g.axis - 14, { colour: palette["ink-3"] });
  }

  /** A shortened stretch: no ground, and two waves across the axis. */
  drawBreak(a, b, part) {
    const { pen, geometry: g, palette, context } = this;
    pen.fill(a, g.axis, b - a, g.c1 - g.axis, palette["paper-2"]);
    const middle = (a + b) / 2;
    if (b - a < 6 || middle < g.a0 || middle > g.a1) return;
    context.beginPath();
    for (const d of [-2.5, 2.5]) {
      pen.move(middle + d - 2, g.axis + 3);
      pen.line(middle + d + 2, g.axis - 1);
      pen.line(middle + d - 2, g.axis - 4);
      pen.line(middle + d + 2, g.axis - 8);
    }
    pen.stroke(palette["ink-3"], 1.2);
    if (g.isVertical) return;
    const text = `${spanText(part.toNanos - part.fromNanos)} idle`;
    if (pen.width(text) + 10 < b - a) {
      pen.text(text, middle, g.c1 - 8, { colour: palette["ink-3"], align: "center" });
    }
  }

  drawCuts() {
    const { pen, geometry: g, palette, context, scene } = this;
    for (const cut of scene.cuts) {
      if (cut.u1 < this.view.from || cut.u0 > this.to) continue;
      const a = Math.max(g.a0, this.at(cut.u0));
      const b = Math.min(g.a1, this.at(cut.u1));
      if (cut.groups) this.drawParts(cut, a, b);
      else this.drawLink(cut, a, b);
    }
    context.globalAlpha = 1;
  }

  /** Every group but the first has a ground of its own, and a dashed line parts neighbours. */
  drawParts(cut, a, b) {
    const { pen, geometry: g, palette, context } = this;
    this.hatches ??= [palette.waiting, palette.leader, palette.inside].map((colour, i) => hatch(context, colour, 7, i % 2 === 1));
    const grounds = [palette.waiting, palette.leader, palette.inside];
    for (let node = 0; node < cut.groups.length; node++) {
      const group = cut.groups[node];
      const c = laneStart(g, node);
      context.globalAlpha = 0.07;
      pen.fill(a, c, b - a, g.lane, grounds[group % 3]);
      if (group % 3 !== 0) {
        context.globalAlpha = 0.1;
        pen.fill(a, c, b - a, g.lane, this.hatches[group % 3]);
      }
      context.globalAlpha = 1;
      if (node > 0 && cut.groups[node - 1] !== group) pen.one(a, Math.round(c) + 0.5, b, Math.round(c) + 0.5, palette.lost, 1.5, [7, 5]);
    }
  }

  drawLink(cut, a, b) {
    const { pen, geometry: g, palette } = this;
    const [from, to] = cut.link;
    if (from < 0 || to < 0) return;
    const sign = to > from ? 1 : -1;
    const off = g.strip / 2 + 5;
    const c0 = laneAt(g, from) + sign * off;
    const c1 = laneAt(g, to) - sign * off;
    pen.one(a, c0, b, c0, palette.lost, 1.4, [3, 4]);
    pen.one(a, c1, b, c1, palette.lost, 1.4, [3, 4]);
    const start = this.at(cut.u0);
    if (start >= g.a0) {
      pen.one(start, c0, start, c1, palette.lost, 1.4, [3, 4]);
      this.cross(start, (c0 + c1) / 2, 4, palette.lost);
    }
  }

  cross(a, c, size, colour) {
    const { pen, context } = this;
    context.beginPath();
    pen.move(a - size, c - size);
    pen.line(a + size, c + size);
    pen.move(a - size, c + size);
    pen.line(a + size, c - size);
    pen.stroke(colour, 1.8);
  }

  drawLanes() {
    const { pen, geometry: g, palette, scene } = this;
    const end = Math.min(g.a1, this.at(scene.axis.length));
    const begin = Math.max(g.a0, this.at(0));
    for (let node = 0; node < scene.run.nodes.length; node++) {
      const c = laneAt(g, node);
      if (c < g.c0 - g.lane || c > g.c1 + g.lane) continue;
      if (end > begin) pen.one(begin, Math.round(c) + 0.5, end, Math.round(c) + 0.5, palette["line-2"], 1);
      this.drawBands(node, c);
      this.drawRails(node);
    }
  }

  /** How a band looks: ground, its strength, hatching, and the colour of its edge. */
  look(band) {
    const { palette, context } = this;
    this.looks ??= {
      leader: { fill: palette.leader, alpha: 0.3, edge: palette.leader },
      phase: { fill: palette["phase-1"], alpha: 0.2, edge: palette["phase-1"], dash: [3, 3] },
      waiting: { fill: hatch(context, palette.waiting, 5), alpha: 0.75, edge: palette.waiting },
      inside: { fill: palette.inside, alpha: 0.42, edge: palette.inside },
      together: { fill: palette.together, alpha: 0.75, edge: palette.together },
      down: { fill: hatch(context, palette.down, 6), alpha: 0.9, edge: palette.down, ground: palette["paper-3"] },
      paused: { fill: hatch(context, palette.paused, 8, true), alpha: 0.8, edge: palette.paused, ground: palette["paper-2"] },
      suspects: { fill: palette.suspect, alpha: 0.25, edge: palette.suspect },
    };
    return this.looks[band] ?? this.looks.phase;
  }

  drawBands(node, c) {
    const { geometry: g, scene } = this;
    const half = g.strip / 2;
    let last = "";
    let lastEnd = -Infinity;
    for (const band of scene.lanes[node].lane) {
      if (band.u1 < this.view.from || band.u0 > this.to) continue;
      const b = Math.min(g.a1, this.at(band.u1));
      if (last === band.band && b <= lastEnd + 0.5) continue;
      const a = Math.max(g.a0, this.at(band.u0));
      const top = band.row === 1 ? c : c - half;
      this.drawBand(band, a, Math.max(a + 1, b), top, band.row < 0 ? g.strip : half);
      last = band.band;
      lastEnd = Math.max(a + 1, b);
    }
  }

  drawBand(band, a, b, c, across) {
    const { pen, context, palette, geometry: g } = this;
    const look = this.look(band.band);
    if (look.ground) pen.fill(a, c, b - a, across, look.ground);
    context.globalAlpha = look.alpha;
    pen.fill(a, c, b - a, across, look.fill);
    context.globalAlpha = 1;
    if (b - a > 4) {
      context.beginPath();
      pen.rect(a + 0.5, c + 0.5, b - a - 1, across - 1);
      pen.stroke(look.edge, 1, look.dash ?? []);
    }
    const isMarked = band.band === "down" || band.band === "paused"; // A fault's mark is at the beginning.
    const inset = isMarked ? 12 : 5;
    const room = b - a - inset - 4;
    if (!g.isVertical) this.taken.take(a, c, b - a, across);
    if (room < 24 || across < 10) return;
    const label = band.label.replaceAll("_", " ");
    const text = pen.fitting(label, room);
    if (!text || (text !== label && room < 60)) return;
    const isHatched = typeof look.fill !== "string";
    const colour = band.band === "together" ? palette.paper : palette.ink;
    if (g.isVertical) {
      context.save();
      context.translate(c + across / 2, a + inset);
      context.rotate(Math.PI / 2);
      pen.text(text, 0, 0, { colour, backed: isHatched });
      context.restore();
    } else {
      pen.text(text, a + inset, c + across / 2, { colour, backed: isHatched });
    }
  }

  drawRails(node) {
    const { geometry: g, scene } = this;
    const lane = scene.lanes[node];
    if (lane.railsMax === 0) return;
    let last = -1;
    let lastEnd = -Infinity;
    for (const band of lane.rails) {
      if (band.u1 < this.view.from || band.u0 > this.to) continue;
      const b = Math.min(g.a1, this.at(band.u1));
      if (last === band.rail && b <= lastEnd + 0.5) continue;
      const a = Math.max(g.a0, this.at(band.u0));
      const at = railAt(g, node, band.rail, lane.railsMax);
      this.drawBand(band, a, Math.max(a + 1, b), at.c, at.across);
      last = band.rail;
      lastEnd = b;
    }
  }

  drawBars() {
    const { geometry: g, palette, scene, view, context } = this;
    const width = BAR / view.scale;
    context.fillStyle = palette.bars;
    const bars = scene.bars(view.from, this.to, width);
    const room = g.lane * 0.5 - g.strip / 2;
    const most = Math.max(4, bars.most);
    for (let node = 0; node < scene.run.nodes.length; node++) {
      const c = Math.round(laneAt(g, node) + (g.isVertical ? 0.5 : -0.5) * g.strip);
      if (c < g.c0 - g.lane || c > g.c1 + g.lane) continue;
      for (let i = 0; i < bars.columns; i++) {
        const count = bars.counts[node * bars.columns + i];
        if (count === 0) continue;
        const height = Math.max(2, Math.round((room * Math.sqrt(count)) / Math.sqrt(most)));
        const a = Math.round(this.at((bars.first + i) * width)); // Whole pixels are filled far quicker.
        if (g.isVertical) context.fillRect(c, a, height, BAR - 1);
        else context.fillRect(a, c - height, BAR - 1, height);
      }
    }
  }

  /** Lost, late and doubled messages, which are seen from afar: as arrows if they are few, else as ticks. */
  drawSpecial() {
    const { special, flights } = this.scene;
    const { pen, geometry: g, palette } = this;
    const found = [];
    for (const i of special) {
      if (flights.u0[i] > this.to) break;
      if (flights.u1[i] >= this.view.from) found.push(i);
    }
    if (found.length <= (g.a1 - g.a0) * SPECIAL) {
      this.drawFlights(found);
      return;
    }
    for (const i of found) {
      if (!(flights.how[i] & LOST)) continue;
      const c = laneAt(g, flights.from[i]) + (g.isVertical ? 0.5 : -0.5) * g.strip;
      pen.fill(Math.round(this.at(flights.u0[i])), Math.round(c) - 2, BAR - 1, 4, palette.lost);
    }
  }

  /** From where to where an arrow goes: [a0, c0, a1, c1]. */
  ends(i) {
    const { flights } = this.scene;
    const { geometry: g } = this;
    const a0 = this.at(flights.u0[i]);
    const c0 = laneAt(g, flights.from[i]);
    const c1 = laneAt(g, flights.to[i]);
    let a1 = this.at(flights.u1[i]);
    if (flights.how[i] & UNDER_WAY) {
      const part = 0.35;
      return [a0, c0, Math.min(a1, a0 + 26), c0 + (c1 - c0) * part];
    }
    if (flights.how[i] & LOST) {
      const isAtOnce = a1 - a0 < 8;
      const reach = Math.min(0.8, isAtOnce ? Math.max(0.3, 26 / Math.abs(c1 - c0 || 1)) : 0.8);
      if (isAtOnce) a1 = a0 + 10 / reach;
      return [a0, c0, a0 + (a1 - a0) * reach, c0 + (c1 - c0) * reach];
    }
    return [a0, c0, a1, c1];
  }

  drawFlights(indices) {
    const { flights } = this.scene;
    const groups = new Map();
    for (const i of indices) {
      const isIn = this.isIn(flights.sent[i]) && this.isIn(flights.end[i]);
      const how = flights.how[i];
      const style = (how & LOST ? LOST : how & UNDER_WAY ? UNDER_WAY : how & AGAIN ? AGAIN : how & LATE) | (isIn ? 0 : 16);
      if (!groups.has(style)) groups.set(style, []);
      groups.get(style).push(i);
    }
    for (const style of [16, 16 | UNDER_WAY, 16 | LATE, 16 | AGAIN, 16 | LOST, 0, UNDER_WAY, LATE, AGAIN, LOST]) {
      if (groups.has(style)) this.drawGroup(groups.get(style), style & 15, !(style & 16));
    }
    this.context.globalAlpha = 1;
  }

  drawGroup(indices, how, isIn) {
    const { context, pen, palette, geometry: g } = this;
    const colour = how === LOST ? palette.lost : palette.message;
    const low = g.a0 - 60;
    const high = g.a1 + 60;
    const isMany = how === LOST && indices.length > 120;
    context.globalAlpha = isIn ? (how === UNDER_WAY || isMany ? 0.55 : 0.9) : 0.13;
    const heads = [];
    context.beginPath();
    for (const i of indices) {
      let [a0, c0, a1, c1] = this.ends(i);
      if (a1 < low || a0 > high) continue;
      this.arrows.push([a0, c0, a1, c1, i]);
      if (c0 === c1) {
        pen.move(a0, c0);
        pen.curve((a0 + a1) / 2, c0 - Math.min(34, 10 + (a1 - a0) / 4), a1, c1);
      } else {
        heads.push([a0, c0, a1, c1]);
        if (a0 < low) [a0, c0] = [low, c0 + ((c1 - c0) * (low - a0)) / (a1 - a0)];
        if (a1 > high) [a1, c1] = [high, c0 + ((c1 - c0) * (high - a0)) / (a1 - a0)];
        pen.move(a0, c0);
        pen.line(a1, c1);
      }
    }
    pen.stroke(colour, indices.length > MANY ? 1 : how === AGAIN ? 1.6 : 1.2, how === LATE ? [8, 4] : how === AGAIN ? [1.5, 3.5] : how === UNDER_WAY ? [2, 3] : []);
    if (how === LOST) heads.forEach(([, , a1, c1]) => this.cross(a1, c1, 4, colour));
    else if (how !== UNDER_WAY) this.drawArrowHeads(heads, colour, how === AGAIN);
  }

  drawArrowHeads(heads, colour, isHollow) {
    const { context, pen, palette } = this;
    context.beginPath();
    for (const [a0, c0, a1, c1] of heads) {
      const long = Math.hypot(a1 - a0, c1 - c0) || 1;
      const da = (a1 - a0) / long;
      const dc = (c1 - c0) / long;
      pen.move(a1, c1);
      pen.line(a1 - HEAD * da - 2.8 * dc, c1 - HEAD * dc + 2.8 * da);
      pen.line(a1 - HEAD * da + 2.8 * dc, c1 - HEAD * dc - 2.8 * da);
      pen.line(a1, c1);
    }
    context.fillStyle = isHollow ? palette.paper : colour;
    context.fill();
    if (isHollow) pen.stroke(colour, 1.2);
  }

  drawMarks(from, to) {
    const { scene, geometry: g } = this;
    const { run } = scene;
    const lastAt = new Float64Array(run.nodes.length).fill(-Infinity);
    const rows = new Int32Array(run.nodes.length);
    const rowMax = Math.max(1, Math.floor((g.lane * 0.5 - g.strip / 2) / 12));
    const shapes = new Map();
    const lastMark = new Int32Array(run.nodes.length).fill(-1);
    for (let i = from; i < to; i++) {
      const event = scene.marks[i];
      const node = run.node[event];
      const kind = run.kind[event];
      const a = this.at(scene.markLengths[i]);
      let c = laneAt(g, node);
      if (kind !== KIND.knows && kind !== KIND.expired) {
        const isStacked = a - lastAt[node] < 6;
        rows[node] = isStacked ? rows[node] + 1 : 0;
        if (!isStacked) lastAt[node] = a;
        if (rows[node] >= (g.isVertical ? 1 : rowMax)) {
          if (g.isVertical) this.more.get(lastMark[node])?.push(event);
          continue;
        }
        lastMark[node] = event;
        if (g.isVertical) this.more.set(event, []);
        c -= (g.isVertical ? -1 : 1) * (g.strip / 2 + 6 + rows[node] * (g.isVertical ? 9 : 12));
      }
      this.marks.push([a, c, event]);
      const style = (this.isIn(event) ? 0 : 64) | (run.flags[event] & CONFLICT ? 32 : 0) | kind;
      if (!shapes.has(style)) shapes.set(style, []);
      shapes.get(style).push(a, c);
    }
    for (const [style, at] of shapes) this.drawShapes(style & 31, (style & 32) !== 0, (style & 64) === 0, at);
    this.context.globalAlpha = 1;
  }

  drawShapes(kind, isConflict, isIn, at) {
    const { context, pen, palette } = this;
    const size = isConflict ? 5 : 3.5;
    context.globalAlpha = isIn ? 1 : 0.15;
    context.beginPath();
    for (let i = 0; i < at.length; i += 2) this.shape(kind, at[i], at[i + 1], size);
    const colour = isConflict ? palette.together : kind === KIND.unreachable ? palette.lost : palette["ink-2"];
    if (kind === KIND.unreachable) pen.stroke(colour, 1.6);
    else if (kind === KIND.expired || kind === KIND.judged) {
      context.fillStyle = palette.paper;
      context.fill();
      pen.stroke(colour, 1.2);
    } else {
      context.fillStyle = colour;
      context.fill();
    }
  }

  shape(kind, a, c, size) {
    const { context, pen } = this;
    const corners = (...points) => {
      pen.move(a + points[0][0] * size, c + points[0][1] * size);
      for (const [da, dc] of points.slice(1)) pen.line(a + da * size, c + dc * size);
      context.closePath();
    };
    if (kind === KIND.called) corners([-1, -1], [1, -1], [0, 1]);
    else if (kind === KIND.answered) corners([-1, 1], [1, 1], [0, -1]);
    else if (kind === KIND.saved) corners([-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]);
    else if (kind === KIND.noted) corners([-1.1, 0], [0, -1.1], [1.1, 0], [0, 1.1]);
    else if (kind === KIND.unreachable) {
      pen.move(a - size, c - size);
      pen.line(a + size, c + size);
      pen.move(a - size, c + size);
      pen.line(a + size, c - size);
    } else {
      const radius = kind === KIND.knows ? 1.8 : size * 0.85;
      const [x, y] = pen.isVertical ? [c, a] : [a, c];
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.closePath();
    }
  }

  /** Words beside marks and arrows, as long as there is room: notes first, then messages. */
  drawNames() {
    const { marks, arrows, scene } = this;
    const { run } = scene;
    if (marks.length <= 500) {
      const order = [KIND.noted, KIND.called, KIND.answered, KIND.judged, KIND.unreachable, KIND.saved, KIND.expired];
      for (const kind of order) {
        for (const [a, c, event] of marks) {
          if (run.kind[event] === kind && this.isIn(event)) this.drawMarkName(a, c, event);
        }
      }
    }
    if (arrows.length <= 600) {
      for (const arrow of arrows) {
        const sent = scene.flights.sent[arrow[4]];
        if (this.isIn(sent)) this.drawArrowName(arrow, sent, arrows.length <= 90);
      }
    }
    this.context.globalAlpha = 1;
  }

  drawMarkName(a, c, event) {
    const { pen, palette, scene, geometry: g } = this;
    const run = scene.run;
    const others = this.more.get(event) ?? [];
    const label = [event, ...others].sort((one, two) => rank(run.kind[one]) - rank(run.kind[two])).map((one) => run.labelOf(one))
      .filter((text, i, all) => text && all.indexOf(text) === i).join(", ");
    if (!label) return;
    const isPlain = run.kind[event] === KIND.expired || run.kind[event] === KIND.saved;
    const full = this.marks.length <= 60 && !isPlain && others.length === 0 ? this.fieldsOf(event) : null;
    const [right, y] = g.isVertical ? [c + 7, a] : [a + 7, run.kind[event] === KIND.expired ? c + g.strip / 2 + 7 : c];
    if (!full && (g.isVertical ? this.taken.isRepeated(label, y, c) : this.taken.isRepeated(label, right, y))) return;
    const short = g.isVertical ? pen.fitting(label, Math.max(60, g.lane - 22)) : label;
    const left = laneAt(g, run.node[event]) - g.strip / 2 - 4; // Where time goes down, there is room on the left, too.
    const hasRoom = full && (!g.isVertical || right + pen.width(full) < g.c1 - 2);
    for (const text of hasRoom ? [full, short] : [short]) {
      const width = pen.width(text);
      const x = g.isVertical && right + width > g.c1 - 2 ? left - width : right;
      if (x + width > g.width - 4 || (g.isVertical && x < g.c0) || !this.taken.take(x - 3, y - 6, width + 6, 12)) continue;
      const colour = run.flags[event] & CONFLICT ? palette.together : isPlain ? palette["ink-3"] : palette["ink-2"];
      pen.text(text, x, y, { colour, backed: true });
      return;
    }
  }

  fieldsOf(event) {
    const text = this.extra.fields(event);
    if (text === null) this.wanted.push(event);
    return text && text.length > 46 ? text.slice(0, 45) + "…" : text;
  }

  drawArrowName([a0, c0, a1, c1, i], sent, hasFields) {
    const { pen, palette, scene, geometry: g } = this;
    const how = scene.flights.how[i];
    const remark = how & AGAIN ? ", once more" : how & LATE ? ", late" : how & UNDER_WAY ? ", under way" : "";
    const name = scene.run.labelOf(sent) + remark;
    const full = hasFields ? this.fieldsOf(sent) : null;
    const isSelf = c0 === c1;
    const along = (a0 + a1) / 2;
    const across = (c0 + c1) / 2;
    if (!full && this.taken.isRepeated(name, along, across)) return;
    const hasRoom = !g.isVertical || (full && pen.width(full) < Math.abs(c1 - c0) - 16);
    for (const text of full && full !== name && hasRoom ? [full + remark, name] : [name]) {
      const width = pen.width(text);
      for (const part of how & (LOST | UNDER_WAY) ? [1] : [0.5, 0.36, 0.64]) {
        const a = a0 + (a1 - a0) * part;
        const c = isSelf ? c0 - 16 : c0 + (c1 - c0) * part;
        if (a < g.a0 || a > g.a1) continue;
        const [x, y] = g.isVertical ? [c - width / 2, a - 8] : [a + 6, c];
        if (x + width > g.width - 4 || (g.isVertical && x < g.c0) || !this.taken.take(x - 2, y - 6, width + 4, 12)) continue;
        pen.text(text, x, y, { colour: palette["ink-3"], backed: true });
        return;
      }
    }
  }

  drawFaults() {
    const { pen, geometry: g, palette, scene } = this;
    this.faults = [];
    let lastEnd = -Infinity;
    let lastAt = -Infinity;
    for (const fault of scene.faults) {
      if (fault.u < this.view.from || fault.u > this.to) continue;
      const a = Math.round(this.at(fault.u)) + 0.5;
      const isOfNode = fault.node !== undefined && fault.node >= 0;
      const c = isOfNode ? laneAt(g, fault.node) : g.c0;
      if (isOfNode) this.drawFaultMark(fault, a, c);
      else if (a - lastAt > 1) pen.one(a, g.c0 - g.words + 3, a, g.c1, palette.lost, 1, [2, 4]);
      lastAt = a;
      this.faults.push([a, c, fault, isOfNode]);
      if (isOfNode) continue;
      if (g.isVertical) {
        const text = pen.fitting(fault.text, g.c1 - g.c0 - 8);
        if (this.taken.take(g.c0, a - 15, pen.width(text) + 8, 13)) {
          pen.text(text, g.c0 + 4, a - 8, { colour: palette.lost, backed: true });
        }
      } else if (a > lastEnd) {
        pen.text(fault.text, a + 4, g.c0 - g.words / 2, { colour: palette.lost, backed: true });
        lastEnd = a + pen.width(fault.text) + 12;
      }
    }
  }

  drawFaultMark(fault, a, c) {
    const { pen, palette, context, geometry: g } = this;
    const isEnd = fault.word === "recover" || fault.word === "resume";
    const [x, y] = g.isVertical ? [c, a] : [a, c];
    context.beginPath();
    context.arc(x, y, 7, 0, 2 * Math.PI);
    context.fillStyle = palette.paper;
    context.fill();
    pen.stroke(isEnd ? palette.inside : palette.lost, 1.6);
    context.beginPath();
    if (fault.word === "crash") {
      context.moveTo(x - 3, y - 3);
      context.lineTo(x + 3, y + 3);
      context.moveTo(x - 3, y + 3);
      context.lineTo(x + 3, y - 3);
    } else if (fault.word === "pause") {
      context.moveTo(x - 2, y - 3);
      context.lineTo(x - 2, y + 3);
      context.moveTo(x + 2, y - 3);
      context.lineTo(x + 2, y + 3);
    } else if (isEnd) {
      context.moveTo(x - 3, y);
      context.lineTo(x - 0.5, y + 3);
      context.lineTo(x + 3.5, y - 3);
    } else {
      context.moveTo(x, y - 3.5);
      context.lineTo(x, y + 1);
      context.moveTo(x, y + 2.5);
      context.lineTo(x, y + 3.5);
    }
    pen.stroke(isEnd ? palette.inside : palette.lost, 1.6);
    const words = fault.text.replace(/ /g, "\u00a0");
    const width = pen.width(words);
    const above = g.isVertical ? y - 14 : y - g.strip / 2 - 8;
    for (const [left, top] of g.isVertical ? [[x + 10, y], [x - width - 10, y]] : [[x + 10, above], [x - width - 10, above]]) {
      if (left + width > (g.isVertical ? g.c1 : g.width) - 2 || !this.taken.take(left - 2, top - 6, width + 4, 12)) continue;
      pen.text(words, left, top, { colour: isEnd ? palette["ink-2"] : palette.lost, backed: true });
      return;
    }
  }

  drawViolations() {
    const { pen, geometry: g, palette, scene, context } = this;
    this.broken = [];
    /** The sentences that were drawn: once they have happened, they are drawn over what fades the rest. */
    this.objections = [];
    for (const one of scene.violations) {
      if (one.u1 < this.view.from || one.u0 > this.to || one.events.length === 0) continue;
      const points = one.events
        .filter((event) => scene.run.node[event] >= 0)
        .map((event) => [this.at(scene.lengths[event]), laneAt(g, scene.run.node[event])]);
      if (points.length === 0) continue;
      context.beginPath();
      points.forEach(([a, c], i) => (i === 0 ? pen.move(a, c) : pen.line(a, c)));
      pen.stroke(palette.together, 2.5);
      for (const [a, c] of points) {
        const [x, y] = g.isVertical ? [c, a] : [a, c];
        context.beginPath();
        context.arc(x, y, 6, 0, 2 * Math.PI);
        pen.stroke(palette.together, 2.5);
      }
      this.broken.push([points, one]);
      const [a, c] = [0, 1].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length);
      if (a < g.a0 || a > g.a1) continue;
      this.drawObjection(one.sentence, g.isVertical ? [c, a] : [a, c], one.u1);
    }
  }

  /** The sentence of a violation, in a box of up to three lines where there is room. */
  drawObjection(sentence, [x, y], length) {
    const { pen, geometry: g } = this;
    const most = Math.max(80, Math.min(340, (g.isVertical ? g.c1 - g.c0 : g.width) - 28));
    const lines = [];
    let rest = sentence;
    while (rest && lines.length < 3) {
      const cut = lines.length === 2 ? pen.fitting(rest, most, pen.strong) : wrapped(pen, rest, most);
      lines.push(cut);
      rest = rest.slice(cut.length).trim();
    }
    const width = Math.max(...lines.map((line) => pen.width(line, pen.strong)));
    const height = lines.length * 16;
    const [start, end] = g.isVertical ? [g.c0 + 8, g.c1] : [g.a0 + 4, g.width];
    const left = Math.max(start, Math.min(end - width - 12, x + 12));
    for (const dy of [0, 28, -28, 56, -56, 84, -84]) {
      const top = y + dy - height / 2;
      if (!this.taken.take(left - 6, top - 3, width + 12, height + 6) && dy !== -84) continue;
      const box = { left, top, width, height, lines, length };
      this.objections.push(box);
      drawBox(pen, box);
      return;
    }
  }

  /** Sentences of the scenario: along the top, or in the plot where time goes down. */
  drawCaptions() {
    const { pen, geometry: g, palette, scene } = this;
    this.captions = [];
    let last = -Infinity;
    const { said, lengths, run } = scene;
    for (let i = 0; i < said.length; i++) {
      const u = lengths[said[i]];
      if (u < this.view.from || u > this.to) continue;
      const a = Math.round(this.at(u)) + 0.5;
      const next = i + 1 < said.length ? this.at(lengths[said[i + 1]]) : Infinity;
      this.captions.push([a, said[i]]);
      const text = run.labelOf(said[i]);
      if (g.isVertical) {
        const short = pen.fitting(text, g.c1 - g.c0 - 12, pen.normal);
        if (a - last < 16) continue;
        last = a;
        pen.fill(a - 8, g.c0 + 2, 16, pen.width(short, pen.normal) + 10, palette["paper-3"]);
        pen.text(short, g.c0 + 7, a, { font: pen.normal, colour: palette.ink });
      } else {
        pen.one(a, g.axis + 2, a, g.axis + g.captions - 2, palette.accent, 2);
        const short = pen.fitting(text, Math.min(next, g.a1) - a - 12, pen.normal);
        if (short) pen.text(short, a + 5, g.axis + g.captions / 2, { font: pen.normal, colour: palette.ink });
      }
    }
  }

  drawHeads() {
    const { pen, geometry: g, palette, scene, context } = this;
    if (g.scrollMax > 0) {
      const part = (g.c1 - g.c0) / (g.c1 - g.c0 + g.scrollMax);
      const start = g.c0 + (1 - part) * (g.c1 - g.c0) * (g.scroll / g.scrollMax);
      pen.fill(g.isVertical ? g.a1 + 1 : g.width - 5, start, 4, part * (g.c1 - g.c0), palette["line-2"]);
    }
    const chosen = this.extra.chosenNode;
    context.save();
    context.beginPath();
    pen.rect(0, g.c0, g.a0, g.c1 - g.c0);
    context.clip();
    scene.run.nodes.forEach((name, node) => {
      const c = laneAt(g, node);
      const isChosen = node === chosen;
      const [x, y] = g.isVertical ? [c, g.a0 / 2] : [12, c];
      const room = g.isVertical ? g.lane - 6 : g.head - 22;
      const font = isChosen ? pen.strong : pen.normal;
      const text = pen.fitting(name, room, font) || name.slice(0, 3);
      if (isChosen) {
        const width = pen.width(text, font);
        context.beginPath();
        context.roundRect(g.isVertical ? x - width / 2 - 5 : x - 6, y - 10, width + 11, 20, 5);
        context.fillStyle = palette.accent;
        context.globalAlpha = 0.18;
        context.fill();
        context.globalAlpha = 1;
      }
      pen.text(text, x, y, { font, colour: isChosen ? palette.accent : palette.ink, align: g.isVertical ? "center" : "left" });
    });
    context.restore();
  }
}

/** A sentence of a violation in its box. */
export function drawBox(pen, { left, top, width, height, lines }) {
  const { context, palette } = pen;
  context.fillStyle = palette.paper;
  context.strokeStyle = palette.together;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(Math.round(left) - 6.5, Math.round(top) - 3.5, Math.ceil(width) + 13, height + 7, 4);
  context.fill();
  context.stroke();
  lines.forEach((line, i) => pen.text(line, left, top + 8 + i * 16, { font: pen.strong, colour: palette.together }));
}

/** A span of time in the unit that suits it. */
export function spanText(nanos) {
  const units = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];
  const [unit, name] = units.find(([size]) => nanos >= size) ?? units[3];
  const value = nanos / unit;
  return `${value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)}`.replace(/\.?0+$/, (zeros) =>
    zeros.startsWith(".") ? "" : value >= 100 ? zeros : "") + ` ${name}`;
}

/** The whole run in small: how much happened when, and faults; a picture to be kept. */
export function drawMap(context, scene, { along, across, isVertical }, palette) {
  const pen = new Pen(context, { isVertical }, palette);
  context.fillStyle = palette["paper-2"];
  context.fillRect(0, 0, isVertical ? across : along, isVertical ? along : across);
  const { axis, eventLengths } = scene;
  const columns = Math.max(1, Math.floor(along));
  const counts = new Uint32Array(columns);
  for (let i = 0; i < eventLengths.length; i++) {
    counts[Math.min(columns - 1, Math.floor((eventLengths[i] / axis.length) * columns))]++;
  }
  const most = Math.max(4, counts.reduce((a, b) => Math.max(a, b), 0));
  for (const part of axis.parts(0, axis.length)) {
    if (part.kind !== BROKEN) continue;
    const a = (part.from / axis.length) * along;
    pen.fill(a, 0, (part.to / axis.length) * along - a, across, palette["paper-3"]);
  }
  context.beginPath();
  for (let i = 0; i < columns; i++) {
    if (counts[i] === 0) continue;
    const height = Math.max(1, (across - 4) * Math.sqrt(counts[i] / most));
    pen.rect(i, across - height, 1, height);
  }
  context.globalAlpha = 0.7;
  context.fillStyle = palette.message;
  context.fill();
  context.globalAlpha = 1;
  for (const fault of scene.faults) pen.fill((fault.u / axis.length) * along - 0.75, 0, 1.5, across, palette.lost);
  for (const one of scene.violations) pen.fill((one.u0 / axis.length) * along - 1, 0, 3, across, palette.together);
}
