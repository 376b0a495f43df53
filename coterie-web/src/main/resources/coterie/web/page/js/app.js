// The page: its frame, its parts, the address, and who does what a key says.
import { html, nothing } from "lit";
import { Lab } from "coterie/store.js";
import { config, session } from "coterie/start.js";
import { LightElement } from "coterie/shell/light.js";
import { icon } from "coterie/shell/icons.js";
import { theme } from "coterie/shell/theme.js";
import { Player, calmSpeed, chosenNode } from "coterie/shell/steps.js";
import { handle, keySheet } from "coterie/shell/keys.js";
import { openShared, pack, sharedOf, unpack } from "coterie/shell/share.js";
import { startOf, titleOf, above } from "coterie/shell/scenario-text.js";
import "coterie/shell/choose.js";
import "coterie/shell/timebar.js";
import "coterie/shell/menu.js";
import "coterie/shell/branches.js";
import "coterie/shell/hand.js";
import "coterie/shell/filters.js";
import "coterie/shell/report.js";
import "coterie/shell/sharesheet.js";

/** The parts of the page; all but the first are loaded when they are opened. */
const PARTS = {
  lab: { title: "Laboratory" },
  compare: { title: "Compare", load: () => import("coterie/compare/compare.js"), tag: "lab-compare" },
  lessons: { title: "Lessons", load: () => import("coterie/lessons/lessons.js"), tag: "lab-lessons" },
  cluster: { title: "Cluster", load: () => import("coterie/live/live.js"), tag: "lab-live" },
};
const LEFT = { choose: "Scenario", branches: "Branches", hand: "By hand" };
const PANES = { left: "Scenario", centre: "Diagram", right: "Views" };

class LabApp extends LightElement {
  static properties = {
    lab: { attribute: false }, part: { state: true }, views: { state: true }, left: { state: true }, hasLeft: { state: true },
    pane: { state: true }, loaded: { state: true }, slots: { state: true }, mark: { state: true }, entry: { state: true }, isDeaf: { state: true },
  };
  static follows = ["run", "error", "progress", "branches", "beside", "selection"];

  constructor() {
    super();
    this.part = "lab";
    this.left = "choose";
    this.hasLeft = true;
    this.pane = "centre";
    this.loaded = {};
    this.viewsFor = () => [];
    /** Which view each of the places on the right shows. */
    this.chosen = [];
    this.slots = slotsOf();
    this.mark = null;
    addEventListener("resize", () => (this.slots = slotsOf()));
  }

  async firstUpdated() {
    const { lab } = this;
    new Player(lab);
    theme.start(lab);
    addEventListener("keydown", (event) => handle(event, this));
    addEventListener("popstate", () => this.readAddress());
    addEventListener("hashchange", () => this.readAddress());
    this.addEventListener("lab-menu", (event) => this.menu(event.detail));
    this.addEventListener("contextmenu", (event) => {
      if (event.target instanceof Element && event.target.closest("lab-diagram")) event.preventDefault();
    });
    lab.addEventListener("run", () => this.ran());
    for (const name of ["run", "branches", "cursor"]) lab.addEventListener(name, () => this.writeSoon());
    await this.readAddress();
    this.optional("diagram", () => import("coterie/diagram/diagram.js"));
    this.optional("views", () => import("coterie/views/views.js")).then((module) => {
      if (module) this.viewsFor = module.viewsFor;
      this.requestUpdate();
    });
  }

  /** Loads what another part of the page is made of; a line says so if it is not there. */
  async optional(name, load) {
    let module = null;
    try {
      module = await load();
    } catch (e) {
      console.info(`${name}: ${e}`);
    }
    this.loaded = { ...this.loaded, [name]: module !== null };
    return module;
  }

  async ran() {
    const { lab } = this;
    const { run } = lab;
    if (!run) return;
    if (lab.branches.length <= 1 || !lab.speedOf) lab.setSpeed(calmSpeed(run));
    lab.speedOf = run;
    if (run.head.isManual && this.left === "choose" && lab.branch.isWhole) this.left = "hand";
    const all = await lab.protocols().catch(() => []);
    this.entry = all.find((one) => one.name === run.head.protocol) ?? null;
  }

  // ---- the address

  /** The address names the part, and for the laboratory all that it shows. */
  async readAddress() {
    const fragment = location.hash.slice(1);
    if (fragment === this.written) return;
    const [key, ...rest] = fragment.split("=");
    const value = rest.join("=");
    const [part] = key.split("/"); // A part may have places of its own, such as lessons/bully.
    if (PARTS[part] && part !== "lab") return this.go(part, false);
    this.part = "lab";
    try {
      if (key === "run") await this.openPacked(value);
      else if (key === "text") await this.lab.open(decodeURIComponent(value));
      else if (key === "scenario") await this.openNamed(decodeURIComponent(value));
      else if (key === "protocol") await this.lab.open(startOf(decodeURIComponent(value)), decodeURIComponent(value));
      else if (!this.lab.branch) await this.openFirst();
      this.root = this.lab.branches.find((one) => one.parent === null)?.text; // It is in the history already.
      this.written = fragment;
    } catch (e) {
      await this.openFirst();
      const why = key === "run" ? "it was cut short, or changed on its way" : e.message;
      this.lab.error = { message: `The address could not be read: ${why}.`, line: 0 };
      this.lab.tell("error");
    }
  }

