// The page: its frame, its parts, and the address.
import { html, nothing } from "lit";
import { Lab } from "coterie/store.js";
import { ServerSession, WorkerSession } from "coterie/session.js";
import { LightElement } from "coterie/shell/light.js";
import { icon } from "coterie/shell/icons.js";
import { theme } from "coterie/shell/theme.js";

/** The parts of the page that are loaded when they are opened. */
const PARTS = {
  lab: { title: "Laboratory" },
  compare: { title: "Compare", module: "coterie/compare/compare.js", tag: "lab-compare" },
  lessons: { title: "Lessons", module: "coterie/lessons/lessons.js", tag: "lab-lessons" },
  cluster: { title: "Cluster", module: "coterie/live/live.js", tag: "lab-live" },
};

const FIRST = `# Five processes elect a leader; it crashes, and another one is elected.
protocol raft
nodes 5
until 8
at 3 crash leader for 2
`;

class LabApp extends LightElement {
  static properties = { part: { state: true }, missing: { state: true } };
  static follows = ["run", "error", "progress"];

  constructor() {
    super();
    this.part = "lab";
    this.missing = {};
  }

  async firstUpdated() {
    await this.optional("coterie/diagram/diagram.js");
    if (!this.lab.branch) this.lab.open(FIRST, "start");
  }

  async optional(module) {
    try {
      await import(module);
    } catch (e) {
      console.info(String(e));
      this.missing = { ...this.missing, [module]: true };
    }
    this.requestUpdate();
  }

  async go(part) {
    this.part = part;
    if (PARTS[part].module) await this.optional(PARTS[part].module);
  }

  render() {
    return html`
      <header class="bar">
        <a class="brand" href="#">Coterie</a>
        <nav class="tabs" role="tablist">
          ${Object.entries(PARTS).map(([name, part]) => html`
            <button role="tab" aria-selected=${this.part === name} @click=${() => this.go(name)}>${part.title}</button>`)}
        </nav>
        <span class="end"><button class="icon plain" title="Light or dark" @click=${() => theme.next(this.lab)}>${icon("auto")}</button></span>
      </header>
      <main class="stage">
        <div class="lab" ?hidden=${this.part !== "lab"}>
          <div class="left"></div>
          <div class="centre">${this.lab.error ? html`<p class="notice">${this.lab.error.message}</p>` : nothing}
            ${customElements.get("lab-diagram") ? html`<lab-diagram class="grow" .lab=${this.lab}></lab-diagram>`
              : html`<div class="placeholder">The diagram is not here yet.</div>`}</div>
          <div class="right"></div>
          <div class="time">${this.lab.run?.count ?? 0} events</div>
        </div>
      </main>`;
  }
}
customElements.define("lab-app", LabApp);

theme.start();
const wanted = new URLSearchParams(location.search).get("session");
const lab = new Lab(wanted === "server" ? new ServerSession() : new WorkerSession());
window.lab = lab; // For tests, and for whoever looks at the console.
const app = document.createElement("lab-app");
app.lab = lab;
document.body.append(app);
