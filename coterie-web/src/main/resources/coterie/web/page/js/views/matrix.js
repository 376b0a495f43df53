// Who holds whom for up: a row for each observer, a column for each observed.
import { css, html, nothing } from "lit";
import { timeText } from "coterie/session.js";
import { Entries, momentsOf } from "coterie/views/moment.js";
import { View } from "coterie/views/base.js";

const WORDS = {
  trusts: { sign: "✓", words: "trusts" },
  suspects: { sign: "?", words: "suspects" },
  failed: { sign: "✕", words: "holds for failed" },
  left: { sign: "↗", words: "knows to have left" },
  unknown: { sign: "·", words: "knows nothing of" },
};
const VECTOR_WORDS = {
  correct: "found correct by a test of its own",
  faulty: "found faulty by a test of its own",
  learned: "learned to be correct",
  told: "learned to be faulty",
  given: "given at the start as correct",
  unknown: "unknown",
};

/** More rows than that nobody reads. */
const NODES_MAX = 64;

class LabMatrix extends View {
  static styles = [View.styles, css`
    .all { display: flex; flex-direction: column; gap: 8px; }
    .frame { overflow: auto; scrollbar-width: thin; max-width: 100%; }
    table { border-collapse: separate; border-spacing: 2px; font-size: var(--t-1); }
    th, td { padding: 0; }
    thead th { text-align: center; padding: 2px 4px; color: var(--ink-2); white-space: nowrap; position: sticky; top: 0; background: var(--paper); }
    tbody th { position: sticky; left: 0; background: var(--paper); padding: 0 8px 0 0; white-space: nowrap; z-index: 1; }
    tbody th button { font-weight: 600; }
    th.down { color: var(--ink-3); text-decoration: line-through; }
    th.chosen { color: var(--accent); }
    td .cell { display: grid; align-content: center; justify-items: center; width: 100%; min-width: 44px; height: 40px; border-radius: 4px; border: 1px solid transparent; padding: 0 4px; background: var(--paper-2); cursor: pointer; line-height: 1.2; }
    td .cell:hover { border-color: var(--ink-3); }
    .many td .cell { min-width: 22px; height: 22px; }
    .many .since { display: none; }
    .sign { font-weight: 700; font-size: var(--t-2); }
    .since { font-size: 10px; color: var(--ink-2); white-space: nowrap; }
    .frame .trusts, .keys .trusts { background: color-mix(in srgb, var(--self-green) 20%, var(--paper)); }
    .frame .suspects, .keys .suspects { background: color-mix(in srgb, var(--suspect) 38%, var(--paper)); }
    .frame .failed, .keys .failed, .frame .left { background: color-mix(in srgb, var(--suspect) 60%, var(--paper)); }
    .unknown .sign { color: var(--ink-3); }
    .frame .itself, .frame .isdown { background: repeating-linear-gradient(135deg, var(--paper-3) 0 3px, var(--paper) 3px 6px); color: var(--ink-3); }
    td .cell.wrong { border: 2px solid var(--bad); }
    td .cell.late { border: 2px dashed var(--waiting); }
    td .cell.new { box-shadow: 0 0 0 2px var(--ink); }
    .frame .correct, .keys .correct { background: color-mix(in srgb, var(--self-green) 62%, var(--paper)); }
    .frame .faulty, .keys .faulty { background: color-mix(in srgb, var(--self-red) 66%, var(--paper)); }
    .frame .learned, .keys .learned { background: color-mix(in srgb, var(--learned-blue) 50%, var(--paper)); }
    .frame .told, .keys .told { background: color-mix(in srgb, var(--learned-blue) 85%, var(--ink)); color: var(--paper); }
    .frame .told .since { color: inherit; }
    .frame .given, .keys .given { background: color-mix(in srgb, var(--self-green) 26%, var(--paper)); }
    .keys { display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: var(--t-1); color: var(--ink-2); }
    .keys span { display: inline-flex; gap: 6px; align-items: center; }
    .keys i { display: inline-grid; place-content: center; width: 20px; height: 18px; border-radius: 4px; font-style: normal; font-weight: 700; background: var(--paper-2); border: 1px solid transparent; }
    .keys i.wrong { border: 2px solid var(--bad); }
    .keys i.late { border: 2px dashed var(--waiting); }
    .sum b { font-weight: 650; }
    .sum .bad { color: var(--bad); }
  `];

  render() {
    const run = this.run;
    if (!run) return this.empty("Start a run of a failure detector, and who trusts whom is shown here.");
    const vectors = this.whole("vectors");
    const opinions = this.whole("opinions");
    if (vectors === undefined || opinions === undefined) return this.empty("Asking the run …");
    const isVectors = !!vectors?.isShown;
    if (!isVectors && !opinions?.isShown) {
      return this.empty("No process of this run watches whether others are up: choose a failure detector or a membership protocol.");
    }
    if (run.nodes.length > NODES_MAX) return this.empty(`A table of ${run.nodes.length} times ${run.nodes.length} cells is too large to be read: it is shown for ${NODES_MAX} processes at most.`);
    const changes = isVectors ? vectors.changes : opinions.changes;
    if (this.entries?.changes !== changes) this.entries = new Entries(changes, run.nodes.length);
    return this.table(run, this.entries.at(this.lab.cursor), isVectors);
  }

