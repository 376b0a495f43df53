// What each clock says of an event, side by side, and what it says about the order of two.
import { css, html, nothing } from "lit";
import { timeText } from "coterie/session.js";
import { FUTURE, ITSELF, PAST, coneOf } from "coterie/causality.js";
import { View } from "coterie/views/base.js";

const AROUND = 40;

/** What the clocks promise. */
const PROMISES = {
  physical: "a wall clock; promises no order",
  lamport: "what led to an event has a lower stamp",
  vector: "exact: says before, after or concurrent",
  hybrid: "what led to an event has a lower stamp, close to wall time",
};

class LabStamps extends View {
  static properties = { lab: { attribute: false }, pinned: { state: true } };

  static styles = [View.styles, css`
    .all { display: flex; flex-direction: column; gap: 8px; }
    .frame { position: relative; overflow: auto; scrollbar-width: thin; max-height: 46%; min-height: 140px; border: 1px solid var(--line); border-radius: var(--radius); }
    table { width: 100%; font-size: var(--t-1); border-collapse: separate; border-spacing: 0; }
    th, td { padding: 4px 8px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
    .frame thead th { position: sticky; top: 0; background: var(--paper-2); color: var(--ink-3); white-space: nowrap; z-index: 1; }
    .frame td, th, td.mono { white-space: nowrap; }
    .list tbody tr { cursor: pointer; }
    .list tbody tr:hover td { background: var(--paper-2); }
    tr.now td { background: var(--accent-soft); }
    tr.now td:first-child { box-shadow: inset 4px 0 0 var(--accent); font-weight: 650; }
    tr.pin td:first-child::after { content: " A"; color: var(--leader); font-weight: 700; }
    .which { display: inline-grid; place-content: center; width: 20px; height: 20px; border-radius: 10px; background: var(--accent); color: var(--accent-ink); font-weight: 700; font-size: var(--t-1); margin-right: 6px; }
    .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
    .card { border: 1px solid var(--line); border-radius: var(--radius); padding: 8px; min-width: 0; overflow-wrap: anywhere; }
    .card p { font-size: var(--t-1); color: var(--ink-3); }
    .card b { font-weight: 650; }
    .truth { font-weight: 650; }
    tr.wrong td { background: var(--bad-soft); }
    .bad { color: var(--bad); font-weight: 650; }
    .verdict { font-weight: 600; white-space: nowrap; }
  `];

  render() {
    const run = this.run;
    if (!run) return this.empty("Start a run of clocks or of a store, and its stamps are shown here.");
    if (this.pinned?.run !== run) this.pinned = null;
    const all = this.whole("stamps");
    if (all === undefined) return this.empty("Asking the run …");
    if (!all?.length) return this.empty("No event of this run gets a stamp of a clock: choose clocks, ledger, mvcc or documents.");
    const now = this.current(run, all);
    const clocks = [...new Set(all.flatMap((one) => one.stamps.map((stamp) => stamp.clock)))];
    return html`<div class="all">${this.compare(run, all, now, clocks)}${this.list(run, all, now, clocks)}</div>`;
  }

  /** The stamped event that was chosen, or the last one up to the cursor; -1 if there is none. */
  current(run, all) {
    const chosen = this.lab.selection?.event;
    if (chosen !== undefined) {
      const exact = all.findIndex((one) => one.stamps.some((stamp) => stamp.event === chosen));
      const near = exact >= 0 ? exact : all.findLastIndex((one) => one.node === run.node[chosen] && run.time[one.event] === run.time[chosen]);
      if (near >= 0) return near;
    }
    return all.findLastIndex((one) => one.event <= this.lab.cursor);
  }

  list(run, all, now, clocks) {
    const from = Math.max(0, Math.max(0, now) - AROUND);
    const part = all.slice(from, from + 2 * AROUND);
    return html`<div class="frame"><table class="list"><caption class="sr">Stamped events</caption>
      <thead><tr><th scope="col">event</th><th scope="col">at</th><th scope="col">who</th>${clocks.map((clock) => html`<th scope="col">${clock}</th>`)}</tr></thead>
      <tbody>${part.map((one, i) => html`<tr class="${from + i === now ? "now" : ""} ${this.pinned?.place === from + i ? "pin" : ""}" aria-current=${from + i === now ? "true" : nothing} @click=${() => this.go(one)}>
        <td><button class="link" title=${one.name}>${one.name}</button></td><td>${timeText(run.time[one.event], 6)}</td><td>${run.nodes[one.node] ?? "?"}</td>
        ${clocks.map((clock) => html`<td class="mono">${one.stamps.find((stamp) => stamp.clock === clock)?.text ?? ""}</td>`)}</tr>`)}</tbody></table></div>
      ${part.length < all.length ? html`<p class="small muted">${part.length} of ${all.length} stamped events, around the cursor.</p>` : nothing}`;
  }

  go(one) {
    this.lab.goto(one.event);
    this.choose({ event: one.event });
  }

