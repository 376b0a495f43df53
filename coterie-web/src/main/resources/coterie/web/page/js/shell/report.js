// What the judges of a run say.
import { html, nothing } from "lit";
import { LightElement } from "coterie/shell/light.js";

/** The place of a statement as the editor numbers it. */
const placed = (sentence) => sentence.replace(/^text:(\d+):/, "Line $1:");

class LabReport extends LightElement {
  static properties = { lab: { attribute: false }, report: { state: true }, note: { state: true } };
  static follows = ["run"];

  firstUpdated() {
    this.lab.addEventListener("run", () => this.read());
    this.read();
  }

  async read() {
    const run = this.lab.run;
    this.report = null;
    if (!run) return;
    try {
      const report = await run.report();
      if (run === this.lab.run) this.report = report;
    } catch (e) {
      this.note = e.message;
    }
  }

  /** Goes to an event, and chooses it. */
  goto(event) {
    this.lab.goto(event);
    this.lab.choose({ event });
  }

  violation(one) {
    const run = this.lab.run;
    return html`<li class="notice"><strong>${one.judge}</strong> ${one.sentence}
      <span class="row wrap tight">${one.events.map((event) => html`<button class="small" @click=${() => this.goto(event)}>${(run.time[event] / 1e9).toFixed(3)} s${run.node[event] >= 0 ? ` at ${run.nodes[run.node[event]]}` : ""}</button>`)}</span></li>`;
  }

  table(part) {
    return html`<div class="wide-table"><table><thead><tr>${part.head.map((cell, i) => html`<th class=${i < part.left ? "left" : ""}>${cell}</th>`)}</tr></thead>
      <tbody>${part.rows.map((row) => html`<tr>${row.map((cell, i) => html`<td class=${i < part.left ? "left" : ""}>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
  }

  render() {
    const { report } = this;
    if (!this.lab.run) return html`<div class="placeholder">There is no run yet.</div>`;
    if (!report) return html`<div class="placeholder">${this.note || "The judges are reading…"}</div>`;
    return html`<div class="body scroll stack">
      ${report.violations.length > 0 ? html`<h2>Broken promises</h2><ul class="violations">${report.violations.map((one) => this.violation(one))}</ul>`
        : html`<p class="good-line">No promise was broken.</p>`}
      ${report.remarks.map((one) => html`<p class="notice warn">${placed(one)}</p>`)}
      ${report.hits.length > 0 ? html`<h3>Whom the roles meant</h3><ul class="plainlist">${report.hits.map((one) => html`<li>${placed(one)}</li>`)}</ul>` : nothing}
      ${report.sections.map((section) => html`<section><h3>${section.judge}</h3>
        ${section.parts.map((part) => part.rows ? this.table(part) : html`<p class="said">${part.line}</p>`)}</section>`)}
    </div>`;
  }
}
customElements.define("lab-report", LabReport);
