// One event in words: its fields, the other end of its message, its causes and effects, its stamps.
import { css, html, nothing } from "lit";
import { KIND, ROUTINE, CONFLICT, AGAIN, timeText } from "coterie/session.js";
import { FUTURE, PAST, coneOf } from "coterie/causality.js";
import { View } from "coterie/views/base.js";

const TITLES = {
  sent: "sends", received: "receives", dropped: "a message is lost", unreachable: "cannot be reached",
  expired: "an alarm rings", saved: "saves", called: "is called", answered: "answers", noted: "notes",
  faulted: "a fault", said: "the script says", knows: "shows what it knows", judged: "a judge says",
};

class LabEvent extends View {
  static follows = ["run", "cursor", "selection", "cone"];

  static styles = [View.styles, css`
    .title { font-size: var(--t-3); font-weight: 600; overflow-wrap: anywhere; }
    .where { display: flex; flex-wrap: wrap; gap: 4px 12px; color: var(--ink-2); font-size: var(--t-1); margin: 2px 0 8px; }
    .tag { border: 1px solid var(--line-2); border-radius: 4px; padding: 0 6px; }
    .tag.bad { border-color: var(--bad); color: var(--bad); font-weight: 600; }
    .buttons { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0; }
    table { width: 100%; table-layout: fixed; }
    th, td { padding: 4px 8px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; white-space: pre-wrap; }
    th { width: 34%; font-weight: 400; color: var(--ink-2); }
    .past { background: var(--learned-blue); }
    .future { background: var(--waiting); }
    .key { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 4px; }
    .key.rest { background: var(--paper-3); border: 1px solid var(--line-2); }
    .causes { display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: var(--t-1); color: var(--ink-2); }
    svg { display: block; width: 100%; height: 10px; border-radius: 5px; margin: 4px 0; }
    svg .past, svg .future { stroke: none; }
    rect.past { fill: var(--learned-blue); }
    rect.future { fill: var(--waiting); }
    rect.rest { fill: var(--paper-3); }
  `];

  /** The event that was chosen, or that of the cursor. */
  get event() {
    return this.lab.selection?.event ?? this.lab.cursor;
  }

  render() {
    const run = this.run;
    if (!run) return this.empty("Start a run, and choose an event to read about it.");
    const event = this.event;
    if (event < 0 || event >= run.count) return this.empty("Nothing has happened yet: step forward, or choose an event or a message.");
    const detail = this.latest("event", event, () => run.event(event));
    if (!detail) return this.empty("Asking the run …");
    return html`<div class="all">${this.head(run, detail)}${this.buttons(run, detail)}${this.fields(detail)}
      ${this.otherEnd(run, detail)}${this.stamps(run, detail)}${this.causes(run, detail.event)}</div>`;
  }

  head(run, detail) {
    const event = detail.event;
    const node = run.node[event];
    const flags = run.flags[event];
    const who = node >= 0 && run.kind[event] !== KIND.dropped ? `${run.nodes[node]} ` : "";
    return html`<p class="title">${who}${detail.text}</p>
      <p class="where"><span>${timeText(detail.atNanos)} s</span><span>event ${event + 1} of ${run.count}</span><span>${TITLES[detail.kind] ?? detail.kind}</span>
        ${this.lab.selection?.event === undefined ? html`<span class="tag">at the cursor</span>` : nothing}
        ${flags & CONFLICT ? html`<span class="tag bad">breaks a promise</span>` : nothing}
        ${flags & AGAIN ? html`<span class="tag">came twice</span>` : nothing}
        ${flags & ROUTINE ? html`<span class="tag">changed nothing</span>` : nothing}</p>`;
  }

  buttons(run, detail) {
    const event = detail.event;
    const node = run.node[event];
    const isMessage = run.kind[event] <= KIND.dropped;
    const can = isMessage ? "Lose, double or delay it …" : run.kind[event] === KIND.expired ? "Change this alarm …" : node >= 0 ? `Break ${run.nodes[node]} …` : null;
    return html`<div class="buttons">
      <button ?disabled=${event === this.lab.cursor} @click=${() => this.lab.goto(event)}>Go there</button>
      <button ?disabled=${node < 0} @click=${() => this.along(-1)}>← Previous of ${node >= 0 ? run.nodes[node] : "it"}</button>
      <button ?disabled=${node < 0} @click=${() => this.along(1)}>Next of ${node >= 0 ? run.nodes[node] : "it"} →</button>
      ${can ? html`<button @click=${(e) => this.menu(e, isMessage ? { event: this.sending(run, event) } : run.kind[event] === KIND.expired ? { event } : { node })}>${can}</button>` : nothing}
    </div>`;
  }

