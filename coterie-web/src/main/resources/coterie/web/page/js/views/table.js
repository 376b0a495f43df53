// All events as a table that a screen reader can go through; only the rows in sight are made.
import { css, html, nothing } from "lit";
import { CONFLICT, KIND, KINDS, timeText } from "coterie/session.js";
import { View } from "coterie/views/base.js";

const ROW = 28;
const PIECE = 64;
const HEIGHT_MAX = 12_000_000;
const texts = new WeakMap();

class LabTable extends View {
  static properties = { lab: { attribute: false }, top: { state: true }, height: { state: true } };
  static follows = ["run", "cursor", "selection", "filter"];

  static styles = [View.styles, css`
    :host { display: flex; flex-direction: column; }
    .grid { flex: 1 1 auto; min-height: 120px; display: flex; flex-direction: column; outline-offset: -2px; }
    .line { display: grid; grid-template-columns: minmax(72px, 104px) minmax(36px, 64px) minmax(56px, 88px) minmax(0, 1fr); gap: 8px; align-items: center; padding: 0 16px 0 12px; height: 28px; font-size: var(--t-1); border-left: 4px solid transparent; }
    .line > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .head { flex: none; font-weight: 650; color: var(--ink-3); border-bottom: 1px solid var(--line-2); }
    .body { flex: 1 1 auto; min-height: 0; overflow: auto; scrollbar-width: thin; position: relative; }
    .rows { position: absolute; left: 0; right: 0; top: 0; }
    .space { width: 1px; }
    .row { cursor: pointer; border-bottom: 1px solid var(--line); }
    .row:hover { background: var(--paper-2); }
    .row.later { color: var(--ink-3); }
    .row.now { background: var(--accent-soft); border-left-color: var(--accent); font-weight: 600; }
    .row.chosen { box-shadow: inset 0 0 0 1px var(--accent); }
    .row.bad .kind { color: var(--bad); font-weight: 650; }
    .row.fault .kind, .row.dropped .kind { color: var(--lost); }
    .time { text-align: right; }
    .foot { flex: none; padding: 4px 16px; border-top: 1px solid var(--line); font-size: var(--t-1); color: var(--ink-3); }
    @media (max-width: 480px) { .line { grid-template-columns: 72px 36px minmax(0, 1fr); } .kind { display: none; } .head .kind { display: none; } }
  `];

  constructor() {
    super();
    this.top = 0;
    this.height = 400;
    this.list = null;
  }

  heard(name) {
    if (name === "run" || name === "filter") this.list = null;
    if (name === "cursor") this.wantsCursor = true;
    this.requestUpdate();
  }

  /** The events that the filters let be seen. */
  shown() {
    const run = this.run;
    if (this.list?.run !== run || this.list.count !== run.count) {
      const found = new Int32Array(run.count);
      let n = 0;
      for (let i = 0; i < run.count; i++) if (this.lab.isShown(i)) found[n++] = i;
      this.list = Object.assign(found.subarray(0, n), { run, count: run.count });
      this.wantsCursor = true;
    }
    return this.list;
  }

