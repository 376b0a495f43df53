// A cluster that runs elsewhere: what its agents say, asked by the server that the page came from.
// All of it is observed and nothing simulated; it is recorded here, so that one can look back.
import { LitElement, css, html, nothing, svg } from "lit";
import { Recording, membersOf, sees } from "coterie/live/recording.js";

const LOOK_MILLIS = 1000;
const STALE_MILLIS = 3500;
const STRIP_MILLIS = 60_000;
const MARKS = {
  joined: ["+", "joined"], left: ["−", "left"], failed: ["✕", "failed"], suspected: ["?", "suspected"],
  trusted: ["✓", "trusted again"], elected: ["★", "elected"], leaderless: ["☆", "no leader"],
  "quorum-lost": ["!", "quorum lost"], "quorum-regained": ["=", "quorum regained"], broadcast: ["»", "message"],
  updated: ["~", "card changed"], stopped: ["■", "stopped"],
};
/** The tone of an event's mark; others have that of a message. */
const TONES = {
  joined: "ok", trusted: "ok", failed: "no", left: "mute", suspected: "suspect",
  elected: "leader", leaderless: "mute", "quorum-lost": "no",
};

class LabLive extends LitElement {
  static properties = {
    lab: { attribute: false }, at: { state: true }, now: { state: true }, problem: { state: true }, told: { state: true },
    lock: { state: true }, holders: { state: true }, asks: { state: true },
  };

  constructor() {
    super();
    this.recording = new Recording();
    this.at = null; // a place in the recording, or null for what is now
    this.now = Date.now();
    this.problem = "";
    this.told = "";
    this.token = "";
    this.locks = [];
    this.holders = {};
    this.asks = null; // the agent that is to leave, until it is confirmed
  }

