// What can be done to what was clicked on: each choice is a statement, and makes a branch.
import { html, nothing } from "lit";
import { styles } from "coterie/shell/styles.js";
import { LightElement } from "coterie/shell/light.js";
import { KIND } from "coterie/session.js";

/** A time as a scenario has it: exact, in seconds. */
export function secondsOf(nanos) {
  const whole = Math.floor(nanos / 1e9);
  const rest = String(Math.round(nanos - whole * 1e9)).padStart(9, "0").replace(/0+$/, "");
  return rest ? `${whole}.${rest}` : String(whole);
}

/** The moment right after the event at the cursor. */
export function justAfter(lab) {
  return lab.cursor < 0 ? "0" : secondsOf(lab.nowNanos() + 1);
}

/** Methods that only tell something make no branch worth looking at. */
const ASKING = /^(leader|leads|term|isUp|is[A-Z].*|has[A-Z].*|holds|suspects|members|view|alive|state|size|.*Nanos|.*Count|epoch|value|values|balance|text|token|fence|history|keys|versions?|now|stamp|phi|level|incarnation|life|status|phase|queue|waiting|held|get|read.*|known|next|last.*|first.*)$/;

const LOOKING = /^(suspects|level|count|leads|isUp|is[A-Z].*|has[A-Z].*|.*Nanos)$/;

class LabMenu extends LightElement {
  static properties = { lab: { attribute: false }, at: { state: true }, calls: { state: true }, asking: { state: true } };
  static follows = ["run"];

  firstUpdated() {
    this.lab.addEventListener("run", () => (this.at = null));
    addEventListener("pointerdown", (event) => {
      if (this.at && !event.composedPath().includes(this)) this.at = null;
    }, true);
    addEventListener("resize", () => (this.at = null));
  }

  /** @param {{x: number, y: number, node?: number, link?: [number, number], event?: number}} what */
  async open(what) {
    const run = this.lab.run;
    if (!run) return;
    this.back = document.activeElement;
    this.asking = null;
    this.message = null;
    this.name = null;
    let { event } = what;
    this.at = { ...what };
    if (event !== undefined && event >= 0) {
      const kind = run.kind[event];
      if ([KIND.sent, KIND.received, KIND.dropped, KIND.expired].includes(kind)) {
        try {
          this.name = (await run.event(event)).message ?? null;
        } catch {
          this.name = null;
        }
      }
      if (this.at && this.at.node === undefined && run.node[event] >= 0) this.at = { ...this.at, node: run.node[event] };
      if (this.at && !this.at.link && run.peer[event] >= 0 && run.node[event] >= 0) {
        const pair = [run.node[event], run.peer[event]];
        this.at = { ...this.at, link: kind === KIND.sent ? pair : pair.reverse() };
      }
    }
    if (this.at?.node !== undefined && !this.at.link) this.askCalls(run, this.at.node);
    await this.updateComplete;
    this.place();
    this.querySelector("[role=menuitem]")?.focus();
  }

  /** Which methods the protocols have; a process that is down has none, so others are asked. */
  async askCalls(run, node) {
    if (this.callsOf === run) return;
    this.calls = [];
    const nodes = [node, ...run.nodes.keys()].slice(0, 6);
    for (const one of nodes) {
      const { calls } = await run.ask(`calls ${run.id} ${one}`).catch(() => ({ calls: "none" }));
      if (calls !== "none") {
        this.callsOf = run;
        this.calls = calls.split(", ").map((text) => text.split("/")).map(([name, count]) => ({ name, count: Number(count) }))
          .filter((one) => !(one.count === 0 ? ASKING : LOOKING).test(one.name));
        break;
      }
    }
    await this.updateComplete;
    this.place();
  }

  place() {
    const box = this.querySelector(".menu");
    if (!box) return;
    const { width, height } = box.getBoundingClientRect();
    const x = Math.max(8, Math.min(this.at.x, innerWidth - width - 8));
    const y = Math.max(8, Math.min(this.at.y, innerHeight - height - 8));
    box.style.left = `${x}px`;
    box.style.top = `${y}px`;
  }

  close() {
    this.at = null;
    this.back?.focus?.();
  }