  /** Of an arrival or a loss where it was sent: by that a scenario names it. */
  sending(run, event) {
    return run.kind[event] === KIND.sent || run.pair[event] < 0 ? event : run.pair[event];
  }

  along(direction) {
    const run = this.run;
    const from = this.event;
    const node = run.node[from];
    for (let i = from + direction; i >= 0 && i < run.count; i += direction) {
      if (run.node[i] === node && run.kind[i] !== KIND.dropped && this.lab.isShown(i)) {
        this.lab.goto(i);
        this.choose({ event: i });
        return;
      }
    }
  }

  fields(detail) {
    const fields = Object.entries(detail.fields ?? {});
    if (!fields.length) return nothing;
    return html`<h3>${detail.type}</h3><table><caption class="sr">The fields of ${detail.type}</caption>
      <tbody>${fields.map(([name, text]) => html`<tr><th scope="row">${name}</th><td>${text}</td></tr>`)}</tbody></table>`;
  }

  otherEnd(run, detail) {
    const event = detail.event;
    if (run.kind[event] > KIND.dropped) return nothing;
    const other = detail.pair;
    const isSent = run.kind[event] === KIND.sent;
    const from = isSent ? run.node[event] : run.peer[event];
    const to = isSent ? run.peer[event] : run.node[event];
    const again = isSent && other >= 0 ? this.again(run, event, other) : [];
    const name = detail.message ?? `${detail.type} ${run.nodes[from] ?? "?"} -> ${run.nodes[to] ?? "?"}`;
    return html`<h3>Its message</h3><p class="mono">${name}</p>
      <p>${other < 0
        ? isSent ? "It has not arrived when the run ends." : "Nobody in this run sent it."
        : html`<button class="link" @click=${() => this.go(other)}>${isSent ? (run.kind[other] === KIND.dropped ? "lost" : "arrives") : "sent"} at ${timeText(run.time[other])} s</button>,
          ${timeText(Math.abs(run.time[other] - run.time[event]), 9)} s ${isSent ? "later" : "earlier"}`}
        ${again.map((one) => html`, <button class="link" @click=${() => this.go(one)}>and once more at ${timeText(run.time[one])} s</button>`)}</p>`;
  }

  /** Further arrivals of one sending; looked for in what follows soon. */
  again(run, sent, first) {
    const found = [];
    for (let i = first + 1; i < Math.min(run.count, first + 5000); i++) {
      if (run.pair[i] === sent && run.kind[i] !== KIND.sent) found.push(i);
    }
    return found;
  }

  go(event) {
    this.lab.goto(event);
    this.choose({ event });
  }

  stamps(run, detail) {
    if (!run.labels.includes("Stamped") && !run.labels.includes("Versioned")) return nothing;
    const all = this.whole("stamps");
    const event = detail.event;
    const mine = all?.find((one) => one.stamps.some((stamp) => stamp.event === event))
      ?? all?.findLast((one) => one.node === run.node[event] && run.time[one.event] === run.time[event]);
    if (!mine) return nothing;
    return html`<h3>Stamps of ${mine.name}</h3><table><tbody>${mine.stamps.map((stamp) => html`<tr><th scope="row">${stamp.clock}</th><td class="mono">${stamp.text}</td></tr>`)}</tbody></table>`;
  }

  causes(run, event) {
    if (this.cone?.run !== run || this.cone.event !== event) this.cone = { run, event, ...countCone(run, event) };
    const { past, future } = this.cone;
    const rest = run.count - past - future - 1;
    const share = (part) => (1000 * part) / Math.max(1, run.count);
    const isShown = this.lab.cone === event;
    return html`<h3>Causes and effects</h3>
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect class="past" width=${share(past)} height="10"></rect>
        <rect class="rest" x=${share(past)} width=${share(rest)} height="10"></rect><rect class="future" x=${share(past + rest)} width=${share(future + 1)} height="10"></rect></svg>
      <p class="causes"><span><i class="key past"></i>${past} events could have led to it</span><span><i class="key rest"></i>${rest} are concurrent</span><span><i class="key future"></i>${future} could follow from it</span></p>
      ${this.lab.setCone ? html`<div class="buttons"><button aria-pressed=${isShown} @click=${() => this.lab.setCone(isShown ? null : event)}>${isShown ? "Show all again" : "Show only its causes and effects"}</button></div>` : nothing}`;
  }
}

function countCone(run, event) {
  const marks = coneOf(run, event);
  let past = 0;
  let future = 0;
  for (let i = 0; i < marks.length; i++) {
    if (marks[i] === PAST) past++;
    else if (marks[i] === FUTURE) future++;
  }
  return { past, future };
}
customElements.define("lab-event", LabEvent);