  compare(run, all, now, clocks) {
    if (now < 0) return html`<p class="muted small">No event before the cursor has a stamp: step forward, or choose one below.</p>`;
    const b = all[now];
    const card = (letter, one) => html`<div class="card"><span class="which">${letter}</span><b>${one.name}</b><p>${run.nodes[one.node] ?? "?"} at ${timeText(run.time[one.event], 6)} s</p></div>`;
    if (!this.pinned || this.pinned.place === now) {
      return html`<div class="pair">${card("A", b)}<div class="card"><button aria-pressed=${!!this.pinned} @click=${() => this.pin(run, now)}>${this.pinned ? "Now choose B" : "Compare A with …"}</button>
          <p>${this.pinned ? "Choose another event below, or move the cursor." : "Keeps this event, and compares it with the one that you choose next."}</p></div></div>
        <table><tbody>${b.stamps.map((stamp) => html`<tr><th scope="row">${stamp.clock}</th><td class="mono">${stamp.text}</td><td class="muted promise">${PROMISES[stamp.clock] ?? "versions of the store"}</td></tr>`)}</tbody></table>`;
    }
    const a = all[this.pinned.place];
    const truth = this.truth(run, a, b);
    return html`<div class="pair">${card("A", a)}${card("B", b)}</div>
      <p class="truth" role="status">${TRUTHS[truth]}</p>
      <table><caption class="sr">What each clock says about A and B</caption><tbody>${clocks.map((clock) => {
        const sa = a.stamps.find((stamp) => stamp.clock === clock);
        const sb = b.stamps.find((stamp) => stamp.clock === clock);
        if (!sa || !sb) return nothing;
        const said = verdict(sa, sb);
        const isWrong = (truth === "before" && said !== "before") || (truth === "after" && said !== "after") || (sa.vector && clock === "vector" && said !== truth);
        return html`<tr class=${isWrong ? "wrong" : ""}><th scope="row">${clock}</th><td class="mono">${sa.text}</td><td class="mono">${sb.text}</td>
          <td><span class="verdict">${SAYS[said]}</span> ${isWrong ? html`<span class="bad">✕ wrong</span>` : html`<span class="muted">${remark(sa, said, truth)}</span>`}</td></tr>`;
      })}</tbody></table>
      <div class="row"><button class="small" @click=${() => (this.pinned = null)}>Compare no more</button><button class="small" @click=${() => this.pin(run, now)}>B becomes A</button></div>`;
  }

  /** The event of the cursor stays in sight. */
  updated() {
    const row = this.renderRoot.querySelector(".list tr.now");
    const frame = this.renderRoot.querySelector(".frame");
    const place = row?.rowIndex ?? -1;
    if (!row || !frame || (this.shownRow === place && this.shownAt === this.lab.cursor)) return;
    this.shownRow = place;
    this.shownAt = this.lab.cursor;
    const head = frame.querySelector("thead").offsetHeight;
    if (row.offsetTop - head < frame.scrollTop || row.offsetTop + row.offsetHeight > frame.scrollTop + frame.clientHeight) {
      frame.scrollTop = Math.max(0, row.offsetTop - frame.clientHeight / 2);
    }
  }

  pin(run, place) {
    this.pinned = { run, place };
  }

  /** What really was: along processes and messages. */
  truth(run, a, b) {
    const at = (one) => one.stamps[0].event;
    if (this.cone?.run !== run || this.cone.event !== at(a)) this.cone = { run, event: at(a), marks: coneOf(run, at(a)) };
    const mark = this.cone.marks[at(b)];
    return mark === ITSELF ? "same" : mark === FUTURE ? "before" : mark === PAST ? "after" : "concurrent";
  }
}

const TRUTHS = {
  before: "A happened before B: B could know of A.",
  after: "A happened after B: A could know of B.",
  concurrent: "A and B are concurrent: neither could know of the other.",
  same: "A and B are the same event.",
};
const SAYS = { before: "A before B", after: "A after B", concurrent: "concurrent", same: "the same" };

/** What two stamps of one clock say about their events. */
function verdict(a, b) {
  if (a.vector && b.vector) {
    const isLow = a.vector.every((count, i) => count <= b.vector[i]);
    const isHigh = a.vector.every((count, i) => count >= b.vector[i]);
    return isLow && isHigh ? "same" : isLow ? "before" : isHigh ? "after" : "concurrent";
  }
  const difference = BigInt(a.time) - BigInt(b.time);
  if (difference !== 0n) return difference < 0n ? "before" : "after";
  return a.clock === "physical" || a.by === b.by ? "same" : a.by < b.by ? "before" : "after";
}

function remark(stamp, said, truth) {
  if (stamp.vector) return "";
  if (truth === "concurrent" && said !== "same") return stamp.clock === "physical" ? "by chance" : "an order that all agree on, no cause";
  if (stamp.clock === "physical") return "right this time; no promise";
  return "";
}
customElements.define("lab-stamps", LabStamps);
