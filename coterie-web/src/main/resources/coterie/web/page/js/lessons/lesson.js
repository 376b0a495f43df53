// One lesson: its run, its steps, and the questions that the reader answers by doing.
import { html, nothing } from "lit";
import { LightElement } from "coterie/shell/light.js";
import { icon } from "coterie/lessons/icon.js";
import { KIND, timeText } from "coterie/session.js";
import { addedTo, eventsOf, judgeChange, judgeClick, placeOf } from "coterie/lessons/check.js";
import { printLesson } from "coterie/lessons/print.js";
import { toolsFor } from "coterie/lessons/tools.js";
import { openShared, sharedOf } from "coterie/shell/share.js";
import "coterie/shell/timebar.js";
import "coterie/shell/report.js";

const REPORT = { name: "report", tag: "lab-report", title: "Report", help: "What the judges say" };

/** On a small screen these views stand back behind the diagram; all others come to the front. */
const PICTURES = ["network", "timeline"];

/** Views that need more of the height than the others. */
const TALL = ["matrix", "versions", "stamps"];

/** The scenario of a step as one text; most steps have that of the lesson. */
const textOf = (lesson, step) => (step?.scenario ?? lesson.scenario).join("\n") + "\n";

/** The scenarios that lessons have opened. */
const ours = new Set();

/** What the laboratory showed before the first lesson was opened. */
let before = null;

class LabLesson extends LightElement {
  static properties = {
    lab: { attribute: false }, lesson: { attribute: false }, progress: { attribute: false }, next: { attribute: false },
    at: { state: true }, view: { state: true }, pane: { state: true }, verdict: { state: true }, hinted: { state: true },
    solution: { state: true }, isPresented: { state: true }, chosenLine: { state: true }, printing: { state: true },
    message: { state: true },
  };
  static follows = ["run", "branches", "error", "progress"];

