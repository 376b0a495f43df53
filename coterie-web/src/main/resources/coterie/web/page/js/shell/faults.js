// A fault as a form: what happens, to whom, when and for how long; the result is a line of a scenario.
import { html, nothing } from "lit";
import { LightElement } from "coterie/shell/light.js";

/** Of each: which parts it has, and the words that come of them. */
const KINDS = {
  crash: { title: "crash", parts: ["who", "lasting"], words: (f) => `crash ${f.who}` },
  pause: { title: "pause", parts: ["who", "lasting"], words: (f) => `pause ${f.who}` },
  slow: { title: "slow down", parts: ["who", "amount", "lasting"], amount: "by", fallback: "200ms", words: (f) => `slow ${f.who} by ${f.amount}` },
  cut: { title: "cut a link, both ways", parts: ["who", "other", "lasting"], words: (f) => `cut ${f.who} - ${f.other}` },
  oneway: { title: "cut a link, one way", parts: ["who", "other", "lasting"], words: (f) => `cut ${f.who} -> ${f.other}` },
  partition: { title: "partition", parts: ["groups", "lasting"], words: (f) => `partition ${f.groups}` },
  loss: { title: "lose messages", parts: ["amount", "lasting"], amount: "share", fallback: "20%", words: (f) => `loss ${f.amount}` },
  duplicate: { title: "double messages", parts: ["amount", "lasting"], amount: "share", fallback: "20%", words: (f) => `duplicate ${f.amount}` },
  reorder: { title: "hold messages back", parts: ["amount", "by", "lasting"], amount: "share", fallback: "20%", words: (f) => `reorder ${f.amount} by ${f.by}` },
  latency: { title: "change the latency", parts: ["amount"], amount: "model", fallback: "uniform:50ms,200ms", words: (f) => `latency ${f.amount}` },
  offset: { title: "move a wall clock", parts: ["who", "amount"], amount: "by", fallback: "+2s", words: (f) => `clock ${f.who} offset ${f.amount}` },
  drift: { title: "let a clock drift", parts: ["who", "amount"], amount: "by", fallback: "+1000ppm", words: (f) => `clock ${f.who} drift ${f.amount}` },
  call: { title: "call a method", parts: ["who", "amount"], amount: "method and arguments", fallback: "", words: (f) => `call ${f.who} ${f.amount}` },
  say: { title: "say a sentence", parts: ["amount"], amount: "sentence", fallback: "", words: (f) => `say ${f.amount}` },
};
const ROLES = { election: ["leader", "follower"], lock: ["holder"] };

class LabFaults extends LightElement {
  static properties = { lab: { attribute: false }, nodes: { attribute: false }, family: { attribute: false }, at: { attribute: false }, kind: { state: true } };
  static follows = ["cursor"];

  constructor() {
    super();
    this.nodes = [];
    this.kind = "crash";
  }

  add(event) {
    event.preventDefault();
    event.stopPropagation();
    const form = event.target;
    const f = Object.fromEntries(new FormData(form));
    const kind = KINDS[this.kind];
    f.amount = (f.amount || kind.fallback || "").trim();
    if (kind.parts.includes("amount") && !f.amount) return form.querySelector("[name=amount]").focus();
    const lasting = kind.parts.includes("lasting") && f.lasting?.trim() ? ` for ${f.lasting.trim()}` : "";
    const line = `at ${f.at.trim() || "1"} ${kind.words(f)}${lasting}`;
    this.dispatchEvent(new CustomEvent("line", { detail: line }));
  }

  who(name, title, place) {
    const names = [...this.nodes, ...(ROLES[this.family] ?? [])];
    return html`<label class="field"><span>${title}</span><select name=${name}>
      ${names.map((one, i) => html`<option ?selected=${i === place}>${one}</option>`)}</select></label>`;
  }

  groups() {
    const half = Math.ceil(this.nodes.length / 2);
    return `${this.nodes.slice(0, half).join(" ")} | ${this.nodes.slice(half).join(" ")}`;
  }

  render() {
    const kind = KINDS[this.kind];
    const now = this.lab?.run ? (this.lab.nowNanos() / 1e9).toFixed(3).replace(/\.?0+$/, "") : "1";
    return html`<form class="builder" @submit=${this.add}>
      <label class="field"><span>What</span><select @change=${(e) => (this.kind = e.target.value)}>
        ${Object.entries(KINDS).map(([name, one]) => html`<option value=${name} ?selected=${name === this.kind}>${one.title}</option>`)}</select></label>
      <div class="two">
        ${kind.parts.includes("who") ? this.who("who", kind.parts.includes("other") ? "From" : "Whom", 0) : nothing}
        ${kind.parts.includes("other") ? this.who("other", "To", 1) : nothing}
        ${kind.parts.includes("amount") ? html`<label class="field"><span>${kind.amount}</span><input name="amount" placeholder=${kind.fallback}></label>` : nothing}
        ${kind.parts.includes("by") ? html`<label class="field"><span>by up to</span><input name="by" value="100ms"></label>` : nothing}
      </div>
      ${kind.parts.includes("groups") ? html`<label class="field"><span>Groups</span><input name="groups" .value=${this.groups()}></label>` : nothing}
      <div class="two">
        <label class="field"><span>When (s)</span><input name="at" inputmode="decimal" placeholder=${now === "0" ? "1" : now} .defaultValue=${now === "0" ? "1" : now}></label>
        ${kind.parts.includes("lasting") ? html`<label class="field"><span>For how long</span><input name="lasting" placeholder="to the end"></label>` : nothing}
      </div>
      <button type="submit">Add</button>
    </form>`;
  }
}
customElements.define("lab-faults", LabFaults);
