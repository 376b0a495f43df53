// What all views share: they follow the state of the page, ask the session, and look alike.
import { LitElement, css, html } from "lit";

/** Answers about a whole run, by the run and the question. */
const answers = new WeakMap();

export class View extends LitElement {
  static properties = { lab: { attribute: false } };

  /** The events of the state that make it draw again. */
  static follows = ["run", "cursor", "selection"];

  static styles = css`
    :host { display: block; min-width: 0; min-height: 0; height: 100%; color: var(--ink); font-size: var(--t-2); line-height: 1.45; font-variant-numeric: tabular-nums; }
    :host([hidden]) { display: none; }
    * { box-sizing: border-box; }
    .all { height: 100%; overflow: auto; scrollbar-width: thin; padding: 8px 16px 16px; }
    .empty { display: grid; place-content: center; height: 100%; min-height: 96px; padding: 16px; text-align: center; color: var(--ink-3); text-wrap: balance; }
    h3 { margin: 16px 0 4px; font-size: var(--t-1); font-weight: 650; color: var(--ink-3); }
    h3:first-child { margin-top: 0; }
    p { margin: 0; }
    .muted { color: var(--ink-3); }
    .small { font-size: var(--t-1); }
    .mono { font-family: var(--mono); font-size: .93em; }
    .row { display: flex; gap: 8px; align-items: center; flex-wrap: wrap; min-width: 0; }
    .scroll { overflow: auto; scrollbar-width: thin; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    button, select { font: inherit; color: inherit; }
    button { min-height: 32px; padding: 0 12px; border: 1px solid var(--line-2); border-radius: var(--radius); background: var(--paper); cursor: pointer; }
    button:hover:not(:disabled) { border-color: var(--ink-3); background: var(--paper-2); }
    button:disabled { opacity: .45; cursor: default; }
    button.small { min-height: 28px; padding: 0 8px; font-size: var(--t-1); }
    button.link { border: 0; background: none; padding: 0; min-height: 0; color: var(--accent); text-decoration: underline; text-underline-offset: 2px; text-align: left; }
    button[aria-pressed="true"] { background: var(--accent-soft); border-color: var(--accent); color: var(--accent); }
    select { min-height: 32px; padding: 0 8px; border: 1px solid var(--line-2); border-radius: var(--radius); background: var(--paper); max-width: 100%; text-overflow: ellipsis; }
    table { border-collapse: collapse; }
    th { font-weight: 600; text-align: left; }
    .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  `;

  connectedCallback() {
    super.connectedCallback();
    this.follow();
    this.requestUpdate(); // What happened meanwhile was not heard.
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unfollow();
  }

  willUpdate(changed) {
    if (changed.has("lab")) this.follow();
  }

  follow() {
    if (!this.lab || this.followed === this.lab) return;
    this.unfollow();
    this.followed = this.lab;
    this.hear ??= (event) => this.heard(event.type);
    for (const name of this.constructor.follows) this.lab.addEventListener(name, this.hear);
  }

  unfollow() {
    if (!this.followed) return;
    for (const name of this.constructor.follows) this.followed.removeEventListener(name, this.hear);
    this.followed = null;
  }

  /** Hears that the state has changed. */
  heard() {
    this.requestUpdate();
  }

  get run() {
    return this.lab?.run ?? null;
  }

  /**
   * What the session says about the whole run; undefined until it has answered, null if it refuses.
   *
   * @param {string} question such as "stamps", or "watch 2 Bully.phase"
   */
  whole(question) {
    const run = this.run;
    if (!run) return undefined;
    if (!answers.has(run)) answers.set(run, new Map());
    const mine = answers.get(run);
    const [word, ...rest] = question.split(" ");
    if (mine.get(question)?.count !== run.count) {
      const entry = { value: mine.get(question)?.value, waits: new Set(), count: run.count };
      mine.set(question, entry);
      Promise.resolve().then(() => run.ask([word, run.id, ...rest].join(" "))).then(
        (value) => (entry.value = value),
        (error) => {
          entry.value = null;
          console.info(String(error));
        },
      ).finally(() => {
        for (const view of entry.waits) view.requestUpdate();
        entry.waits = null;
      });
    }
    const entry = mine.get(question);
    entry.waits?.add(this);
    return entry.value;
  }

  /**
   * The last answer to a question that changes with the cursor, and asks anew where it is old; one
   * question is under way at a time, so that whoever moves fast does not wait for all places.
   */
  latest(name, key, ask) {
    const run = this.run;
    this.asked ??= new Map();
    let entry = this.asked.get(name);
    if (!entry || entry.run !== run) {
      entry = { run, key: undefined, value: undefined, busy: false };
      this.asked.set(name, entry);
    }
    if (entry.key !== key && !entry.busy) {
      entry.busy = true;
      ask().then(
        (value) => Object.assign(entry, { key, value }),
        (error) => {
          Object.assign(entry, { key, value: undefined });
          console.info(String(error));
        },
      ).finally(() => {
        entry.busy = false;
        if (this.run === run) this.requestUpdate();
      });
    }
    return entry.value;
  }

  empty(sentence) {
    return html`<div class="empty"><p>${sentence}</p></div>`;
  }

  /** Asks the shell for the menu of what can be done with something. */
  menu(event, target) {
    event.preventDefault();
    if (performance.now() - (this.asksAt ?? -1000) < 500) return; // A long press may tell it twice.
    this.asksAt = performance.now();
    const box = event.target?.getBoundingClientRect?.();
    const isPointer = event.clientX > 0 || event.clientY > 0;
    this.dispatchEvent(new CustomEvent("lab-menu", {
      bubbles: true, composed: true,
      detail: {
        clientX: isPointer ? event.clientX : box ? box.left + box.width / 2 : 0,
        clientY: isPointer ? event.clientY : box ? box.bottom : 0,
        target,
      },
    }));
  }

  choose(selection) {
    if (performance.now() - (this.asksAt ?? -1000) < 500) return; // The end of a long press.
    this.lab.choose(selection);
  }
}

/** Whether somebody asked the machine for less motion. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** A press that lasts, on a screen without a second button. */
export class LongPress {
  /** @param {(event: PointerEvent) => void} then */
  constructor(then) {
    this.then = then;
  }

  down(event) {
    if (event.pointerType === "mouse") return;
    this.up();
    this.from = [event.clientX, event.clientY];
    this.timer = setTimeout(() => this.then(event), 550);
  }

  /** A finger is never quite still. */
  move(event) {
    if (this.from && Math.hypot(event.clientX - this.from[0], event.clientY - this.from[1]) > 10) this.up();
  }

  up() {
    this.from = null;
    clearTimeout(this.timer);
  }
}