  async onlyProcess(node) {
    this.name = null;
    this.at = { x: this.at.x, y: this.at.y, node };
    this.askCalls(this.lab.run, node);
    await this.updateComplete;
    this.place();
    this.querySelector("[role=menuitem]")?.focus();
  }

  async do(statement, title = statement) {
    this.at = null;
    const words = statement.replace(/^at \S+ /, "");
    await this.lab.fork(statement, (title === statement ? words : title).replaceAll("->", "→"));
  }

  now(words) {
    return this.do(`at ${justAfter(this.lab)} ${words}`);
  }

  /** A single message: whichever it is, it is named from the start of the run. */
  fate(words) {
    return this.do(words);
  }

  key(event) {
    const items = [...this.querySelectorAll("[role=menuitem]")];
    const at = items.indexOf(document.activeElement);
    if (event.key === "Escape") this.close();
    else if (event.key === "ArrowDown") items[(at + 1) % items.length]?.focus();
    else if (event.key === "ArrowUp") items[(at - 1 + items.length) % items.length]?.focus();
    else if (event.key === "Home") items[0]?.focus();
    else if (event.key === "End") items.at(-1)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  item(title, action, hint = "") {
    return html`<button role="menuitem" class="plain" @click=${action}><span>${title}</span>${hint ? html`<small class="muted">${hint}</small>` : nothing}</button>`;
  }

  /** Asks for a value in the menu itself. */
  ask(title, fallback, then) {
    this.asking = { title, fallback, then };
    this.updateComplete.then(() => {
      this.place();
      this.querySelector(".menu input")?.select();
    });
  }

  isDown(node) {
    const now = this.lab.nowNanos();
    return this.bandAt(node, "down", now);
  }

  bandAt(node, band, now) {
    return this.lab.run.bands.some((one) => one.node === node && one.band === band && one.from <= now && now < one.to);
  }

  ofProcess(node) {
    const name = this.lab.run.nodes[node];
    const now = this.lab.nowNanos();
    if (this.lab.run.head.isManual) return this.ofProcessByHand(node);
    const others = this.lab.run.nodes.filter((one) => one !== name);
    return html`<h3>${name}</h3>
      ${this.isDown(node) ? this.item("Recover", () => this.now(`recover ${name}`)) : html`
        ${this.item("Crash", () => this.now(`crash ${name}`))}
        ${this.item("Crash for…", () => this.ask("Crash for how long?", "2s", (value) => this.now(`crash ${name} for ${value}`)))}
        ${this.bandAt(node, "paused", now) ? this.item("Resume", () => this.now(`resume ${name}`)) : this.item("Pause for…", () => this.ask("Pause for how long?", "2s", (value) => this.now(`pause ${name} for ${value}`)))}
        ${this.item("Slow down by…", () => this.ask("Slow down by how much?", "200ms", (value) => this.now(`slow ${name} by ${value}`)))}
        ${others.length > 0 ? this.item("Cut off from all", () => this.now(`partition ${name} | ${others.join(" ")}`)) : nothing}
        ${this.item("Heal all links", () => this.now("heal all"))}
        ${this.item("Move its wall clock by…", () => this.ask("Move by how much?", "+2s", (value) => this.now(`clock ${name} offset ${value}`)))}
        ${this.item("Let its clock drift…", () => this.ask("By how much?", "+1000ppm", (value) => this.now(`clock ${name} drift ${value}`)))}`}
      ${this.calls?.length > 0 && !this.isDown(node) ? html`<h3>Call</h3>${this.calls.map((one) => this.item(`${one.name}${one.count > 0 ? "…" : ""}`, () =>
        one.count === 0 ? this.now(`call ${name} ${one.name}`)
          : this.ask(`${one.name}: ${one.count} argument${one.count > 1 ? "s" : ""}, with blanks between`, "", (value) => this.now(`call ${name} ${one.name} ${value}`))))}` : nothing}`;
  }

  /** After a schedule by hand, faults come at its end. */
  ofProcessByHand(node) {
    const name = this.lab.run.nodes[node];
    const then = (words) => () => this.do(`then ${words}`, words);
    return html`<h3>${name}, after the last event</h3>
      ${["crash", "recover", "pause", "resume"].map((word) => this.item(word, then(`${word} ${name}`)))}
      ${this.calls?.length > 0 ? html`<h3>Call</h3>${this.calls.filter((one) => one.count === 0).map((one) => this.item(one.name, then(`call ${name} ${one.name}`)))}` : nothing}`;
  }

  ofLink([from, to]) {
    const [a, b] = [this.lab.run.nodes[from], this.lab.run.nodes[to]];
    if (this.lab.run.head.isManual) return nothing;
    return html`<h3>${a} and ${b}</h3>
      ${this.item(`Cut ${a} → ${b}`, () => this.now(`cut ${a} -> ${b}`))}
      ${this.item("Cut both ways", () => this.now(`cut ${a} - ${b}`))}
      ${this.item("Cut both ways for…", () => this.ask("Cut for how long?", "2s", (value) => this.now(`cut ${a} - ${b} for ${value}`)))}
      ${this.item("Heal", () => this.now(`heal ${a} - ${b}`))}`;
  }

  ofMessage(name) {
    if (this.lab.run.head.isManual) return nothing;
    if (name.startsWith("alarm ")) {
      return html`<h3>${name}</h3>${this.item("Delay by…", () => this.ask("Delay by how much?", "200ms", (value) => this.fate(`delay ${name} by ${value}`)))}`;
    }
    return html`<h3>${name.replace("->", "→")}</h3>
      ${this.item("Lose it", () => this.fate(`drop ${name}`))}
      ${this.item("Let it arrive twice", () => this.fate(`duplicate ${name}`))}
      ${this.item("Delay by…", () => this.ask("Delay by how much?", "500ms", (value) => this.fate(`delay ${name} by ${value}`)))}
      ${this.item("Let it arrive, whatever is cut", () => this.fate(`deliver ${name}`))}
      ${this.item("Deliver before…", () => this.before(name))}`;
  }

  /** The messages of that receiver around this one: one of them can be made to wait. */
  async before(name) {
    const run = this.lab.run;
    const { event } = this.at;
    const arrival = run.kind[event] === KIND.sent ? run.pair[event] : event;
    const to = run.kind[event] === KIND.sent ? run.peer[event] : run.node[event];
    const names = [];
    for (let i = arrival - 1; i >= 0 && names.length < 6; i--) {
      if (run.kind[i] === KIND.received && run.node[i] === to) {
        const other = (await run.event(i)).message;
        if (other && other !== name) names.push(other);
      }
    }
    this.choices = names.map((other) => ({ title: other.replace("->", "→"), run: () => this.fate(`deliver ${name} before ${other}`) }));
    this.asking = { title: names.length > 0 ? "Deliver it before which earlier one?" : "No message came to that process earlier.", list: true };
    this.requestUpdate();
    await this.updateComplete;
    this.place();
  }

  submit(event) {
    event.preventDefault();
    const value = new FormData(event.target).get("value").trim();
    if (value || this.asking.fallback === "") this.asking.then(value);
  }

  askForm() {
    if (this.asking.list) {
      return html`<h3>${this.asking.title}</h3>${this.choices.map((one) => this.item(one.title, one.run))}`;
    }
    return html`<form class="askform" @submit=${this.submit}><label class="field"><span>${this.asking.title}</span>
      <input name="value" .value=${this.asking.fallback} @keydown=${(e) => e.key === "Escape" || e.stopPropagation()}></label>
      <button type="submit" class="primary">Do it</button></form>`;
  }

  render() {
    if (!this.at || !this.lab?.run) return nothing;
    const { node, link } = this.at;
    return html`<div class="menu" role="menu" tabindex="-1" style=${styles({ left: `${this.at.x}px`, top: `${this.at.y}px` })} @keydown=${this.key}>
      ${this.asking ? this.askForm() : html`
        ${this.name ? this.ofMessage(this.name) : nothing}
        ${link ? this.ofLink(link) : nothing}
        ${node === undefined || node < 0 ? nothing : this.name || link ? this.item(`${this.lab.run.nodes[node]}: crash, pause, call…`, () => this.onlyProcess(node)) : this.ofProcess(node)}
        <p class="muted small">${this.lab.run.head.isManual ? "Added after the last event, as a branch." : html`At ${(this.lab.nowNanos() / 1e9).toFixed(3)} s; each choice makes a branch.`}</p>`}
    </div>`;
  }
}
customElements.define("lab-menu", LabMenu);