  /** The place of the last shown event that is not after an event; -1 if there is none. */
  placeOf(event) {
    const list = this.shown();
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (list[middle] <= event) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  text(event) {
    const run = this.run;
    if (!texts.has(run)) texts.set(run, new Map());
    const mine = texts.get(run);
    const piece = Math.floor(event / PIECE);
    const isShort = mine.get(piece)?.length <= event % PIECE;
    if (!mine.has(piece) || isShort) {
      mine.set(piece, null);
      run.lines(piece * PIECE, (piece + 1) * PIECE).then(
        (lines) => {
          mine.set(piece, lines);
          this.requestUpdate();
        },
        (error) => console.info(String(error)),
      );
    }
    return mine.get(piece)?.[event % PIECE] ?? "…";
  }

  render() {
    const run = this.run;
    if (!run) return this.empty("Start a run, and its events are listed here.");
    const list = this.shown();
    if (!list.length) return this.empty(run.count ? "No event passes the filters: let more kinds or processes be seen." : "Nothing happened in this run.");
    const now = this.placeOf(this.lab.cursor);
    const first = this.firstRow(list.length);
    const last = Math.min(list.length, first + Math.ceil(this.height / ROW) + 2);
    const rows = [];
    for (let i = first; i < last; i++) rows.push(this.row(run, list[i], i, now));
    return html`<div class="grid" role="grid" tabindex="0" aria-label="Events" aria-rowcount=${list.length + 1} aria-colcount="4"
        aria-activedescendant=${now >= first && now < last ? `row-${now}` : nothing} @keydown=${this.key}>
        <div class="line head" role="row" aria-rowindex="1"><span class="time" role="columnheader">time in s</span><span role="columnheader">who</span><span class="kind" role="columnheader">kind</span><span role="columnheader">what</span></div>
        <div class="body" role="rowgroup" @scroll=${this.scrolled}><div class="space" role="presentation"></div><div class="rows" role="presentation">${rows}</div></div>
      </div>
      <div class="foot">${list.length === run.count ? `${run.count} events` : `${list.length} of ${run.count} events pass the filters`}</div>`;
  }

  row(run, event, place, now) {
    const kind = run.kind[event];
    const node = kind === KIND.dropped ? run.peer[event] : run.node[event];
    const isNow = place === now;
    const look = [isNow ? "now" : place > now ? "later" : "", run.flags[event] & CONFLICT ? "bad" : "", kind === KIND.faulted ? "fault" : "", kind === KIND.dropped ? "dropped" : "", this.lab.selection?.event === event ? "chosen" : ""];
    const text = this.text(event);
    return html`<div class="line row ${look.join(" ")}" id="row-${place}" role="row" aria-rowindex=${place + 2} aria-selected=${isNow}
        @click=${() => this.pick(event)} @contextmenu=${(e) => this.menu(e, { event })}>
      <span class="time" role="gridcell">${timeText(run.time[event], 6)}</span><span role="gridcell">${node >= 0 ? run.nodes[node] : "—"}</span>
      <span class="kind" role="gridcell">${KINDS[kind]}</span><span role="gridcell" title=${text}>${text}</span></div>`;
  }

  pick(event) {
    this.wantsCursor = false;
    this.lab.goto(event);
    this.wantsCursor = false;
    this.choose({ event });
  }

  // ---- the part in sight

  total(rows) {
    return Math.min(HEIGHT_MAX, rows * ROW);
  }

  firstRow(rows) {
    const most = Math.max(0, this.total(rows) - this.height);
    const share = most > 0 ? Math.min(1, this.top / most) : 0;
    const exact = rows * ROW <= HEIGHT_MAX ? this.top / ROW : share * Math.max(0, rows - this.height / ROW);
    return Math.max(0, Math.min(rows - 1, Math.floor(exact)));
  }

  scrolled(event) {
    this.top = event.target.scrollTop;
  }

  updated() {
    const body = this.renderRoot.querySelector(".body");
    if (!body) return;
    const list = this.shown();
    if (this.observed !== body) {
      this.sizes?.disconnect();
      this.observed = body;
      this.sizes = new ResizeObserver(() => {
        if (body.clientHeight > 0) this.height = body.clientHeight;
      });
      this.sizes.observe(body);
    }
    body.querySelector(".space").style.height = `${this.total(list.length)}px`;
    const first = this.firstRow(list.length);
    const isExact = list.length * ROW <= HEIGHT_MAX;
    body.querySelector(".rows").style.transform = `translateY(${isExact ? first * ROW : this.top}px)`;
    if (this.wantsCursor && body.clientHeight > 0) {
      this.wantsCursor = false;
      this.reveal(body, this.placeOf(this.lab.cursor), list.length);
    }
  }

  reveal(body, place, rows) {
    if (place < 0) {
      body.scrollTop = 0;
      return;
    }
    const fit = Math.floor(body.clientHeight / ROW);
    const first = this.firstRow(rows);
    if (place >= first + (first > 0 ? 1 : 0) && place < first + fit) return;
    const wanted = Math.max(0, place - Math.floor(fit / 2));
    const most = this.total(rows) - body.clientHeight;
    body.scrollTop = rows * ROW <= HEIGHT_MAX ? wanted * ROW : (wanted / Math.max(1, rows - fit)) * most;
  }

  key(event) {
    const list = this.shown();
    const now = this.placeOf(this.lab.cursor);
    const page = Math.max(1, Math.floor(this.height / ROW) - 1);
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, PageDown: now + page, PageUp: now - page, Home: 0, End: list.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      this.lab.goto(list[Math.max(0, Math.min(list.length - 1, to))]);
    } else if (now >= 0 && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      event.stopPropagation();
      this.choose({ event: list[now] });
    } else if (now >= 0 && (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey))) {
      this.menu(event, { event: list[now] });
    }
  }
}
customElements.define("lab-table", LabTable);
