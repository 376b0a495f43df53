// Charts of a comparison: figures with intervals over what differs, and a map of all single runs.
// It needs nothing but a browser: the laboratory shows comparisons with it while they run, and
// `compare --html` packs it into a page of its own. What `data` looks like says ComparisonData.java:
//
//   {kind, title, conditions, command,
//    entrants: [{name, settings}],
//    dims: [{key, label, unit, values: [{value, text}]}],      what differs besides the entrant
//    figures: [{key, label, unit, better, help}],
//    rows: [{entrant, at, text, scenario, runs, of, violations, command?,
//            figures: {key: [value, low, high]}, seeds: [[seed, violations, statements, value...]]}]}
//
// A value is a number, null (unknown) or "never" (infinite).
import { CSS } from "coterie/compare/chart-style.js";
import { Scale, Steps, number, withUnit } from "coterie/compare/scale.js";

const SVG = "http://www.w3.org/2000/svg";
const COLOURS = 7;
/** Polygons around zero; the first shape is a circle. The same as in our other pictures. */
const SHAPES = [
  [],
  [-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9],
  [0, -1.3, 1.3, 0, 0, 1.3, -1.3, 0],
  [0, -1.25, 1.2, 0.9, -1.2, 0.9],
  [0, 1.25, 1.2, -0.9, -1.2, -0.9],
  [-0.6, -1.1, 0.6, -1.1, 1.2, 0, 0.6, 1.1, -0.6, 1.1, -1.2, 0],
];
const RAMP = 6;
let sheet = null;

/** Makes an element; text is never HTML. */
function h(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && typeof value !== "string") made[name] = value;
    else if (value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((one) => one !== null));
  return made;
}

function s(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "colour") made.style.setProperty(value[0], `var(--s${value[1] % COLOURS})`);
    else if (name === "heat") made.style.fill = `var(--h${value})`;
    else if (value !== null && value !== undefined) made.setAttribute(name, typeof value === "number" ? Math.round(value * 100) / 100 : value);
  }
  made.append(...children);
  return made;
}

function mark(entrant, x, y, size = 5) {
  const corners = SHAPES[entrant % SHAPES.length];
  const attributes = { class: "cmp-mark", colour: ["fill", entrant] };
  if (!corners.length) return s("circle", { ...attributes, cx: x, cy: y, r: size });
  let path = "";
  for (let i = 0; i < corners.length; i += 2) path += `${i ? "L" : "M"}${(x + size * corners[i]).toFixed(2)},${(y + size * corners[i + 1]).toFixed(2)}`;
  return s("path", { ...attributes, d: path + "z" });
}

const finite = (value) => typeof value === "number" && Number.isFinite(value);
const order = (value) => (value === "never" ? Infinity : value);