  openFirst() {
    const { open, name, recorded } = this.lab.config;
    if (recorded || open !== null) return this.lab.open(open ?? "", name ?? "");
    const text = startOf("raft");
    return this.lab.open(text, titleOf(text));
  }

  async openPacked(packed) {
    const shared = await unpack(packed);
    await openShared(this.lab, shared, titleOf(shared.text));
  }

  async openNamed(name) {
    const all = await (await fetch("scenarios/index.json")).json();
    const found = all.find((one) => one.name === name);
    if (!found) throw new Error(`there is no scenario "${name}"`);
    await this.lab.open(above(found.text), name);
  }

  writeSoon() {
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.writeAddress(), this.lab.playing ? 1000 : 250);
  }

  /** A new root is a new entry of the history, so that Back brings the last one back. */
  async writeAddress() {
    if (this.part !== "lab" || !this.lab.branch) return;
    const root = this.lab.branches.find((one) => one.parent === null)?.text;
    const fragment = `run=${await pack(sharedOf(this.lab))}`;
    if (this.part !== "lab" || fragment === this.written) return;
    const isNew = this.root !== undefined && this.root !== root;
    this.root = root;
    this.written = fragment;
    history[isNew ? "pushState" : "replaceState"](null, "", `#${fragment}`);
  }

  async go(part, writes = true) {
    this.part = part;
    this.lab.setPlaying(false);
    if (writes) {
      this.written = part === "lab" ? undefined : part;
      if (part === "lab") this.writeAddress();
      else history.pushState(null, "", `#${part}`);
    }
    if (PARTS[part].load && this.loaded[part] === undefined) await this.optional(part, PARTS[part].load);
  }

  // ---- what keys and buttons do

  unit() {
    return this.querySelector("lab-timebar")?.unit ?? "event";
  }

  openLeft(name) {
    this.left = name;
    this.hasLeft = true;
    this.pane = "left";
  }

  async edit() {
    this.openLeft("choose");
    await this.updateComplete;
    const choose = this.querySelector("lab-choose");
    choose.open("text");
    await choose.updateComplete;
    choose.querySelector("textarea")?.focus();
  }

  branchBy(by) {
    const all = this.lab.branches;
    const at = all.indexOf(this.lab.branch);
    if (all.length > 1) this.lab.select(all[(at + by + all.length) % all.length].id);
  }

  toggleBeside() {
    const { lab } = this;
    const other = lab.branch?.parent ?? lab.branches.find((one) => one.parent === lab.branch?.id)?.id ?? null;
    lab.setBeside(lab.beside ? null : other);
  }

  /** Stops the run; where it does not listen for some seconds, the next press ends the session. */
  stop() {
    const { lab } = this;
    if (this.isDeaf) {
      this.isDeaf = false;
      lab.restart();
      return;
    }
    const { pending } = lab;
    lab.stop();
    setTimeout(() => {
      this.isDeaf = lab.pending === pending && lab.progress !== null;
    }, 4000);
  }

  share() {
    if (this.lab.run) this.querySelector("lab-share").open();
  }

  help() {
    this.querySelector("dialog.help").showModal();
  }

  nextTheme() {
    theme.next(this.lab);
    this.requestUpdate();
  }

  /** @param {{clientX: number, clientY: number, target: {node?: number, link?: [number, number], event?: number}}} detail */
  menu(detail) {
    this.querySelector("lab-menu").open({ x: detail.clientX, y: detail.clientY, ...detail.target });
  }

  menuOfChosen() {
    const { lab } = this;
    if (!lab.run) return;
    const box = (this.querySelector("lab-diagram") ?? this.querySelector(".centre")).getBoundingClientRect();
    const target = lab.selection?.link || lab.selection?.event !== undefined ? lab.selection : { node: chosenNode(lab) };
    this.menu({ clientX: box.left + box.width / 3, clientY: box.top + box.height / 4, target });
  }

  // ---- drawing

  bar() {
    const themes = { auto: "as the machine has it", light: "light", dark: "dark" };
    return html`<header class="bar">
      <a class="brand" href="#" @click=${(e) => { e.preventDefault(); this.go("lab"); }}><img src="icon.svg" alt="" width="24" height="24"><span>Coterie</span></a>
      <select class="parts" aria-label="Parts of the page" @change=${(e) => this.go(e.target.value)}>${Object.entries(PARTS).map(([name, part]) => html`
        <option value=${name} .selected=${this.part === name}>${part.title}</option>`)}</select>
      <nav class="tabs" role="tablist" aria-label="Parts of the page">${Object.entries(PARTS).map(([name, part]) => html`
        <button role="tab" aria-selected=${this.part === name} @click=${() => this.go(name)}>${part.title}</button>`)}</nav>
      <span class="end">
        <button class="plain" ?disabled=${!this.lab.run || this.part !== "lab"} title="Share or copy the run (s)" @click=${() => this.share()}>${icon("share")}<span class="wide">Share</span></button>
        <button class="icon plain" title="Colours: ${themes[theme.choice]} (l)" aria-label="Colours: ${themes[theme.choice]}" @click=${() => this.nextTheme()}>${icon({ auto: "auto", light: "sun", dark: "moon" }[theme.choice])}</button>
        <button class="icon plain" title="Keys and help (?)" aria-label="Keys and help" @click=${() => this.help()}>${icon("help")}</button>
      </span></header>`;
  }

  /** What the reader should know of the run before all else. */
  news() {
    const { lab } = this;
    const { run } = lab;
    const one = run?.violations[0];
    return html`
      ${lab.progress ? html`<div class="news calm" role="status"><span class="spin" aria-hidden="true"></span><span class="grow">Running: ${(lab.progress.atNanos / 1e9).toFixed(1)} s, ${lab.progress.events.toLocaleString("en")} events</span>
        <button class="small" @click=${() => this.stop()}>${this.isDeaf ? "End it by force" : "Stop"}</button></div>` : nothing}
      ${lab.error ? html`<div class="news bad" role="alert"><span class="grow">${lab.error.line ? html`<button class="link" @click=${() => this.edit()}>Line ${lab.error.line}</button>: ` : nothing}${lab.error.message}</span>
        <button class="icon plain small" aria-label="Close" @click=${() => { lab.error = null; lab.tell("error"); }}>${icon("close")}</button></div>` : nothing}
      ${run?.stopped ? html`<div class="news warn" role="status">${run.stopped}</div>` : nothing}
      ${one ? html`<div class="news bad"><span class="grow"><strong>Broken promise${run.violations.length > 1 ? `, ${run.violations.length} times` : ""}:</strong> ${one.sentence}</span>
        ${one.events.length > 0 ? html`<button class="small" @click=${() => { lab.goto(one.events.at(-1)); lab.choose({ event: one.events.at(-1) }); }}>Show</button>` : nothing}</div>` : nothing}`;
  }

  centre() {
    const { lab } = this;
    const hasDiagram = customElements.get("lab-diagram");
    return html`<section class="centre" aria-label="The run">
      <div class="tools">
        <button class="icon plain wide" title=${this.hasLeft ? "Hide the left side" : "Show the left side"} aria-label=${this.hasLeft ? "Hide the left side" : "Show the left side"} aria-expanded=${this.hasLeft ? "true" : "false"} @click=${() => (this.hasLeft = !this.hasLeft)}>${icon("left")}</button>
        <span class="what" title=${lab.branch?.title ?? ""}>${lab.branch && lab.branch.parent !== null ? html`<span class="icon">${icon("branch")}</span>` : nothing}${lab.branch?.title ?? ""}</span>
        ${lab.branches.length > 1 ? html`<button class="icon plain" aria-pressed=${lab.beside ? "true" : "false"} title="Side by side with the branch it forked from (d)" aria-label="Side by side" @click=${() => this.toggleBeside()}>${icon("sides")}</button>` : nothing}
        <lab-filters .lab=${lab}></lab-filters>
      </div>
      ${this.news()}
      <div class="diagrams">
        ${!lab.run ? html`<div class="placeholder">${lab.progress ? "The run is on its way." : lab.error ? html`<p>Nothing could be run.</p><p class="small">${lab.error.message}</p>` : "Choose a protocol, or one of the examples."}</div>`
          : hasDiagram ? html`<lab-diagram .lab=${lab} .mark=${this.mark}></lab-diagram>`
            : html`<div class="placeholder">${this.loaded.diagram === false ? "The diagram is missing from this copy of the page." : ""}</div>`}
        <lab-sides .lab=${lab} ?hidden=${!lab.beside} @parted=${(event) => (this.mark = event.detail)}></lab-sides>
      </div></section>`;
  }

  rightViews() {
    const all = this.lab.run ? this.viewsFor(this.lab.run, this.entry) : [];
    return [...all, { name: "report", tag: "lab-report", title: "Report", help: "What the judges say" }];
  }

  right() {
    const all = this.rightViews();
    const places = Math.min(this.slots, all.length);
    const taken = [];
    for (let i = 0; i < places; i++) {
      const wanted = all.find((one) => one.name === this.chosen[i] && !taken.includes(one));
      const order = i === 1 ? [...all].sort((a, b) => (b.name === "inspector") - (a.name === "inspector")) : all;
      taken.push(wanted ?? order.find((one) => !taken.includes(one)));
    }
    return html`<section class="right s${places}" aria-label="Views">${taken.map((one, i) => html`<div class="slot">
      <div class="tabs pad" role="tablist" aria-label="Views">${all.map((view) => html`
        <button role="tab" aria-selected=${view === one} title=${view.help} @click=${() => this.put(i, view.name, taken)}>${view.title}</button>`)}</div>
      <div class="view" role="tabpanel">${this.element(one)}</div></div>`)}</section>`;
  }

  put(place, name, taken) {
    const chosen = taken.map((one) => one.name);
    const other = chosen.indexOf(name);
    if (other >= 0) chosen[other] = chosen[place];
    chosen[place] = name;
    this.chosen = chosen;
    this.requestUpdate();
  }

  /** One element for each view, which is kept while it is not shown. */
  element(view) {
    this.kept ??= new Map();
    if (!this.kept.has(view.name)) this.kept.set(view.name, document.createElement(view.tag));
    const element = this.kept.get(view.name);
    element.lab = this.lab;
    return element;
  }

  other() {
    const part = PARTS[this.part];
    if (!part.tag) return nothing;
    if (this.loaded[this.part] === false) return html`<div class="placeholder"><h2>${part.title}</h2><p>This part is missing from this copy of the page.</p></div>`;
    if (!this.loaded[this.part]) return html`<div class="placeholder">Loading…</div>`;
    this.kept ??= new Map();
    if (!this.kept.has(part.tag)) {
      const element = document.createElement(part.tag);
      element.lab = this.lab;
      element.addEventListener("lab-open", (event) => this.openFrom(event.detail));
      this.kept.set(part.tag, element);
    }
    return this.kept.get(part.tag);
  }

  /** Another part shows a run in the laboratory: {text, title?, atNanos?}. */
  async openFrom({ text, title, atNanos }) {
    await this.go("lab");
    if ((await this.lab.open(text, title || titleOf(text))) && atNanos) this.lab.gotoTime(atNanos);
  }

  render() {
    const { lab } = this;
    return html`${this.bar()}
      <main class="stage">
        <div class="lab ${this.hasLeft ? "" : "noleft"} pane-${this.pane}" ?hidden=${this.part !== "lab"}>
          <section class="left" aria-label="The scenario">
            <div class="tabs pad strong" role="tablist" aria-label="What is on the left">${Object.entries(LEFT).map(([name, title]) => html`
              <button role="tab" aria-selected=${this.left === name} @click=${() => (this.left = name)}>${title}${name === "branches" && lab.branches.length > 1 ? ` (${lab.branches.length})` : ""}</button>`)}</div>
            <lab-choose .lab=${lab} ?hidden=${this.left !== "choose"} @opened=${() => (this.pane = "centre")}></lab-choose>
            ${this.left === "branches" ? html`<lab-branches .lab=${lab}></lab-branches>` : nothing}
            ${this.left === "hand" ? html`<lab-hand .lab=${lab}></lab-hand>` : nothing}
          </section>
          ${this.centre()}
          ${this.right()}
          <lab-timebar class="time" .lab=${lab}></lab-timebar>
          <nav class="panes" aria-label="Parts of the laboratory">${Object.entries(PANES).map(([name, title]) => html`
            <button class="plain" aria-pressed=${this.pane === name ? "true" : "false"} @click=${() => (this.pane = name)}>${title}</button>`)}</nav>
        </div>
        ${this.part === "lab" ? nothing : html`<div class="other">${this.other()}</div>`}
      </main>
      <lab-menu .lab=${lab}></lab-menu>
      <lab-share .lab=${lab}></lab-share>
      <dialog class="help" aria-label="Keys and help" @click=${(e) => e.target.localName === "dialog" && e.target.close()}><div class="sheet">
        <div class="row"><h2 class="grow">Keys</h2><button class="icon plain" aria-label="Close" @click=${() => this.querySelector("dialog.help").close()}>${icon("close")}</button></div>
        ${keySheet()}</div></dialog>`;
  }
}
customElements.define("lab-app", LabApp);

/** How many views there is room for on the right. */
function slotsOf() {
  if (innerWidth >= 2200) return innerHeight >= 1000 ? 4 : 2;
  if (innerWidth >= 1100) return innerHeight >= 820 ? 2 : 1;
  return 1;
}

theme.apply();
const how = await config();
const lab = new Lab(await session(how));
lab.config = how;
window.lab = lab; // For tests, and for whoever looks at the console.
const app = document.createElement("lab-app");
app.lab = lab;
document.body.append(app);