  constructor() {
    super();
    this.at = 0;
    this.pane = "drawing";
    this.kept = new Map();
    this.views = [];
    this.isPresented = false;
    this.verdict = null;
    this.solution = false;
    this.chosenLine = "";
    this.keys = (event) => this.typed(event);
    this.heardRun = () => this.ran();
    this.heardChoice = () => this.chose();
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("keydown", this.keys);
    for (const name of ["diagram/diagram.js", "views/views.js"]) {
      import(`coterie/${name}`).then((module) => {
        if (module.viewsFor) this.viewsFor = module.viewsFor;
        this.requestUpdate();
      }, (e) => console.info(String(e)));
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("keydown", this.keys);
    this.present(false);
    this.lab?.setFilter(filterOf({})); // The laboratory hides nothing that a lesson has hidden.
  }

  follow() {
    super.follow();
    if (this.heardOf === this.lab) return;
    this.unhear();
    this.heardOf = this.lab;
    this.lab.addEventListener("run", this.heardRun);
    this.lab.addEventListener("selection", this.heardChoice);
    this.lab.addEventListener("cursor", this.heardChoice);
  }

  unfollow() {
    super.unfollow();
    this.unhear();
  }

  unhear() {
    this.heardOf?.removeEventListener("run", this.heardRun);
    this.heardOf?.removeEventListener("selection", this.heardChoice);
    this.heardOf?.removeEventListener("cursor", this.heardChoice);
    this.heardOf = null;
  }

  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has("lesson") && this.lesson) this.begin();
  }

  get steps() {
    return this.told ?? this.lesson.steps;
  }

  get step() {
    return this.steps[this.at] ?? null;
  }

  get question() {
    return this.step?.question ?? null;
  }

  /** The branch that the lesson began with. */
  get root() {
    return this.lab.branches.find((one) => one.parent === null) ?? null;
  }

  async begin() {
    this.told = null;
    this.ready = this.open();
    await this.ready;
    this.goTo(Math.min(this.progress.at ?? 0, this.steps.length - 1));
  }

  async open() {
    this.message = null;
    const { lesson, lab } = this;
    if (lesson.own) return this.openOwn();
    const all = await lab.protocols().catch(() => []);
    const protocol = lesson.scenario.find((line) => line.startsWith("protocol "))?.slice(9).trim();
    this.entry = all.find((one) => one.name === protocol) ?? null;
  }

  /** Runs a scenario unless its run is there already; returns whether it is there. */
  async ensure(text) {
    if (this.root?.text === text) return true;
    if (this.root && !ours.has(this.root.text)) before = { shared: sharedOf(this.lab), title: this.root.title };
    ours.add(text);
    if (await this.lab.open(text, this.lesson.title)) return true;
    this.message = this.lab.error?.message ?? "The run could not be started.";
    return false;
  }

  /** The steps of the reader's own run are the sentences that it says. */
  async openOwn() {
    this.told = [];
    if (before && !(await openShared(this.lab, before.shared, before.title))) this.message = this.lab.error?.message;
    before = null;
    const { run } = this.lab;
    if (!run) {
      this.message = "The laboratory has no run yet. Open one there, and come back.";
      return;
    }
    for (const event of await eventsOf(run, { kind: "said" })) {
      const { text } = await run.event(event);
      this.told.push({ caption: text.replace(/^says?:?\s*/, ""), event });
    }
    if (this.told.length === 0) {
      this.message = "The run says nothing. Add sentences to its scenario, such as “at 2 say Now the leader crashes.”, and come back.";
    }
  }

  // ---- steps

  async goTo(index) {
    if (index < 0 || index >= this.steps.length) return;
    this.at = index;
    this.progress.at = index;
    this.verdict = null;
    this.hinted = false;
    this.solution = false;
    const { step, lab } = this;
    lab.setPlaying(false);
    this.isMoving = true;
    const isThere = this.lesson.own || (await this.ensure(textOf(this.lesson, step)));
    if (this.step !== step) return;
    this.isMoving = false;
    if (!isThere) return;
    this.message = null;
    this.isMoving = true;
    if (!this.lesson.own && lab.branch !== this.root) lab.select(this.root.id);
    lab.setFilter(filterOf({ ...this.lesson.filter, ...step.filter }));
    this.isMoving = false;
    const { run } = lab;
    if (!run) return;
    const event = step.event ?? (await placeOf(run, step.at));
    if (this.step !== step || lab.run !== run) return;
    lab.goto(event);
    lab.choose(markOf(run, step, event));
    this.view = step.view ?? this.view ?? "network";
    this.pane = step.view && !PICTURES.includes(step.view) && !step.question ? "view" : "drawing";
    this.progress.seen.add(index);
    this.requestUpdate();
    await this.updateComplete;
    // The diagram may get another size first, and would then show the whole run.
    requestAnimationFrame(() => requestAnimationFrame(() => this.step === step && this.frame(step)));
    this.querySelector(".tellbody")?.scrollTo({ top: 0 });
  }

  /** Shows the part of the run that a step is about; the whole run if it does not say. */
  frame(step) {
    const diagram = this.querySelector("lab-diagram");
    const { run } = this.lab;
    if (!diagram?.scene || !run || diagram.scene.run !== run) {
      if (diagram && (this.tries = (this.tries ?? 0) + 1) < 40) requestAnimationFrame(() => this.step === step && this.frame(step));
      return;
    }
    this.tries = 0;
    const wanted = step.frame ?? this.lesson.frame;
    if (!wanted) {
      diagram.fit?.();
      return;
    }
    const lengths = diagram.scene.lengths;
    const last = Math.max(0, run.eventAt(wanted[1] * 1e9));
    const from = lengths[Math.min(run.count - 1, Math.max(0, run.eventAt(wanted[0] * 1e9 - 1) + 1))];
    const to = lengths[last];
    const room = Math.max((to - from) * 0.08, 1);
    diagram.showLengths?.(from - room, to + room);
  }

  /** Back to the run of the lesson, at the place of the step. */
  back() {
    return this.goTo(this.at);
  }

  present(isPresented) {
    this.isPresented = isPresented;
    this.classList.toggle("presented", isPresented);
    if (isPresented) this.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement === this) document.exitFullscreen().catch(() => {});
    requestAnimationFrame(() => this.step && this.frame(this.step));
  }

  typed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest("input, textarea, select, dialog, .menu")) return;
    const isOnButton = target instanceof Element && target.closest("button, summary, a, [role=button], [role=tab]");
    const isInPicture = event.composedPath().some((one) => one instanceof Element && ["lab-diagram", "lab-timebar"].includes(one.localName));
    if (this.isPresented && event.key === "Escape") this.present(false);
    else if (event.key === "ArrowRight" && (this.isPresented || !isInPicture)) this.goTo(this.at + 1);
    else if (event.key === "ArrowLeft" && (this.isPresented || !isInPicture)) this.goTo(this.at - 1);
    else if (event.key === "PageDown") this.goTo(this.at + 1);
    else if (event.key === "PageUp") this.goTo(this.at - 1);
    else if (event.key === " " && this.isPresented && !isOnButton) this.goTo(this.at + 1);
    else return;
    event.preventDefault();
  }

  // ---- questions

  /** A branch has come: it is a try. */
  async ran() {
    this.requestUpdate();
    const { lab, question, root } = this;
    if (this.isMoving || this.lesson?.own || !root) return;
    if (root.text !== textOf(this.lesson, this.step)) {
      this.message = "Another run is shown now.";
      return;
    }
    this.message = null;
    if (!question?.change || lab.branch === root || this.solution === "playing") return;
    const { run } = lab;
    const verdict = await judgeChange(run, question, addedTo(root.text, lab.branch.text));
    if (lab.run === run && this.question === question) this.tell(verdict);
  }

  tell(verdict) {
    this.verdict = verdict;
    if (verdict.right) this.progress.solved.add(this.at);
    else this.hinted = true;
    this.updateComplete.then(() => this.querySelector(".verdict")?.scrollIntoView({ block: "nearest" }));
  }

  async answerByClick() {
    const { lab, question } = this;
    const verdict = await judgeClick(lab.run, question, lab.selection);
    if (this.question === question) this.tell(verdict);
  }

  /** Shows what the lesson would do, and what comes of it. */
  async solve() {
    const { lab, question, root } = this;
    const { solution } = question;
    this.solution = "playing";
    if (lab.branch !== root) lab.select(root.id);
    if (solution.do) {
      const found = solution.at ? await placeOf(lab.run, solution.at) : lab.cursor;
      lab.goto(found);
      await lab.fork([solution.do].flat().join("\n"));
    } else if (solution.process) {
      lab.choose({ node: lab.run.nodes.indexOf(solution.process) });
    } else {
      const event = await placeOf(lab.run, solution.click);
      lab.goto(event);
      lab.choose({ event });
    }
    this.verdict = null;
    this.solution = true;
  }

  /** Says in words what is chosen. */
  async chose() {
    this.requestUpdate();
    const { lab } = this;
    const { run, selection } = lab;
    if (!run || !this.question) return;
    if (selection?.event === undefined) {
      this.chosenLine = "";
      return;
    }
    const [line] = await run.lines(selection.event, selection.event + 1).catch(() => [""]);
    const { message } = await run.event(selection.event).catch(() => ({}));
    if (lab.selection === selection) {
      this.chosenLine = line ?? "";
      this.chosenMessage = message ?? null;
      this.requestUpdate();
    }
  }

  async doIt(statement) {
    this.verdict = null;
    this.solution = false;
    if (!(await this.lab.fork(statement, statement.replace(/^at \S+ /, "")))) {
      this.verdict = { right: false, why: this.lab.error?.message ?? "That could not be run." };
    }
  }

  // ---- drawing

  head() {
    const { lesson } = this;
    return html`<div class="lessonhead">
      <button class="icon plain" title="All lessons" aria-label="All lessons" @click=${() => this.dispatchEvent(new CustomEvent("lesson-close"))}>${icon("list")}</button>
      <h1>${lesson.title}</h1>
      <span class="panes">${[["drawing", "Diagram"], ["view", "View"]].map(([name, title]) => html`
        <button class="plain" aria-pressed=${this.pane === name ? "true" : "false"} @click=${() => (this.pane = name)}>${title}</button>`)}</span>
      <button class="icon plain" title="Present: large type, one key for each step" aria-label="Present" @click=${() => this.present(true)}>${icon("screen")}</button>
      <button class="icon plain wide" title="Print" aria-label="Print" ?disabled=${this.printing} @click=${() => this.print()}>${icon("print")}</button>
    </div>`;
  }

  async print() {
    this.printing = true;
    await printLesson(this);
    this.printing = false;
  }

  chosen(question) {
    const { run, selection } = this.lab;
    if (!run) return nothing;
    let what = html`<span class="muted">${question.click?.process ? "Nothing is chosen yet: click a process." : question.click ? "Nothing is chosen yet: click an event or a message in the diagram." : question.change.choose ?? "Choose what to change: click it in the diagram."}</span>`;
    if (selection?.event !== undefined) {
      const { event } = selection;
      what = html`<span class="small muted">chosen, at ${timeText(run.time[event], 4)} s</span>
        <span class="mono">${run.node[event] >= 0 ? `${run.nodes[run.node[event]]} ` : ""}${this.chosenLine}</span>`;
    } else if (selection?.node !== undefined) {
      what = html`<span class="small muted">chosen</span><span class="mono">${run.nodes[selection.node]}</span>`;
    }
    return html`<div class="chosen" aria-live="polite">${what}</div>`;
  }

  questionPart(question) {
    const { lab } = this;
    const isSolved = this.progress.solved.has(this.at);
    const isBranch = lab.branch && lab.branch !== this.root;
    const added = isBranch ? addedTo(this.root?.text ?? "", lab.branch.text) : [];
    const wants = question.change?.choose !== "";
    return html`<section class="question ${isSolved ? "solved" : ""}" aria-label="Question">
      <p class="ask">${question.ask}</p>
      ${isBranch ? html`<div class="added"><span class="small muted">You see the run with:</span>${(added ?? ["another scenario"]).map((one) => html`<code>${one}</code>`)}
        <button class="small" @click=${() => this.back()}>${icon("undo")} Back to the lesson's run</button></div>`
        : html`${wants ? this.chosen(question) : nothing}
          ${question.click ? html`<div class="tools"><button class="primary" ?disabled=${lab.selection === null} @click=${() => this.answerByClick()}>This is my answer</button></div>`
            : html`<div class="tools">${toolsFor(this, question).map((tool) => html`<button ?disabled=${!tool.statement} title=${tool.statement ?? tool.why ?? ""} @click=${() => this.doIt(tool.statement)}>${tool.title}</button>`)}</div>
              <details><summary>Write it as a statement</summary><form class="write" @submit=${(e) => this.write(e)}>
                <input name="statement" aria-label="A statement of the scenario language" placeholder=${question.change.example ?? "at 2 crash P1"} autocomplete="off" spellcheck="false"><button type="submit">Do it</button></form></details>`}`}
      ${lab.progress ? html`<p class="muted" role="status">Running…</p>` : nothing}
      ${this.verdict ? html`<div class="verdict ${this.verdict.right ? "right" : ""}" role="status"><strong>${this.verdict.right ? "Yes." : "Not yet."}</strong><span>${this.verdict.why}</span></div>` : nothing}
      ${this.hinted && !this.verdict?.right && this.solution !== true ? html`<p class="hint"><strong>Hint:</strong> ${question.hint}</p>` : nothing}
      ${this.solution === true ? html`<div class="verdict"><strong>A solution</strong><span>${question.solution.why}</span>
        ${question.solution.do ? html`<span>${[question.solution.do].flat().map((one) => html`<code>${one}</code> `)}</span>` : nothing}</div>` : nothing}
      <div class="tools">
        ${!this.hinted && !isSolved ? html`<button class="link" @click=${() => (this.hinted = true)}>Give me a hint</button>` : nothing}
        ${this.solution !== true ? html`<button class="link" @click=${() => this.solve()}>Show a solution</button>` : nothing}
      </div>
    </section>`;
  }

  write(event) {
    event.preventDefault();
    const statement = new FormData(event.target).get("statement").trim();
    if (statement) this.doIt(statement);
  }

  tell_() {
    const { step, steps } = this;
    const { run } = this.lab;
    const isLast = this.at === steps.length - 1;
    return html`<section class="tell" aria-label="The story">
      ${this.head()}
      <div class="tellbody">
        ${this.lab.error && !this.verdict && !this.message ? html`<p class="notice" role="alert">${this.lab.error.message}</p>` : nothing}
        ${this.message ? html`<p class="notice warn">${this.message} ${this.lesson.own ? nothing : html`<button class="link" @click=${() => this.begin()}>Show the lesson's run</button>`}</p>` : nothing}
        ${step ? html`
          <div class="caption" aria-live="polite">${(step.caption ?? "").split("\n").map((one) => html`<p>${one}</p>`)}</div>
          ${step.question ? this.questionPart(step.question) : nothing}
          ${isLast && !this.lesson.own && this.progress.solved.size >= (this.lesson.questions ?? 0) ? html`<p class="muted">That was the last step.
            ${this.next ? html`<button class="link" @click=${() => this.dispatchEvent(new CustomEvent("lesson-next"))}>Next lesson: ${this.next.title}</button>` : nothing}</p>` : nothing}
          ${run && !step.question ? html`<p class="moment">The picture stands at ${this.lab.cursor < 0 ? "the start" : `${timeText(run.time[this.lab.cursor], 4)} s`}.</p>` : nothing}` : nothing}
      </div>
      <footer class="stepfoot">
        <ol class="places" aria-label="Steps">${steps.map((one, i) => html`<li><button class="${this.progress.seen.has(i) ? "seen" : ""} ${one.question ? "asks" : ""} ${this.progress.solved.has(i) ? "solved" : ""}"
          aria-current=${i === this.at ? "step" : nothing} aria-label="${one.question ? "Question, step" : "Step"} ${i + 1}${this.progress.solved.has(i) ? ", answered" : ""}" title="${i + 1}" @click=${() => this.goTo(i)}></button></li>`)}</ol>
        <div class="row"><button ?disabled=${this.at <= 0} @click=${() => this.goTo(this.at - 1)}>Back</button>
          <span class="muted small">${Math.min(this.at + 1, steps.length)} of ${steps.length}</span>
          <button class="primary" ?disabled=${isLast || steps.length === 0} @click=${() => this.goTo(this.at + 1)}>Next</button>
          ${this.isPresented ? html`<button class="icon plain" title="End the presentation (Escape)" aria-label="End the presentation" @click=${() => this.present(false)}>${icon("close")}</button>` : nothing}</div>
      </footer></section>`;
  }

  viewing() {
    const { run } = this.lab;
    const all = run && this.viewsFor ? [...this.viewsFor(run, this.entry), REPORT] : [];
    if (all.length === 0) return nothing;
    const one = all.find((view) => view.name === this.view) ?? all[0];
    return html`<div class="viewing">
      <div class="tabs pad" role="tablist" aria-label="Views">${all.map((view) => html`<button role="tab" aria-selected=${view === one ? "true" : "false"} title=${view.help} @click=${() => (this.view = view.name)}>${view.title}</button>`)}</div>
      <div class="view" role="tabpanel">${this.element(one)}</div></div>`;
  }

  element(view) {
    if (!this.kept.has(view.name)) this.kept.set(view.name, document.createElement(view.tag));
    const element = this.kept.get(view.name);
    element.lab = this.lab;
    return element;
  }

  render() {
    if (!this.lesson) return nothing;
    return html`${this.tell_()}
      <div class="see pane-${this.pane} ${TALL.includes(this.view) ? "tall" : ""}">
        <div class="drawing">${customElements.get("lab-diagram") ? html`<lab-diagram .lab=${this.lab}></lab-diagram>` : html`<div class="placeholder">The diagram is not here.</div>`}</div>
        ${this.viewing()}
      </div>
      <lab-timebar class="time" .lab=${this.lab}></lab-timebar>`;
  }
}
customElements.define("lab-lesson", LabLesson);

/** What a lesson lets be seen: {routine, kinds, labels}; all that changes something if it does not say. */
function filterOf({ routine = false, kinds, labels }) {
  return { routine, nodes: null, channels: null, kinds: kinds ? new Set(kinds.map((one) => KIND[one])) : null, labels: labels ? new Set(labels) : null };
}

/** What a step points at: {node}, {link: [from, to]}, "nothing", or else the event it goes to. */
function markOf(run, step, event) {
  const { mark } = step;
  if (mark === "nothing" || step.question) return null;
  if (mark?.node) return { node: run.nodes.indexOf(mark.node) };
  if (mark?.link) return { link: mark.link.map((one) => run.nodes.indexOf(one)) };
  if (event < 0) return null;
  return step.at?.kind || step.event !== undefined ? { event } : null;
}