  table(run, rows, isVectors) {
    const nanos = this.lab.nowNanos();
    const moments = momentsOf(run);
    const isDown = run.nodes.map((_, i) => moments.isDown(i, nanos));
    const counts = { wrong: 0, late: 0 };
    const cells = run.nodes.map((_, a) => run.nodes.map((__, b) => this.cell(run, rows[a][b], a, b, isDown, isVectors, counts)));
    const chosen = this.lab.selection?.node;
    const mark = (i) => `${isDown[i] ? "down" : ""} ${chosen === i ? "chosen" : ""}`;
    return html`<div class="all ${run.nodes.length > 12 ? "many" : ""}">
      <p class="sum small" role="status">At ${timeText(nanos, 3)} s
        ${counts.wrong ? html`<b class="bad">${counts.wrong} wrong ${counts.wrong === 1 ? "suspicion" : "suspicions"}</b> of processes that are up` : html`no process that is up is suspected`}${counts.late ? html`, and ${counts.late} ${counts.late === 1 ? "observer does" : "observers do"} not suspect a process that is down yet` : nothing}.</p>
      <div class="frame"><table>
        <caption class="sr">Rows are observers, columns are observed processes.</caption>
        <thead><tr><th class="muted">who ↓ whom →</th>${run.nodes.map((name, i) => html`<th scope="col" class=${mark(i)}>${name}</th>`)}</tr></thead>
        <tbody>${run.nodes.map((name, a) => html`<tr>
          <th scope="row" class=${mark(a)}><button class="link" @click=${() => this.choose({ node: a })} @contextmenu=${(e) => this.menu(e, { node: a })}>${name}</button></th>
          ${cells[a]}</tr>`)}</tbody>
      </table></div>
      ${this.keys(isVectors)}
    </div>`;
  }

  cell(run, change, a, b, isDown, isVectors, counts) {
    const from = run.nodes[a];
    const to = run.nodes[b];
    if (isDown[a]) return html`<td><div class="cell isdown" title="${from} is down">${a === b ? "down" : ""}</div></td>`;
    if (a === b && !isVectors) return html`<td><div class="cell itself" title="itself"></div></td>`;
    const look = change ? change[isVectors ? 4 : 3] : a === b ? "own" : "unknown";
    const count = isVectors ? change?.[3] ?? (a === b ? 0 : -1) : -1;
    const isSuspected = ["suspects", "failed", "faulty", "told"].includes(look);
    const isTrusted = ["trusts", "correct", "learned", "given"].includes(look);
    const isWrong = a !== b && isSuspected && !isDown[b];
    const isLate = a !== b && isTrusted && isDown[b];
    if (isWrong) counts.wrong++;
    if (isLate) counts.late++;
    const since = change ? timeText(run.time[change[0]], 3) : "";
    const by = isVectors && change?.[5] >= 0 ? ` from ${run.nodes[change[5]]}` : "";
    const meaning = isVectors ? (a === b ? `${from}: its own count` : `${to} is ${VECTOR_WORDS[look] ?? look}${by}`) : `${from} ${WORDS[look]?.words ?? look} ${to}`;
    const words = `${meaning}${since ? ` since ${since} s` : ""}${isWrong ? `; wrongly: ${to} is up` : isLate ? `; not yet right: ${to} is down` : ""}`;
    const sign = isVectors ? (count < 0 ? "–" : String(count)) : WORDS[look]?.sign ?? "·";
    const isNew = change && change[0] >= 0 && change[0] <= this.lab.cursor && run.time[change[0]] === this.lab.nowNanos() && run.time[change[0]] > 0;
    return html`<td><button class="cell ${look === "own" ? "itself" : look} ${isWrong ? "wrong" : isLate ? "late" : ""} ${isNew ? "new" : ""}" title=${words} aria-label=${words}
      @click=${() => (change ? this.jump(change[0]) : this.choose({ link: [a, b] }))} @contextmenu=${(e) => this.menu(e, { link: [a, b] })}>
      <span class="sign">${sign}${isWrong ? "!" : ""}</span>${since && look !== "unknown" ? html`<span class="since">${since}</span>` : nothing}</button></td>`;
  }

  /** To where the cell has come from. */
  jump(event) {
    this.lab.goto(event);
    this.choose({ event });
  }

  keys(isVectors) {
    const all = isVectors
      ? [["correct", "0", "correct, tested by itself"], ["faulty", "1", "faulty, tested by itself"], ["learned", "0", "correct, learned"], ["told", "1", "faulty, learned"], ["unknown", "–", "unknown"]]
      : [["trusts", "✓", "trusts"], ["suspects", "?", "suspects"], ["failed", "✕", "failed"], ["unknown", "·", "unknown"]];
    return html`<div class="keys">${all.map(([look, sign, words]) => html`<span><i class=${look}>${sign}</i>${words}</span>`)}
      <span><i class="wrong">!</i>wrong: it is up</span><span><i class="late"></i>not noticed yet: it is down</span></div>
      <p class="small muted">${isVectors ? "Each number counts crashes and recoveries: odd is faulty, even is correct. " : ""}Small numbers say since when, in seconds. A click goes there.</p>`;
  }
}
customElements.define("lab-matrix", LabMatrix);