/** A run of a row whose value is nearest to the median of all its runs, as an entry of `seeds`. */
export function medianRun(row, figureIndex) {
  const known = row.seeds.filter((one) => one[3 + figureIndex] !== null);
  if (!known.length) return row.seeds[0] ?? null;
  const sorted = [...known].sort((a, b) => order(a[3 + figureIndex]) - order(b[3 + figureIndex]) || a[0] - b[0]);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** The scenario of one run of a row. */
export function runText(row, run) {
  return row.scenario.replaceAll("{seed}", String(run[0])) + (run[2] || "");
}

/**
 * Shows a comparison in an element, and returns what shows it: `update(data)` draws other data in
 * its place, `redraw()` the same again, such as in other colours.
 *
 * @param {HTMLElement} element
 * @param {object} data
 * @param {{open?: (run: {text: string, seed: number, title: string, command: string | null}) => void}} options
 *   open: shows a run; without it the page shows how to run it
 */
export function showComparison(element, data, options = {}) {
  const view = new ComparisonView(element, options);
  view.update(data);
  return view;
}

class ComparisonView {
  constructor(element, options) {
    this.element = element;
    this.options = options;
    this.hidden = new Set();
    this.choice = {}; // x, y, logX, logY, facets, as far as a person has chosen
    this.focused = null;
    this.dress();
    this.axes = h("div", { class: "cmp-axes" });
    this.legend = h("ul", { class: "cmp-legend", "aria-label": "who is shown" });
    this.tip = h("div", { class: "cmp-tip", hidden: true, role: "presentation" });
    this.figure = h("figure", { class: "cmp-figure" });
    this.heading = h("h3");
    this.sub = h("p", { class: "cmp-sub" });
    this.mapHeading = h("h3");
    this.mapSub = h("p", { class: "cmp-sub" });
    this.map = h("figure", { class: "cmp-figure" });
    this.ramp = h("div", { class: "cmp-ramp" });
    this.table = h("details", { class: "cmp-table" }, h("summary", {}, "All figures as a table"));
    this.tableBox = h("div", { class: "cmp-scroll" });
    this.table.append(this.tableBox);
    this.table.addEventListener("toggle", () => this.drawTable());
    this.note = h("p", { class: "cmp-sub" });
    this.opened = h("div", { "aria-live": "polite" });
    this.root = h("div", { class: "cmp" },
      h("section", {}, this.heading, this.sub, this.axes, this.legend, this.figure),
      h("section", {}, this.mapHeading, this.mapSub, this.map, this.ramp),
      h("section", { class: "cmp-last" }, this.table, this.note), this.opened);
    this.figure.append(this.tip);
    element.replaceChildren(this.root);
    this.mapTip = h("div", { class: "cmp-tip", hidden: true, role: "presentation" });
    this.observer = new ResizeObserver(() => {
      if (this.data && Math.abs(this.element.clientWidth - (this.width ?? 0)) > 1) this.redraw();
    });
    this.observer.observe(element);
  }

  dress() {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(CSS);
    }
    const place = this.element.getRootNode();
    const scope = place.adoptedStyleSheets ? place : document;
    if (!scope.adoptedStyleSheets.includes(sheet)) scope.adoptedStyleSheets = [...scope.adoptedStyleSheets, sheet];
  }

  close() {
    this.observer.disconnect();
    this.root.remove();
  }

  /** Draws other data; what was chosen stays where it still fits. */
  update(data) {
    const isOther = this.data?.kind !== data.kind || JSON.stringify(this.data?.dims.map((d) => d.key)) !== JSON.stringify(data.dims.map((d) => d.key));
    if (this.data && this.data.kind !== data.kind) this.hidden.clear();
    this.data = data;
    if (isOther) this.choice = {};
    this.redraw();
  }

  redraw() {
    this.width = this.element.clientWidth;
    this.root.classList.toggle("wide", this.width >= 1280);
    const [r, g, b] = (getComputedStyle(this.root).color.match(/[\d.]+/g) ?? [0, 0, 0]).map(Number);
    this.root.classList.toggle("dark", r + g + b > 384);
    this.drawAxes();
    this.drawLegend();
    this.drawChart();
    this.drawMap();
    this.drawTable();
    this.note.replaceChildren(this.data.conditions, ...(this.data.command ? [" The same again: ", h("code", {}, this.data.command)] : []));
  }

  // ---- what is chosen

  figureOf(key) {
    return this.data.figures.findIndex((one) => one.key === key);
  }

  get y() {
    const at = this.figureOf(this.choice.y);
    return at >= 0 ? at : this.x.isFigure ? (this.x.index === 1 ? 0 : 1) % this.data.figures.length : 0;
  }

  /** What stands on the x axis: a dimension, a figure, or the entrants. */
  get x() {
    const { dims, figures } = this.data;
    const options = [
      ...dims.map((dim, i) => ({ key: "dim:" + dim.key, label: dim.label, isDim: true, index: i, unit: dim.unit })),
      ...figures.map((one, i) => ({ key: "fig:" + one.key, label: one.label, isFigure: true, index: i, unit: one.unit })),
    ];
    const chosen = options.find((one) => one.key === this.choice.x);
    if (chosen) return chosen;
    const several = options.find((one) => one.isDim && dims[one.index].values.length > 1 && dims[one.index].key !== "knob");
    return several ?? options.find((one) => one.isFigure);
  }

  get xOptions() {
    const { dims, figures } = this.data;
    return [
      ...dims.filter((dim) => dim.values.length > 1).map((dim) => ["dim:" + dim.key, dim.label]),
      ...figures.map((one) => ["fig:" + one.key, one.label]),
    ];
  }

  /** The dimensions that a chart cannot show at once, with the value that it shows. */
  get facets() {
    const x = this.x;
    return this.data.dims
      .map((dim, i) => ({ dim, i }))
      .filter(({ dim, i }) => dim.values.length > 1 && !(x.isDim && x.index === i) && dim.key !== "knob")
      .map(({ dim, i }) => ({ dim, i, value: Math.min(this.choice.facets?.[dim.key] ?? 0, dim.values.length - 1) }));
  }

  get isLogY() {
    return this.choice.logY ?? this.spreads(this.y);
  }

  get isLogX() {
    const x = this.x;
    if (this.choice.logX !== undefined) return this.choice.logX;
    return x.isFigure ? this.spreads(x.index) : false;
  }

  /** Whether values differ so much that a linear axis would hide most of them. */
  spreads(figure) {
    const key = this.data.figures[figure].key;
    const values = this.data.rows.map((row) => row.figures[key]?.[0]).filter((v) => finite(v) && v > 0);
    return values.length > 1 && Math.max(...values) > 30 * Math.min(...values);
  }

  rows() {
    const facets = this.facets;
    const x = this.x;
    const dims = this.data.dims;
    // Where the chart goes over something else, each entrant has the setting with which it is compared.
    const knob = x.isDim && dims.length > 1 ? dims.findIndex((dim, i) => dim.key === "knob" && i !== x.index) : -1;
    return this.data.rows.filter((row) => !this.hidden.has(this.data.entrants[row.entrant].name)
      && (knob < 0 || row.at[knob] === 0)
      && facets.every(({ i, value }) => row.at[i] === value));
  }

  value(row, figure) {
    return row.figures[this.data.figures[figure].key] ?? [null, null, null];
  }

  // ---- controls

  select(label, options, value, chosen) {
    const list = h("select", { onchange: (event) => { chosen(event.target.value); this.redraw(); } });
    for (const [key, text] of options) list.append(h("option", { value: key, selected: key === value }, text));
    return h("label", {}, label, list);
  }

  check(label, value, chosen) {
    return h("label", { class: "cmp-check" }, h("input", { type: "checkbox", checked: value, onchange: (event) => { chosen(event.target.checked); this.redraw(); } }), label);
  }

  drawAxes() {
    const had = this.axes.contains(document.activeElement) ? [...this.axes.querySelectorAll("select, input")].indexOf(document.activeElement) : -1;
    const x = this.x;
    const isNumeric = x.isFigure || this.isNumeric(this.data.dims[x.index]);
    this.axes.replaceChildren(...[
      this.select("y axis", this.data.figures.map((one) => [one.key, one.label]), this.data.figures[this.y].key, (key) => { this.choice.y = key; delete this.choice.logY; }),
      this.select("x axis", this.xOptions, x.key, (key) => { this.choice.x = key; delete this.choice.logX; }),
      ...this.facets.map(({ dim, value }) => this.select(dim.label, dim.values.map((one, i) => [String(i), one.text]), String(value), (chosen) => {
        this.choice.facets = { ...this.choice.facets, [dim.key]: Number(chosen) };
      })),
      this.check("log y", this.isLogY, (is) => { this.choice.logY = is; }),
      isNumeric ? this.check("log x", this.isLogX, (is) => { this.choice.logX = is; }) : null,
    ].filter(Boolean));
    if (had >= 0) this.axes.querySelectorAll("select, input")[had]?.focus();
  }

  isNumeric(dim) {
    return dim.values.every((one) => finite(one.value));
  }

  drawLegend() {
    const had = this.legend.contains(document.activeElement) ? [...this.legend.querySelectorAll("button")].indexOf(document.activeElement) : -1;
    this.legend.replaceChildren(...this.data.entrants.map((one, i) => h("li", {}, h("button", {
      type: "button",
      "aria-pressed": String(!this.hidden.has(one.name)),
      title: Object.entries(one.settings).map(([k, v]) => `${k} ${v}`).join(", ") || "as it comes",
      onclick: () => {
        if (!this.hidden.delete(one.name)) this.hidden.add(one.name);
        this.redraw();
      },
    }, s("svg", { width: 16, height: 16, viewBox: "0 0 16 16", "aria-hidden": "true" }, mark(i, 8, 8)), one.name))));
    if (had >= 0) this.legend.querySelectorAll("button")[had]?.focus();
  }

  // ---- the chart

  drawChart() {
    const { figures, dims } = this.data;
    const y = this.y;
    const x = this.x;
    const figure = figures[y];
    const rows = this.rows().filter((row) => row.runs > 0 && this.value(row, y)[0] !== null && (!x.isFigure || this.value(row, x.index)[0] !== null));
    this.heading.textContent = sentence(figure.label);
    this.sub.textContent = `${figure.help} ${figure.better === "low" ? "Lower is better." : figure.better === "high" ? "Higher is better." : ""} A bar is the 95 % confidence interval.`;
    const box = this.figure.clientWidth || this.width;
    const width = Math.max(280, box);
    const height = Math.round(Math.max(260, Math.min(720, width * 0.52)));
    const place = { left: 56, right: width - 12, top: 12, bottom: height - 46 };
    const upward = this.scale(rows, y, this.isLogY, place.bottom, place.top, Math.round(height / 70));
    const isSteps = x.isDim && !this.isNumeric(dims[x.index]);
    const across = isSteps
      ? new Steps(dims[x.index].values.length, place.left, place.right)
      : x.isDim
        ? new Scale(dims[x.index].values.map((one) => one.value), place.left + 24, place.right - 24, { log: this.isLogX, none: this.isLogX && dims[x.index].values.some((one) => one.value === 0), most: Math.round(width / 90) })
        : this.scale(rows, x.index, this.isLogX, place.left, place.right, Math.round(width / 90));
    const svg = s("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": `${figure.label} over ${x.label}; ${rows.length} points, arrow keys go from one to the next, Enter opens a run` });
    this.frame(svg, place, across, upward, x, isSteps, figure);
    this.points = this.place(rows, x, y, across, upward);
    this.lines(svg);
    for (const point of this.points) svg.append(this.draw(point, place));
    if (!rows.length) svg.append(s("text", { class: "cmp-empty", x: (place.left + place.right) / 2, y: (place.top + place.bottom) / 2, "text-anchor": "middle" }, this.hidden.size === this.data.entrants.length ? "All are hidden." : this.data.rows.some((row) => row.runs) ? "Nothing to show: no run has such a figure." : "No run has ended yet."));
    svg.addEventListener("pointermove", (event) => this.hover(event, svg));
    svg.addEventListener("pointerleave", () => this.leave());
    svg.addEventListener("click", (event) => { const near = this.nearest(event, svg); if (near) this.open(near.row, medianRun(near.row, y)); });
    const hadFocus = this.figure.contains(document.activeElement);
    this.figure.replaceChildren(svg, this.tip);
    this.rove();
    if (hadFocus) this.points.find((one) => one.key === this.focused)?.node.focus();
    else this.tip.hidden = true;
  }

  scale(rows, figure, log, start, end, most) {
    const all = rows.map((row) => this.value(row, figure));
    const values = all.flat().filter(finite);
    const none = log && all.some((one) => one[0] === 0);
    const never = all.some((one) => one[0] === "never");
    const unit = this.data.figures[figure].unit;
    const shown = log ? values.filter((v) => v > 0) : values;
    if (log && shown.length) { // An interval that reaches down to nothing does not stretch the axis.
      const least = Math.min(...all.map((one) => one[0]).filter((v) => finite(v) && v > 0), Infinity);
      if (Number.isFinite(least)) return new Scale(shown.filter((v) => v >= least / 3), start, end, { log, none, never, most });
    }
    return new Scale(shown, start, end, { log, from: unit !== "%" || Math.min(...values) < 50, none, never, most });
  }

  frame(svg, place, across, upward, x, isSteps, figure) {
    const { left, right, top, bottom } = place;
    svg.append(s("rect", { class: "cmp-back", x: left, y: top, width: right - left, height: bottom - top, rx: 4 }));
    if (upward.never !== null) svg.append(s("rect", { class: "cmp-strip", x: left, y: top, width: right - left, height: 20 }), s("text", { class: "cmp-tick", x: left - 8, y: upward.never + 4, "text-anchor": "end" }, "never"));
    if (upward.none !== null) svg.append(s("rect", { class: "cmp-strip", x: left, y: bottom - 20, width: right - left, height: 20 }), s("text", { class: "cmp-tick", x: left - 8, y: upward.none + 4, "text-anchor": "end" }, "none"));
    for (const value of upward.ticks) {
      const at = upward.place(value);
      svg.append(s("line", { class: "cmp-grid", x1: left, x2: right, y1: at, y2: at }), s("text", { class: "cmp-tick", x: left - 8, y: at + 4, "text-anchor": "end" }, number(value)));
    }
    const ticks = isSteps ? this.data.dims[x.index].values.map((one, i) => [i, one.text])
      : x.isDim && !this.isLogX && this.data.dims[x.index].values.length <= 10 ? spread(this.data.dims[x.index].values.map((one) => [one.value, x.unit === "%" ? number(one.value) : one.text]), across)
        : across.ticks.map((value) => [value, number(value)]);
    const every = isSteps ? Math.ceil((Math.max(...ticks.map(([, text]) => text.length)) * 7 + 8) / ((right - left) / ticks.length)) : 1;
    ticks.forEach(([value, text], i) => {
      const at = across.place(value);
      svg.append(s("line", { class: "cmp-grid", x1: at, x2: at, y1: top, y2: bottom }));
      if (i % every === 0) svg.append(s("text", { class: "cmp-tick", x: at, y: bottom + 18, "text-anchor": "middle" }, text));
    });
    if (across.never !== null) svg.append(s("rect", { class: "cmp-strip", x: right - 20, y: top, width: 20, height: bottom - top }), s("text", { class: "cmp-tick", x: right, y: bottom + 18, "text-anchor": "end" }, "never"));
    if (across.none !== null) svg.append(s("rect", { class: "cmp-strip", x: left, y: top, width: 20 + (across.start - left), height: bottom - top }), s("text", { class: "cmp-tick", x: across.none, y: bottom + 18, "text-anchor": "middle" }, x.isFigure ? "none" : "0"));
    svg.append(s("line", { class: "cmp-base", x1: left, x2: right, y1: bottom, y2: bottom }), s("line", { class: "cmp-base", x1: left, x2: left, y1: top, y2: bottom }));
    const unit = x.unit ? `, ${x.unit}` : "";
    svg.append(s("text", { class: "cmp-title", x: (left + right) / 2, y: bottom + 38, "text-anchor": "middle" }, x.label + unit));
    svg.append(s("text", { class: "cmp-title", transform: `translate(12 ${(top + bottom) / 2}) rotate(-90)`, "text-anchor": "middle" }, shorten(figure.label + (figure.unit ? `, ${figure.unit}` : ""), (bottom - top) / 6.6)));
  }

  /** Where each point stands; points over the same x stand side by side. */
  place(rows, x, y, across, upward) {
    const count = this.data.entrants.length;
    const dimension = x.isDim ? this.data.dims[x.index] : null;
    const xs = dimension ? [...new Set(dimension.values.map((one, i) => across.place(this.isNumeric(dimension) ? one.value : i)))].sort((a, b) => a - b) : [];
    const room = Math.min(80, ...xs.slice(1).map((at, i) => at - xs[i]));
    return rows.map((row) => {
      const value = this.value(row, y);
      const other = x.isFigure ? this.value(row, x.index) : null;
      const aside = x.isDim ? (row.entrant - (count - 1) / 2) * Math.min(7, (room * 0.6) / count) : 0;
      const dim = x.isDim ? this.data.dims[x.index] : null;
      const px = other ? across.place(other[0]) : across.place(this.isNumeric(dim) ? dim.values[row.at[x.index]].value : row.at[x.index]) + aside;
      return { row, key: `${this.data.entrants[row.entrant].name}/${row.at.join("/")}`, value, other, px, py: upward.place(value[0]), across, upward };
    });
  }

  lines(svg) {
    const x = this.x;
    const through = x.isDim ? x.index : this.data.dims.findIndex((dim) => dim.values.length > 1);
    if (through < 0) return;
    this.data.entrants.forEach((entrant, e) => {
      const own = this.points.filter((one) => one.row.entrant === e).sort((a, b) => a.row.at[through] - b.row.at[through]);
      if (own.length < 2) return;
      const path = own.map((one, i) => `${i ? "L" : "M"}${one.px.toFixed(1)},${one.py.toFixed(1)}`).join("");
      svg.append(s("path", { class: "cmp-line", d: path, colour: ["stroke", e], opacity: 0.6 }));
    });
  }

  draw(point, place) {
    const { row, value, other, px, py, across, upward } = point;
    const [, low, high] = value;
    const parts = [];
    if (finite(low) && (finite(high) || high === "never")) {
      const from = Math.min(place.bottom, upward.place(low));
      const to = Math.max(place.top, upward.place(high));
      if (from - to > 2) parts.push(s("path", { class: "cmp-whisker", colour: ["stroke", row.entrant], d: `M${px},${from}V${to}M${px - 3},${from}h6M${px - 3},${to}h6` }));
    }
    if (other && finite(other[1]) && (finite(other[2]) || other[2] === "never")) {
      const from = across.place(other[1]);
      const to = across.place(other[2]);
      if (to - from > 2) parts.push(s("path", { class: "cmp-whisker", colour: ["stroke", row.entrant], d: `M${from},${py}H${to}M${from},${py - 3}v6M${to},${py - 3}v6` }));
    }
    const said = this.said(point);
    point.node = s("g", { class: "cmp-point", role: "button", tabindex: -1, "aria-label": said.join("; ") + "; Enter opens a run" },
      ...parts, s("circle", { class: "cmp-ring", cx: px, cy: py, r: 10 }), mark(row.entrant, px, py));
    point.node.addEventListener("focus", () => {
      this.focused = point.key;
      this.rove();
      this.show(this.tip, said, px, py, this.figure);
    });
    point.node.addEventListener("blur", () => { this.tip.hidden = true; });
    point.node.addEventListener("keydown", (event) => this.key(event, point));
    return point.node;
  }

  /** What is said of a point, in lines. */
  said({ row, value, other }) {
    const { entrants, dims, figures } = this.data;
    const y = figures[this.y];
    const lines = [entrants[row.entrant].name + (row.text ? `, ${row.text}` : "")];
    dims.forEach((dim, i) => { if (dim.key !== "knob") lines.push(`${dim.label}: ${dim.unit === "%" ? withUnit(dim.values[row.at[i]].value, "%") : dim.values[row.at[i]].text}`); });
    if (other) lines.push(`${this.x.label}: ${interval(other, this.x.unit)}`);
    lines.push(`${y.label}: ${interval(value, y.unit)}`);
    const near = medianRun(row, this.y);
    lines.push(`${row.runs} of ${row.of} runs${row.violations ? `, ${row.violations} broken promises` : ""}`);
    if (near) lines.push(`a click opens seed ${near[0]}, a run near the median`);
    return lines;
  }

  show(tip, lines, x, y, inside) {
    tip.replaceChildren(h("b", {}, lines[0]), ...lines.slice(1).map((line) => h("div", {}, line)));
    tip.hidden = false;
    const width = tip.offsetWidth;
    const height = tip.offsetHeight;
    const room = inside.clientWidth;
    const left = x + 14 + width <= room ? x + 14 : Math.max(0, Math.min(room - width, x - width - 14));
    tip.style.left = `${left}px`;
    tip.style.top = `${y - height - 12 >= -40 ? y - height - 12 : y + 16}px`;
  }

  nearest(event, svg) {
    const box = svg.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    let best = null;
    let least = 28 * 28;
    for (const point of this.points) {
      const far = (point.px - x) ** 2 + (point.py - y) ** 2;
      if (far < least) {
        least = far;
        best = point;
      }
    }
    return best;
  }

  hover(event, svg) {
    const near = this.nearest(event, svg);
    for (const point of this.points) point.node.classList.toggle("hover", point === near);
    svg.style.cursor = near ? "pointer" : "";
    if (near) this.show(this.tip, this.said(near), near.px, near.py, this.figure);
    else this.tip.hidden = true;
  }

  leave() {
    for (const point of this.points) point.node.classList.remove("hover");
    this.tip.hidden = true;
  }

  /** One point can be reached by the tab key; arrows go on from there. */
  rove() {
    const chosen = this.points.find((one) => one.key === this.focused) ?? this.points[0];
    for (const point of this.points) point.node.setAttribute("tabindex", point === chosen ? "0" : "-1");
  }

  key(event, point) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.open(point.row, medianRun(point.row, this.y));
      return;
    }
    const sideways = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const upwards = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    let next = null;
    if (sideways) {
      const own = this.points.filter((one) => one.row.entrant === point.row.entrant).sort((a, b) => a.px - b.px);
      next = own[own.indexOf(point) + sideways];
    } else if (upwards) {
      const column = [...this.points].sort((a, b) => Math.abs(a.px - point.px) - Math.abs(b.px - point.px) || a.py - b.py);
      const others = this.points.filter((one) => one.row.entrant !== point.row.entrant && (one.py - point.py) * upwards >= 0);
      next = column.find((one) => others.includes(one));
    }
    if (next) {
      event.preventDefault();
      next.node.focus();
    }
  }

  // ---- the map of all runs

  drawMap() {
    const figure = this.data.figures[this.y];
    const rows = this.rows();
    const seeds = [...new Set(this.data.rows.flatMap((row) => row.seeds.map((one) => one[0])))].sort((a, b) => a - b);
    const columns = Math.max(seeds.length, Math.max(0, ...this.data.rows.map((row) => row.of)));
    this.mapHeading.textContent = "Every run";
    this.mapSub.textContent = `${sentence(figure.label)}: one cell for each seed. A cell opens its run.`;
    const dims = this.data.dims;
    const ordered = [...rows].sort((a, b) => a.entrant - b.entrant || a.at.reduce((d, v, i) => d || v - b.at[i], 0));
    const settingOf = (row) => row.text ? row.text : this.data.dims.map((dim, i) => (dim.values.length > 1 ? dim.unit === "%" ? withUnit(dim.values[row.at[i]].value, "%") : `${dims.length === 1 && dim.key === "nodes" ? "N " : ""}${dim.values[row.at[i]].text}` : "")).filter(Boolean).join(", ");
    const longest = Math.max(6, ...ordered.map((row) => settingOf(row).length));
    const nameWidth = Math.min(112, Math.max(...this.data.entrants.map((one) => one.name.length), 4) * 7 + 8);
    const left = nameWidth + Math.min(150, longest * 6.6 + 12);
    const box = Math.max(260, this.map.clientWidth || this.width);
    const cell = Math.max(18, Math.min(44, Math.floor((box - left) / Math.max(1, columns))));
    const tall = ordered.length > 30 ? 20 : 26;
    const gap = 6;
    const width = left + columns * cell + 2;
    const known = ordered.flatMap((row) => row.seeds.map((one) => one[3 + this.y])).filter(finite);
    const log = this.isLogY;
    const scale = heat(known, log);
    const svg = s("svg", { width, role: "grid", "aria-label": `${figure.label} of every run` });
    let y = 18;
    let before = -1;
    seeds.forEach((seed, i) => { if (cell >= 22 || i % 5 === 0) svg.append(s("text", { class: "cmp-tick", x: left + (i + 0.5) * cell, y: 10, "text-anchor": "middle" }, String(seed))); });
    this.cells = [];
    ordered.forEach((row) => {
      if (row.entrant !== before) {
        if (before >= 0) y += gap;
        svg.append(mark(row.entrant, 6, y + tall / 2 - 1, 4), s("text", { class: "cmp-title", x: 16, y: y + tall / 2 + 3 }, shorten(this.data.entrants[row.entrant].name, nameWidth / 6.6)));
        before = row.entrant;
      }
      const line = s("g", { role: "row", "aria-label": `${this.data.entrants[row.entrant].name} ${settingOf(row)}` });
      line.append(s("text", { class: "cmp-tick", x: left - 8, y: y + tall / 2 + 3, "text-anchor": "end" }, shorten(settingOf(row), 22)));
      const cells = [];
      for (let i = 0; i < columns; i++) {
        const run = row.seeds[i];
        if (!run) {
          if (i < row.of) line.append(s("rect", { class: "cmp-unknown", x: left + i * cell + 1, y: y + 1, width: cell - 3, height: tall - 4, rx: 2 }));
          continue;
        }
        cells.push(this.cell(line, row, run, left + i * cell, y, cell, tall, scale, figure));
      }
      this.cells.push(cells);
      svg.append(line);
      y += tall;
    });
    svg.setAttribute("height", String(y + 4));
    const hadFocus = this.map.contains(document.activeElement) ? this.cellKey : null;
    const kept = this.map.querySelector(".cmp-scroll")?.scrollLeft ?? 0;
    const scroller = h("div", { class: "cmp-scroll" }, svg);
    this.map.replaceChildren(scroller, this.mapTip);
    scroller.scrollLeft = kept;
    const all = this.cells.flat();
    (all.find((one) => one.dataset.key === this.cellKey) ?? all[0])?.setAttribute("tabindex", "0");
    if (hadFocus) all.find((one) => one.dataset.key === hadFocus)?.focus();
    else this.mapTip.hidden = true;
    this.drawRamp(scale, figure, known);
  }

  cell(line, row, run, x, y, cell, tall, scale, figure) {
    const value = run[3 + this.y];
    const name = this.data.entrants[row.entrant].name;
    const lines = [`${name}${row.text ? ", " + row.text : ""}, seed ${run[0]}`, `${figure.label}: ${withUnit(value, figure.unit)}`];
    this.data.dims.forEach((dim, i) => { if (dim.key !== "knob") lines.splice(1, 0, `${dim.label}: ${dim.values[row.at[i]].text}`); });
    if (run[1]) lines.push(`${run[1]} broken promises`);
    lines.push("a click opens the run");
    const rect = s("rect", { class: `cmp-cell${run[1] ? " cmp-broken" : ""}`, x: x + 1, y: y + 1, width: cell - 3, height: tall - 4, rx: 2, heat: value === "never" ? RAMP - 1 : finite(value) ? scale.step(value) : 0, role: "gridcell", tabindex: -1, "aria-label": lines.join("; ") });
    rect.dataset.key = `${name}/${row.at.join("/")}/${run[0]}`;
    const sign = run[1] ? "!" : value === "never" ? "∞" : value === null ? "·" : "";
    const middle = { x: x + cell / 2 - 0.5, y: y + tall / 2 + 3 };
    line.append(rect);
    if (sign) {
      const isDeep = value === "never";
      const text = s("text", { x: middle.x, y: middle.y, "text-anchor": "middle", "font-weight": 700, "pointer-events": "none" }, sign);
      text.style.fill = isDeep ? "var(--c-paper)" : "var(--c-ink)";
      line.append(text);
    }
    const show = () => {
      const scrolled = this.map.querySelector(".cmp-scroll")?.scrollLeft ?? 0;
      this.show(this.mapTip, lines, x - scrolled + cell, y, this.map);
    };
    rect.addEventListener("pointerenter", show);
    rect.addEventListener("pointerleave", () => { this.mapTip.hidden = true; });
    rect.addEventListener("focus", () => { this.cellKey = rect.dataset.key; show(); });
    rect.addEventListener("blur", () => { this.mapTip.hidden = true; });
    rect.addEventListener("click", () => this.open(row, run));
    rect.addEventListener("keydown", (event) => this.cellMove(event, rect, row, run));
    return rect;
  }

  cellMove(event, rect, row, run) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.open(row, run);
      return;
    }
    const move = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -1e6], End: [0, 1e6] }[event.key];
    if (!move) return;
    event.preventDefault();
    const line = this.cells.findIndex((cells) => cells.includes(rect));
    const to = this.cells[Math.max(0, Math.min(this.cells.length - 1, line + move[0]))];
    const next = to[Math.max(0, Math.min(to.length - 1, this.cells[line].indexOf(rect) + move[1]))];
    rect.setAttribute("tabindex", "-1");
    next?.setAttribute("tabindex", "0");
    next?.focus();
  }

  drawRamp(scale, figure, known) {
    if (!known.length) {
      this.ramp.replaceChildren();
      return;
    }
    const colours = [];
    for (let i = 0; i < RAMP; i++) {
      const one = h("i");
      one.style.background = `var(--h${i})`;
      colours.push(one);
    }
    const some = [withUnit(scale.low, figure.unit), ...colours, withUnit(scale.high, figure.unit)];
    const shown = this.rows().flatMap((row) => row.seeds);
    const signs = [
      shown.some((one) => one[3 + this.y] === "never") ? "∞ never" : "",
      shown.some((one) => one[3 + this.y] === null) ? "· no such figure" : "",
      shown.some((one) => one[1]) ? "! a promise was broken" : "",
    ].filter(Boolean);
    this.ramp.replaceChildren(...some, ...signs.map((one) => h("span", {}, one)));
  }

  // ---- the table

  drawTable() {
    if (!this.table.open) {
      this.tableBox.replaceChildren();
      return;
    }
    const { figures, dims, entrants } = this.data;
    const head = h("tr", {}, ...["protocol", ...dims.map((dim) => (dim.key === "knob" ? "setting" : dim.label)), "runs", ...figures.map((one) => one.label + (one.unit ? `, ${one.unit}` : "")), "a run"].map((text) => h("th", { scope: "col" }, text)));
    const body = h("tbody");
    let before = "";
    for (const row of this.rows()) {
      const at = row.at.join();
      const near = medianRun(row, this.y);
      body.append(h("tr", { class: at === before ? "" : "cmp-first" },
        h("td", {}, entrants[row.entrant].name),
        ...dims.map((dim, i) => h("td", {}, dim.key === "knob" ? row.text : dim.unit === "%" ? number(dim.values[row.at[i]].value) : dim.values[row.at[i]].text)),
        h("td", {}, `${row.runs}`),
        ...figures.map((one) => h("td", {}, row.runs ? range(row.figures[one.key] ?? [null]) : "")),
        h("td", {}, near ? h("button", { type: "button", onclick: () => this.open(row, near) }, `seed ${near[0]}`) : "")));
      before = at;
    }
    this.tableBox.replaceChildren(h("table", {}, h("caption", { class: "cmp-said" }, this.data.title), h("thead", {}, head), body));
  }

  // ---- a run

  open(row, run) {
    if (!run) return;
    const name = this.data.entrants[row.entrant].name;
    const title = `${name}${row.text ? ", " + row.text : ""}, seed ${run[0]}`;
    const one = { text: runText(row, run), seed: run[0], title, command: row.command ? row.command.replaceAll("{seed}", String(run[0])) : null };
    if (this.options.open) {
      this.options.open(one);
      return;
    }
    this.opened.replaceChildren(h("div", { class: "cmp-run" }, h("b", {}, title), h("pre", {}, (one.command ? one.command + "\n\n" : "") + one.text)));
    this.opened.scrollIntoView({ block: "nearest" });
  }
}

