// A run as a table: a column for every process, a row for every instant at which something changed.
import { css, html, nothing } from "lit";
import { timeText } from "coterie/session.js";
import { View } from "coterie/views/base.js";

/** More columns are not read side by side: those with most to tell are shown. */
const COLUMNS_MAX = 12;

class LabTimeline extends View {
  static styles = [View.styles, css`
    :host { display: flex; flex-direction: column; }
    .frame { position: relative; overflow: auto; scrollbar-width: thin; flex: 1 1 auto; min-height: 0; }
    table { border-collapse: separate; border-spacing: 0; font-size: var(--t-1); min-width: 100%; }
    thead th { position: sticky; top: 0; background: var(--paper-2); z-index: 2; padding: 8px; border-bottom: 1px solid var(--line-2); white-space: nowrap; }
    thead th:first-child { left: 0; z-index: 3; }
    td, tbody th { padding: 4px 8px; border-bottom: 1px solid var(--line); vertical-align: top; min-width: 116px; max-width: 280px; overflow-wrap: break-word; }
    tbody th { position: sticky; left: 0; background: var(--paper); z-index: 1; min-width: 64px; font-weight: 400; text-align: right; white-space: nowrap; }
    tbody tr { cursor: pointer; }
    tbody tr:hover td, tbody tr:hover th { background: var(--paper-2); }
    tr.now th, tr.now td { background: var(--accent-soft); }
    tr.now th { box-shadow: inset 4px 0 0 var(--accent); font-weight: 650; }
    tr.later td { color: var(--ink-3); }
    .state { font-weight: 600; }
    .state.down { color: var(--ink-3); font-weight: 400; font-style: italic; }
    .state.leads { color: var(--leader); }
    .state.same { color: var(--ink-3); font-weight: 400; }
    .deed { color: var(--ink-2); }
    .fault { color: var(--bad); font-weight: 600; white-space: normal; width: 128px; overflow-wrap: break-word; }
    td.across { max-width: none; padding-bottom: 0; border-bottom: 0; }
    button.when { min-height: 24px; border: 0; background: none; padding: 0 4px; font-size: inherit; font-weight: inherit; }
    .note { padding: 8px 16px; font-size: var(--t-1); color: var(--ink-3); }
  `];

  render() {
    const run = this.run;
    if (!run) return this.empty("Start a run, and its instants are listed here.");
    const table = this.whole("timeline");
    if (table === undefined) return this.empty("Playing the run once more for its timeline …");
    if (!table || table.rows.length === 0) return this.empty("Nothing has changed in this run at any time.");
    const nanos = this.lab.nowNanos();
    let now = -1;
    table.rows.forEach((row, i) => {
      if (row.at <= nanos && this.lab.cursor >= 0) now = i;
    });
    const columns = this.columns(run, table);
    return html`<div class="frame"><table>
      <caption class="sr">What each process did, and its state after it</caption>
      <thead><tr><th scope="col">time</th>${columns.map((i) => html`<th scope="col"><button class="link" @click=${() => this.choose({ node: i })} @contextmenu=${(e) => this.menu(e, { node: i })}>${run.nodes[i]}</button></th>`)}</tr></thead>
      <tbody @keydown=${this.key}>${this.rows(run, table, now, columns)}</tbody></table></div>
      ${columns.length < run.nodes.length ? html`<p class="note">${columns.length} of ${run.nodes.length} processes are shown: those that lead or fail, those that did most, and the one that is chosen.</p>` : nothing}
      ${table.isAll ? nothing : html`<p class="note">The timeline shows the first ${table.rows.length} instants.</p>`}`;
  }

  columns(run, table) {
    const all = run.nodes.map((_, i) => i);
    if (all.length <= COLUMNS_MAX) return all;
    const deeds = new Array(all.length).fill(0);
    for (const row of table.rows) {
      for (const cell of row.cells) {
        deeds[cell.node] += 1 + cell.deeds.length;
        if (/^(LEADER|DOWN)|\(paused\)|INSIDE/.test(cell.state)) deeds[cell.node] += 1000;
      }
    }
    const chosen = this.lab.selection?.node;
    if (chosen >= 0) deeds[chosen] = Infinity;
    return all.sort((a, b) => deeds[b] - deeds[a]).slice(0, COLUMNS_MAX).sort((a, b) => a - b);
  }

  rows(run, table, now, columns) {
    const states = new Array(run.nodes.length).fill("");
    return table.rows.map((row, i) => {
      const cells = new Array(run.nodes.length).fill(null);
      for (const cell of row.cells) {
        cells[cell.node] = cell;
        states[cell.node] = cell.state;
      }
      const isNow = i === now;
      return html`<tr class="${isNow ? "now" : i > now ? "later" : ""}" aria-current=${isNow ? "time" : nothing} @click=${() => this.lab.gotoTime(row.at)}>
        <th scope="row"><button class="when" tabindex=${isNow || (now < 0 && i === 0) ? 0 : -1}>${timeText(row.at, 6)}</button>
          ${row.faults.map((fault) => html`<div class="fault">${fault}</div>`)}</th>
        ${columns.map((node) => [cells[node], node]).map(([cell, node]) => html`<td>${cell ? html`${cell.deeds.map((deed) => html`<div class="deed">${broken(deed)}</div>`)}
          <div class="state ${look(cell.state)}">${broken(cell.state)}</div>` : html`<div class="state same ${look(states[node])}">${broken(states[node])}</div>`}</td>`)}</tr>`;
    });
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = event.target.closest("tr");
    const next = step && row ? (step > 0 ? row.nextElementSibling : row.previousElementSibling) : null;
    if (step) {
      event.preventDefault();
      event.stopPropagation();
      next?.querySelector("button")?.focus();
      next?.click();
    }
  }

  updated() {
    const row = this.renderRoot.querySelector("tr.now");
    const frame = this.renderRoot.querySelector(".frame");
    if (!row || !frame || row === this.shown) return;
    this.shown = row;
    const head = frame.querySelector("thead")?.offsetHeight ?? 0;
    const top = row.offsetTop - head;
    if (top < frame.scrollTop || row.offsetTop + row.offsetHeight > frame.scrollTop + frame.clientHeight) {
      frame.scrollTop = Math.max(0, top - frame.clientHeight / 3);
    }
  }
}

/** A long word such as WAITING_COORDINATOR may be broken after its lines. */
function broken(text) {
  return text.replaceAll("_", "_\u200b");
}

function look(state) {
  return state === "DOWN" ? "down" : /^LEADER|LEADS/.test(state) ? "leads" : "";
}
customElements.define("lab-timeline", LabTimeline);
