// A scenario as text: numbered lines, and the one that is wrong.
import { html, nothing } from "lit";
import { styles } from "coterie/shell/styles.js";
import { live } from "lit/directives/live.js";
import { LightElement } from "coterie/shell/light.js";
import { Refusal } from "coterie/session.js";

const LINE = 20; // The height of a line, as in the style sheet.

/** Fires "draft" with the text as detail. */
class LabEditor extends LightElement {
  static properties = { lab: { attribute: false }, text: { attribute: false }, error: { state: true }, top: { state: true } };
  static follows = [];

  constructor() {
    super();
    this.text = "";
    this.error = null;
    this.top = 0;
  }

  updated(changed) {
    if (changed.has("text")) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.check(), 300);
    }
  }

  async check() {
    const text = this.text;
    let error = null;
    try {
      await this.lab.session.ask("check\n" + text);
    } catch (e) {
      error = { message: e.message, line: e instanceof Refusal ? e.line : 0 };
    }
    if (text === this.text) this.error = error;
  }

  write(event) {
    this.dispatchEvent(new CustomEvent("draft", { detail: event.target.value }));
  }

  key(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.dispatchEvent(new CustomEvent("wanted"));
    }
    event.stopPropagation(); // Letters are text here, not commands.
  }

  show(line) {
    const area = this.querySelector("textarea");
    const lines = this.text.split("\n");
    const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    area.focus();
    area.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
    area.scrollTop = Math.max(0, (line - 4) * LINE);
  }

  render() {
    const count = this.text.split("\n").length;
    const bad = this.error?.line ?? 0;
    return html`
      <div class="editor ${bad ? "bad" : ""}">
        <div class="numbers" aria-hidden="true"><div style=${styles({ transform: `translateY(${-this.top}px)` })}>
          ${Array.from({ length: count }, (_, i) => html`<span class=${i + 1 === bad ? "bad" : ""}>${i + 1}</span>`)}</div></div>
        <div class="paper">
          ${bad ? html`<div class="mark" style=${styles({ transform: `translateY(${8 + (bad - 1) * LINE - this.top}px)` })}></div>` : nothing}
          <textarea spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off" aria-label="The scenario as text"
            aria-invalid=${this.error ? "true" : "false"} aria-describedby="editor-says"
            .value=${live(this.text)} @input=${this.write} @keydown=${this.key} @scroll=${(e) => (this.top = e.target.scrollTop)}></textarea>
        </div>
      </div>
      <div id="editor-says" role="status">${this.error
        ? html`<p class="notice">${bad ? html`<button class="link" @click=${() => this.show(bad)}>Line ${bad}</button>: ` : nothing}${this.error.message}</p>`
        : html`<p class="muted small">No mistakes. <kbd>Ctrl</kbd> <kbd>Enter</kbd> runs it.</p>`}</div>`;
  }
}
customElements.define("lab-editor", LabEditor);