  get cluster() {
    return this.lab?.config?.cluster ?? [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.goes = new AbortController();
    this.look();
    this.listen();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.goes.abort();
  }

  headers() {
    return this.token ? { "X-Coterie-Token": this.token } : {};
  }

  ask(path, more = {}) {
    return fetch(path, { ...more, headers: { ...this.headers(), ...more.headers }, signal: this.goes.signal });
  }

  /** Looks at all agents once a second, as long as the page shows them. */
  async look() {
    const { signal } = this.goes;
    while (!signal.aborted && this.cluster.length > 0) {
      try {
        const response = await this.ask("cluster/state");
        if (!response.ok) throw new Error(await response.text());
        this.recording.add(Date.now(), (await response.json()).agents);
        this.problem = "";
        await this.lookAtLocks();
      } catch (e) {
        if (signal.aborted) return;
        this.problem = `The laboratory's server does not answer: ${e.message}`;
      }
      this.now = Date.now();
      await pause(LOOK_MILLIS, signal);
    }
  }

  async lookAtLocks() {
    const agent = this.recording.last?.agents.find((one) => one.isThere)?.agent;
    if (agent === undefined) return;
    const holders = {};
    for (const name of this.locks) {
      const response = await this.ask(`cluster/ask?agent=${agent}&path=/locks/${encodeURIComponent(name)}`);
      const answer = response.headers.get("Content-Type")?.includes("json") ? await response.json() : { error: await response.text() };
      holders[name] = answer.error ? `unknown: ${answer.error}` : answer.holder ?? "free";
    }
    this.holders = holders;
  }

  /** Follows the events of all agents, and begins again where the stream ends. */
  async listen() {
    const { signal } = this.goes;
    while (!signal.aborted && this.cluster.length > 0) {
      try {
        const response = await this.ask("cluster/events");
        if (!response.ok) throw new Error(await response.text());
        for await (const event of eventsOf(response.body)) {
          this.recording.happened(Date.now(), event.agent, event.event);
          this.requestUpdate();
        }
      } catch {
        if (signal.aborted) return;
      }
      await pause(LOOK_MILLIS, signal);
    }
  }

  /** The moment that is shown. */
  get frame() {
    return this.at === null ? this.recording.last : this.recording.frames[Math.min(this.at, this.recording.frames.length - 1)];
  }

  async order(what, agent, body) {
    this.asks = null;
    try {
      const response = await this.ask(`cluster/${what}?agent=${agent}`, { method: "POST", body: body ? JSON.stringify(body) : undefined });
      this.told = response.ok ? `${what}: done` : `${what}: ${await response.text()}`;
    } catch (e) {
      this.told = `${what}: ${e.message}`;
    }
  }

  // ---- what is shown

  render() {
    if (this.cluster.length === 0) return this.empty();
    const frame = this.frame;
    if (!frame) return html`<p class="state" role="status">${this.problem || "Asking the agents…"}</p>`;
    const members = membersOf(frame.agents);
    return html`${this.head(frame)}
      <div class="grid">
        <section aria-labelledby="members"><h2 id="members">Members</h2>${this.members(frame, members)}</section>
        <section aria-labelledby="reach"><h2 id="reach">Who sees whom</h2>${this.matrix(frame, members)}</section>
        <section class="wide" aria-labelledby="events"><h2 id="events">What happened</h2>${this.strip(frame, members)}</section>
        <section aria-labelledby="locks"><h2 id="locks">Locks</h2>${this.lockList()}</section>
        <section aria-labelledby="orders"><h2 id="orders">Orders</h2>${this.orders(frame)}</section>
      </div>`;
  }

  empty() {
    return html`<div class="state"><h2>No cluster is watched</h2>
      <p>Start a group of agents, and then the laboratory with their addresses:</p>
      <pre>./coterie up --nodes 5
./coterie lab --cluster http://127.0.0.1:7201,http://127.0.0.1:7202</pre>
      <p>The first command prints the second one with the addresses of its agents.</p></div>`;
  }

  head(frame) {
    const age = this.now - frame.at;
    const there = frame.agents.filter((one) => one.isThere).length;
    const isStale = this.at === null && (age > STALE_MILLIS || this.problem !== "");
    const state = this.at !== null ? "a moment of the recording" : isStale ? `stale: nothing was heard for ${Math.round(age / 1000)} s`
      : there === 0 ? "no agent answers" : there < frame.agents.length ? `${frame.agents.length - there} of ${frame.agents.length} agents do not answer` : "live";
    const tone = this.at !== null ? "past" : isStale || there === 0 ? "bad" : there < frame.agents.length ? "warn" : "good";
    const { frames } = this.recording;
    return html`<header>
      <span class="mark" title="Nothing here is simulated">Observed, not simulated</span>
      <span class="pill ${tone}" role="status">${state}</span>
      <label class="scrub"><span>${clock(frame.at)}</span>
        <input type="range" min="0" max=${frames.length - 1} .value=${String(this.at ?? frames.length - 1)} aria-label="Look back"
          @input=${(e) => { this.at = Number(e.target.value) >= frames.length - 1 ? null : Number(e.target.value); }}></label>
      <button ?disabled=${this.at === null} @click=${() => { this.at = null; }}>Now</button>
      ${frame.agents.some((one) => one.needsToken) || this.token ? html`<label class="token">Token
        <input type="password" autocomplete="off" .value=${this.token} @change=${(e) => { this.token = e.target.value.trim(); }}></label>` : nothing}
    </header>${this.problem ? html`<p class="notice" role="alert">${this.problem}</p>` : nothing}`;
  }

  members(frame, members) {
    const faded = this.at === null && this.now - frame.at > STALE_MILLIS;
    return html`<div class="scroll"><table class=${faded ? "faded" : ""}><thead><tr><th>name</th><th>agent</th><th>seen as</th><th>voter</th><th>leads</th><th>health</th></tr></thead>
      <tbody>${members.map((member) => html`<tr>
        <th scope="row">${member.name}<small>${member.address}</small></th>
        <td>${member.agent ? html`<span class=${member.agent.isThere ? "ok" : "no"}>${member.agent.isThere ? "answers" : "silent"}</span><small>${member.agent.isThere ? `${member.agent.millis} ms` : member.agent.error}</small>`
          : html`<span class="mute">not asked</span>`}</td>
        <td>${!member.isListed ? html`<span class="mute">not a member</span>` : member.suspects.length === 0 ? html`<span class="ok">alive</span>` : html`<span class="suspect">suspect</span><small>by ${member.suspects.join(", ")}</small>`}</td>
        <td>${member.isVoter ? "yes" : ""}</td><td>${member.leads.length ? html`<span class="leader">★ leads</span>` : ""}</td>
        <td>${health(member.agent)}</td></tr>`)}
      </tbody></table></div>
      ${frame.agents.filter((one) => !members.some((member) => member.agent === one)).map((one) => html`<p class="notice">${one.address}: ${one.error ?? "it does not tell its name"}</p>`)}`;
  }

  matrix(frame, members) {
    return html`<div class="scroll"><table class="matrix"><thead><tr><th><span class="sr">observer</span></th>${members.map((one) => html`<th scope="col">${one.name}</th>`)}</tr></thead>
      <tbody>${members.map((observer) => html`<tr><th scope="row">${observer.name}</th>${members.map((member) => {
        const [sign, tone, words] = sees(observer, member);
        return html`<td class=${tone} title="${observer.name} ${words} ${member.name}"><span aria-label="${observer.name} ${words} ${member.name}">${sign}</span></td>`;
      })}</tr>`)}</tbody></table></div>
      <p class="legend"><span class="ok">●</span> alive <span class="suspect">◐</span> suspect <span class="no">○</span> not a member <span class="mute">·</span> unknown</p>`;
  }

  /** The last minute: a lane for each member, a mark for each event about it. */
  strip(frame, members) {
    const end = this.at === null ? Math.max(this.now, frame.at) : frame.at;
    const from = end - STRIP_MILLIS;
    const events = this.recording.between(from, end);
    const left = 96;
    const width = 900;
    const row = 26;
    const height = row * members.length + 24;
    const x = (at) => left + ((at - from) / STRIP_MILLIS) * (width - left - 12);
    const lane = new Map(members.map((one, i) => [one.name, i]));
    return html`<div class="scroll"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Events of the last minute; the list below has them as text">
      ${members.map((one, i) => svg`<g><text x="0" y=${row * i + 17}>${one.name.slice(0, 13)}</text><line x1=${left} x2=${width} y1=${row * i + 13} y2=${row * i + 13}></line></g>`)}
      ${[0, 15, 30, 45, 60].map((s) => svg`<text class="tick" x=${x(end - s * 1000)} y=${height - 4} text-anchor=${s === 0 ? "end" : "middle"}>${s === 0 ? "now" : `−${s} s`}</text>`)}
      ${events.map((one) => svg`<text class=${`sign ${TONES[one.kind] ?? "told"}`} x=${x(one.at)} y=${row * (lane.get(one.about) ?? 0) + 18} text-anchor="middle"><title>${one.text}</title>${MARKS[one.kind]?.[0] ?? "•"}</text>`)}
    </svg></div>
    <ol class="events" reversed>${events.slice(-8).reverse().map((one) => html`<li><time>${clock(one.at)}</time> ${one.text}</li>`)}</ol>
    ${events.length === 0 ? html`<p class="mute">Nothing happened in the last minute.</p>` : nothing}`;
  }

  lockList() {
    return html`<form class="row" @submit=${(e) => { e.preventDefault(); this.watchLock(e.target.elements.name); }}>
        <input name="name" maxlength="60" placeholder="name of a lock" aria-label="Name of a lock"><button>Watch</button></form>
      <ul class="locks">${this.locks.map((name) => html`<li><b>${name}</b> <span>${this.holders[name] ?? "asking…"}</span>
        <button class="small" aria-label="Do not watch ${name}" @click=${() => { this.locks = this.locks.filter((one) => one !== name); this.requestUpdate(); }}>✕</button></li>`)}</ul>
      <p class="mute">An agent tells which node holds a lock. It does not list locks, and does not tell who waits.</p>`;
  }

  watchLock(field) {
    const name = field.value.trim();
    if (name && !this.locks.includes(name) && this.locks.length < 8) this.locks = [...this.locks, name];
    field.value = "";
    this.requestUpdate();
  }

  orders(frame) {
    const there = frame.agents.filter((one) => one.isThere && one.members?.self);
    return html`<form class="row" @submit=${(e) => { e.preventDefault(); const { text } = e.target.elements; if (there[0]) this.order("broadcast", there[0].agent, { topic: "lab", text: text.value }); text.value = ""; }}>
        <input name="text" maxlength="200" placeholder="a message to all" aria-label="A message to all"><button ?disabled=${there.length === 0}>Send</button></form>
      <ul class="locks">${there.map((one) => html`<li><b>${one.members.self}</b>
        ${this.asks === one.agent ? html`<span>It leaves, and its process ends.</span><button class="small danger" @click=${() => this.order("leave", one.agent)}>Let it leave</button><button class="small" @click=${() => { this.asks = null; }}>Keep it</button>`
          : html`<span></span><button class="small" @click=${() => { this.asks = one.agent; }}>Leave…</button>`}</li>`)}</ul>
      ${this.told ? html`<p role="status" class="mute">${this.told}</p>` : nothing}`;
  }

  static styles = css`
    :host { display: block; height: 100%; overflow: auto; padding: 16px; box-sizing: border-box; color: var(--ink); font-size: var(--t-2); }
    header { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; margin-bottom: 16px; }
    .mark { border: 1px dashed var(--line-2, var(--line)); border-radius: var(--radius, 6px); padding: 4px 8px; color: var(--ink-2); }
    .pill { border-radius: 999px; padding: 4px 12px; font-weight: 600; border: 1px solid currentColor; }
    .good { color: var(--good, var(--inside)); } .warn { color: var(--ink); background: color-mix(in srgb, var(--waiting) 25%, transparent); } .bad { color: var(--bad, var(--lost)); } .past { color: var(--accent); }
    .scrub { display: flex; gap: 8px; align-items: center; flex: 1 1 240px; } .scrub input { flex: 1; min-width: 0; accent-color: var(--accent); }
    .grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 16px; }
    section { border: 1px solid var(--line); border-radius: var(--radius, 6px); background: var(--paper); padding: 16px; min-width: 0; }
    .wide { grid-column: 1 / -1; }
    h2 { margin: 0 0 8px; font-size: var(--t-3); }
    .scroll { overflow-x: auto; }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; } .faded { opacity: .5; }
    th, td { text-align: left; padding: 6px 8px; border-bottom: 1px solid var(--line); vertical-align: top; font-weight: 400; } thead th { color: var(--ink-3); font-size: var(--t-1); }
    tbody th { font-weight: 600; } small { display: block; color: var(--ink-3); font-size: var(--t-1); font-weight: 400; max-width: 28ch; overflow-wrap: anywhere; }
    .matrix { width: auto; } .matrix td { text-align: center; min-width: 32px; font-size: var(--t-3); }
    .ok { color: var(--inside); } .no { color: var(--lost); } .suspect { color: var(--suspect); } .mute { color: var(--ink-3); } .leader { color: var(--leader); }
    .legend { color: var(--ink-3); font-size: var(--t-1); margin: 8px 0 0; } .sr { position: absolute; clip-path: inset(50%); }
    svg { width: 100%; min-width: 560px; display: block; } svg line { stroke: var(--line); } svg text { fill: var(--ink-2); font: 12px var(--font, system-ui); } svg .tick { fill: var(--ink-3); font-size: 11px; } svg .sign { font-size: 16px; font-weight: 700; fill: currentColor; } .told { color: var(--message); }
    .events { margin: 8px 0 0; padding: 0; list-style: none; color: var(--ink-2); } time { color: var(--ink-3); margin-right: 8px; font-variant-numeric: tabular-nums; }
    .row { display: flex; gap: 8px; } .row input { flex: 1; min-width: 0; }
    input:not([type=range]) { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line-2, var(--line)); border-radius: var(--radius, 6px); padding: 4px 8px; min-height: 32px; box-sizing: border-box; }
    button { font: inherit; color: inherit; min-height: 32px; padding: 0 12px; border: 1px solid var(--line-2, var(--line)); border-radius: var(--radius, 6px); background: var(--paper); cursor: pointer; } button.small { min-height: 26px; font-size: var(--t-1); } button:disabled { opacity: .45; cursor: default; } .danger { border-color: var(--lost); color: var(--lost); }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    .locks { list-style: none; margin: 8px 0; padding: 0; } .locks li { display: flex; gap: 8px; align-items: center; padding: 4px 0; } .locks span { flex: 1; color: var(--ink-2); overflow-wrap: anywhere; }
    .state { padding: 32px; color: var(--ink-2); } .notice { border-left: 3px solid var(--lost); padding: 4px 8px; margin: 8px 0; } p { margin: 8px 0; }
    pre { overflow-x: auto; background: var(--paper-2); padding: 12px; border-radius: var(--radius, 6px); }
    .token { display: flex; gap: 8px; align-items: center; }`;
}
customElements.define("lab-live", LabLive);

function health(agent) {
  if (!agent?.isThere) return "";
  const { good, problems = [] } = agent.health ?? {};
  return good ? html`<span class="ok">good</span>` : html`<span class="no">not good</span><small>${problems.join("; ")}</small>`;
}

function clock(at) {
  return new Date(at).toLocaleTimeString([], { hour12: false });
}

function pause(millis, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
  });
}

/** Server-sent events out of a stream: EventSource could not send the token. */
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (true) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    if (text.length > 1_000_000) throw new Error("an event is too long");
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const data = block.split("\n").find((line) => line.startsWith("data: "));
      if (!data) continue;
      try {
        yield JSON.parse(data.slice(6));
      } catch {
        // An agent told something that is no JSON.
      }
    }
  }
}
