// The whole run as a strip with a cursor, and the buttons that move it.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { LightElement } from "coterie/shell/light.js";
import { icon } from "coterie/shell/icons.js";
import { KIND, timeText } from "coterie/session.js";
import { SPEEDS, UNITS, speedText, stepBy } from "coterie/shell/steps.js";

class LabTimebar extends LightElement {
  static properties = { lab: { attribute: false }, unit: { state: true }, line: { state: true }, compact: { type: Boolean } };
  static follows = ["run", "cursor", "play", "filter"];

  constructor() {
    super();
    this.unit = "event";
    this.line = "";
  }

  firstUpdated() {
    this.strip = this.querySelector("canvas");
    const draw = () => this.drawSoon();
    for (const name of ["run", "cursor", "time", "filter", "theme"]) this.lab.addEventListener(name, draw);
    this.lab.addEventListener("run", () => (this.bars = null));
    this.lab.addEventListener("filter", () => (this.bars = null));
    this.lab.addEventListener("cursor", () => this.tellLine());
    this.lab.addEventListener("run", () => this.tellLine());
    new ResizeObserver(() => {
      this.bars = null;
      this.drawSoon();
    }).observe(this.strip);
    this.drawSoon();
  }

  /** What happened at the cursor, in words. */
  async tellLine() {
    const { run, cursor } = this.lab;
    if (!run || cursor < 0) {
      this.line = "";
      return;
    }
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const [line] = await run.lines(cursor, cursor + 1);
      if (run === this.lab.run) this.line = line ? `${run.nodes[run.node[cursor]] ?? ""} ${line}`.trim() : "";
    } catch {
      this.line = ""; // The run was closed meanwhile.
    }
    this.isAsking = false;
    if (run === this.lab.run && cursor !== this.lab.cursor) this.tellLine();
  }

  drawSoon() {
    this.wanted ??= requestAnimationFrame(() => {
      this.wanted = null;
      this.draw();
    });
  }

  get endNanos() {
    return Math.max(1, this.lab.run?.nowNanos ?? 1);
  }

  x(nanos, width) {
    return 8 + (nanos / this.endNanos) * (width - 16);
  }

  /** How much is shown to happen in each column of the strip. */
  activity(width) {
    const run = this.lab.run;
    if (this.bars?.run === run && this.bars.width === width) return this.bars.all;
    const all = new Float32Array(Math.ceil((width - 16) / 3) + 1);
    for (let i = 0; i < run.count; i++) if (this.lab.isShown(i)) all[Math.floor((this.x(run.time[i], width) - 8) / 3)]++;
    this.bars = { run, width, all };
    return all;
  }

  draw() {
    const canvas = this.strip;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (width < 24) return; // Another part of the page is shown.
    const ratio = devicePixelRatio;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const g = canvas.getContext("2d");
    const css = getComputedStyle(this);
    const colour = (name) => css.getPropertyValue(name);
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, width, height);
    g.fillStyle = colour("--paper-3");
    g.fillRect(8, height - 3, width - 16, 2);
    const run = this.lab.run;
    if (!run) return;
    const bars = this.activity(width);
    let most = 1;
    for (const one of bars) most = Math.max(most, one);
    g.fillStyle = colour("--line-2");
    bars.forEach((count, i) => {
      if (count > 0) {
        const tall = 2 + (Math.sqrt(count / most)) * (height - 16);
        g.fillRect(8 + 3 * i, height - 3 - tall, 2, tall);
      }
    });
    g.fillStyle = colour("--accent");
    if (this.lab.found) for (const event of this.lab.found) g.fillRect(this.x(run.time[event], width) - 0.5, height - 4, 1.5, 4);
    for (const fault of run.faults) this.fault(g, this.x(fault.at, width), colour("--waiting"));
    for (const one of run.violations) for (const event of one.events) this.violation(g, this.x(run.time[event], width), colour("--together"));
    const at = this.x(this.lab.shownNanos(), width);
    g.fillStyle = colour("--accent");
    g.fillRect(at - 1, 0, 2, height);
    g.beginPath();
    g.arc(at, height - 5, 5, 0, 7);
    g.fill();
  }

  fault(g, x, colour) {
    g.fillStyle = colour;
    g.beginPath();
    g.moveTo(x - 4.5, 0);
    g.lineTo(x + 4.5, 0);
    g.lineTo(x, 8);
    g.fill();
  }

  violation(g, x, colour) {
    g.fillStyle = colour;
    g.beginPath();
    g.moveTo(x, 0);
    g.lineTo(x + 5, 5);
    g.lineTo(x, 10);
    g.lineTo(x - 5, 5);
    g.fill();
  }

  press(event) {
    if (!this.lab.run || event.button > 0) return;
    this.strip.setPointerCapture(event.pointerId);
    this.isDragging = true;
    this.drag(event);
  }

  drag(event) {
    if (!this.isDragging || !this.lab.run) return;
    const box = this.strip.getBoundingClientRect();
    const share = (event.clientX - box.left - 8) / (box.width - 16);
    this.lab.setPlaying(false);
    this.lab.gotoTime(Math.max(0, Math.min(1, share)) * this.endNanos);
  }

  key(event) {
    const moves = {
      ArrowLeft: () => stepBy(this.lab, this.unit, -1), ArrowRight: () => stepBy(this.lab, this.unit, 1),
      ArrowDown: () => stepBy(this.lab, this.unit, -1), ArrowUp: () => stepBy(this.lab, this.unit, 1),
      PageDown: () => this.lab.gotoTime(this.lab.nowNanos() - this.endNanos / 20),
      PageUp: () => this.lab.gotoTime(this.lab.nowNanos() + this.endNanos / 20),
      Home: () => this.lab.goto(-1), End: () => this.lab.goto(Infinity),
    };
    if (!moves[event.key] || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    moves[event.key]();
  }

  button(name, title, action, more = "") {
    return html`<button class="icon plain ${more}" title=${title} aria-label=${title} ?disabled=${!this.lab.run} @click=${action}>${icon(name)}</button>`;
  }

  render() {
    const { lab } = this;
    const run = lab.run;
    const end = this.endNanos;
    const digits = run && end < 2e9 ? 6 : run && end < 60e9 ? 4 : 3;
    const now = run ? (lab.nowNanos() / 1e9).toFixed(digits) : "0";
    const units = Object.entries(UNITS).filter(([name]) => name !== "hit" || lab.found).filter(([name]) => name !== "violation" || run?.violations.length > 0);
    return html`
      <canvas class="strip" role="slider" tabindex="0" aria-label="Time" aria-valuemin="0" aria-valuemax=${end / 1e9} aria-valuenow=${lab.nowNanos() / 1e9}
        aria-valuetext="${timeText(lab.nowNanos(), 6)} seconds, event ${lab.cursor + 1} of ${run?.count ?? 0}. ${this.line}"
        @pointerdown=${this.press} @pointermove=${this.drag} @pointerup=${() => (this.isDragging = false)} @pointercancel=${() => (this.isDragging = false)} @keydown=${this.key}></canvas>
      <div class="transport">
        <div class="row buttons">
          ${this.button("first", "To the start (Home)", () => lab.goto(-1), "wide")}
          ${this.button("back", `Back by ${UNITS[this.unit].title} (←)`, () => stepBy(lab, this.unit, -1))}
          <button class="icon primary play" title=${lab.playing ? "Pause (Space)" : "Play (Space)"} aria-label=${lab.playing ? "Pause" : "Play"} ?disabled=${!run}
            @click=${() => lab.setPlaying(!lab.playing)}>${icon(lab.playing ? "pause" : "play")}</button>
          ${this.button("next", `On by ${UNITS[this.unit].title} (→)`, () => stepBy(lab, this.unit, 1))}
          ${this.button("last", "To the end (End)", () => lab.goto(Infinity), "wide")}
        </div>
        <label class="row by"><span class="small muted">Step by</span><select @change=${(e) => (this.unit = e.target.value)}>
          ${units.map(([name, one]) => html`<option value=${name} .selected=${live(name === this.unit)}>${one.title}</option>`)}</select></label>
        <label class="row by"><span class="small muted">Speed</span><select class="speed" title="Simulated seconds a second" @change=${(e) => lab.setSpeed(Number(e.target.value))}>
          ${SPEEDS.map((one) => html`<option value=${one} .selected=${live(one === lab.speed)}>${speedText(one)}</option>`)}</select></label>
        <output class="now"><strong>${now} s</strong><span class="muted small">${run ? `event ${(lab.cursor + 1).toLocaleString("en")} of ${run.count.toLocaleString("en")}` : ""}</span></output>
        <span class="happened" title=${this.line}>${this.line || (run && lab.cursor < 0 ? html`<span class="muted">Before the first event. Press play, or step.</span>` : nothing)}</span>
      </div>`;
  }
}
customElements.define("lab-timebar", LabTimebar);