function interval([value, low, high], unit) {
  const bounds = finite(low) && high !== null && (low !== value || high !== value) ? ` (${withUnit(low, unit)} to ${withUnit(high, unit)})` : "";
  return withUnit(value, unit) + bounds;
}

function range([value, low, high]) {
  return finite(low) && high !== null && (low !== value || high !== value) ? `${number(value)} (${number(low)}..${number(high)})` : number(value);
}

function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function shorten(text, most) {
  return text.length > most ? text.slice(0, Math.max(1, Math.floor(most) - 1)) + "…" : text;
}

/** Leaves out labels that would overlap. */
function spread(ticks, across) {
  let last = -Infinity;
  return ticks.filter(([value, text]) => {
    const at = across.place(value);
    const fits = at - last > text.length * 7 + 6;
    if (fits) last = at;
    return fits;
  });
}

function heat(values, log) {
  const shown = log ? values.filter((v) => v > 0) : values;
  const low = shown.length ? Math.min(...shown) : 0;
  const high = shown.length ? Math.max(...shown) : 1;
  const part = (v) => (high === low ? 0.5 : log ? (Math.log(v) - Math.log(low)) / (Math.log(high) - Math.log(low)) : (v - low) / (high - low));
  return { low, high, step: (value) => (log && value <= 0 ? 0 : Math.min(RAMP - 1, Math.floor(part(value) * RAMP))) };
}
