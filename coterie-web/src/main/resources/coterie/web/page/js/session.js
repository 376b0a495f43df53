// Who answers requests about runs: a worker of this page, or the server that the page came from.
// The rest of the page does not know which. A request is a line of words and a text below it; an
// answer is JSON, and bytes for columns (see LabSession.java).

/** What a session refuses: a sentence, and the line of the scenario that it is about, or 0. */
export class Refusal extends Error {
  /** @param {{message: string, line: number}} error */
  constructor(error) {
    super(error.message);
    this.line = error.line;
  }
}

/** @typedef {{answer: unknown, bytes: ArrayBuffer}} Answer */

/** Reads an answer; throws what it refuses. */
function read(text, bytes) {
  const answer = JSON.parse(text);
  if (answer !== null && typeof answer === "object" && answer.error) {
    throw new Refusal(answer.error);
  }
  return { answer, bytes };
}

/** Answers in a worker of this page. */
export class WorkerSession {
  constructor(url = "worker.js") {
    this.url = url;
    this.open = new Map();
    this.last = 0;
    this.start();
  }

  start() {
    // A page on a disk may not load modules from addresses that it made itself.
    this.worker = new Worker(this.url, { type: this.url.startsWith("blob:") ? "classic" : "module" });
    this.worker.onmessage = (event) => this.receive(event.data);
    this.worker.onerror = (event) => this.fail(event.message || "the worker could not be loaded");
  }

  receive({ id, text, bytes, error }) {
    const waiting = this.open.get(id);
    this.open.delete(id);
    if (!waiting) return;
    try {
      if (error) throw new Error(error);
      waiting.resolve(read(text, bytes ? bytes.buffer ?? bytes : new ArrayBuffer(0)));
    } catch (e) {
      waiting.reject(e);
    }
  }

  fail(message) {
    for (const waiting of this.open.values()) waiting.reject(new Error(message));
    this.open.clear();
  }

  /** @param {string} request @returns {Promise<Answer>} */
  ask(request) {
    return new Promise((resolve, reject) => {
      this.last++;
      this.open.set(this.last, { resolve, reject });
      this.worker.postMessage({ id: this.last, request });
    });
  }

  /** Ends what does not end by itself; all runs are forgotten. */
  restart() {
    this.worker.terminate();
    this.fail("the session was stopped");
    this.start();
  }
}

/** Answers on the server, which has the jar of a user, or more time. */
export class ServerSession {
  constructor(url = "session") {
    this.url = url;
    this.name = crypto.randomUUID ? crypto.randomUUID() : String(Math.random()).slice(2);
  }

  /** @param {string} request @returns {Promise<Answer>} */
  async ask(request) {
    let response;
    try {
      response = await fetch(this.url, {
        method: "POST",
        headers: { "Content-Type": "text/plain;charset=utf-8", "X-Coterie-Session": this.name },
        body: request,
      });
    } catch {
      throw new Error("the laboratory's server does not answer; it may have been ended");
    }
    if (!response.ok) throw new Error(`the server answered ${response.status}: ${await response.text()}`);
    const all = await response.arrayBuffer();
    const length = new DataView(all).getUint32(0, true);
    return read(new TextDecoder().decode(new Uint8Array(all, 4, length)), all.slice(4 + length));
  }

  restart() {}
}

/**
 * Answers from what was recorded, such as a run on sockets: nothing can be run again. What was
 * recorded is {columns, bytes, head, lines, events, states, violations} (see RecordedEvents.java).
 */
export class RecordedSession {
  constructor(recorded) {
    this.recorded = recorded;
  }

  /** @param {string} request @returns {Promise<Answer>} */
  async ask(request) {
    const end = request.indexOf("\n");
    const line = end < 0 ? request : request.slice(0, end);
    const body = end < 0 ? "" : request.slice(end + 1);
    const [word, , ...rest] = line.trim().split(/ +/);
    const numbers = rest.map(Number);
    if (word === "columns") return { answer: this.recorded.columns, bytes: this.bytes() };
    return { answer: this.answer(word, numbers, body), bytes: new ArrayBuffer(0) };
  }

  answer(word, [first, second], body) {
    const { head, lines, events, violations } = this.recorded;
    switch (word) {
      case "run":
        if (body.trim() !== "") throw new Refusal({ message: "this run was recorded, and cannot be run again", line: 0 });
        return head;
      case "advance":
        return { isOver: true, atNanos: head.untilNanos, events: lines.length, stopped: null };
      case "lines":
        return lines.slice(first, second);
      case "event":
        return events[first];
      case "states":
        return this.states(first);
      case "find":
        return this.find(body);
      case "report":
        return { sections: [], violations, remarks: [head.what], hits: [] };
      case "protocols":
        return [];
      case "close":
        return {};
      default:
        throw new Refusal({ message: `a recorded run does not answer "${word}"`, line: 0 });
    }
  }

  bytes() {
    return Uint8Array.from(atob(this.recorded.bytes), (char) => char.charCodeAt(0)).buffer;
  }

  /** What each process showed last, up to that event. */
  states(event) {
    const shown = new Map(this.recorded.head.nodes.map((node) => [node, { node, protocols: [] }]));
    for (const change of this.recorded.states) {
      if (change.event > event) break;
      for (const state of change.nodes) shown.set(state.node, state);
    }
    return [...shown.values()];
  }

  find(words) {
    const wanted = words.trim().toLowerCase();
    const found = [];
    this.recorded.lines.forEach((line, i) => {
      if (line.toLowerCase().includes(wanted)) found.push(i);
    });
    return found;
  }

  restart() {}
}

/** The kinds of events, by the numbers in the column `kind`. */
export const KINDS = [
  "sent", "received", "dropped", "unreachable", "expired", "saved", "called",
  "answered", "noted", "faulted", "said", "knows", "judged",
];
export const KIND = Object.fromEntries(KINDS.map((word, i) => [word, i]));

/** Bits of the column `flags`. */
export const ROUTINE = 1;
export const CONFLICT = 2;
export const AGAIN = 4;

/** One run: its head, its events as columns, and questions about it. */
export class Run {
  /** @param {WorkerSession | ServerSession} session */
  constructor(session, head) {
    this.session = session;
    this.id = head.run;
    this.head = head;
    this.nodes = head.nodes;
    this.isOver = false;
    this.stopped = null;
    this.take({ count: 0, labels: [], nowNanos: 0, bands: [], faults: [], violations: [] }, new ArrayBuffer(0));
  }

  /** Begins a run; throws a {@link Refusal} with the line that is wrong. */
  static async begin(session, text) {
    const { answer } = await session.ask("run\n" + text);
    return new Run(session, answer);
  }

  /** Goes on to the end, in pieces; progress is told what a piece came to. */
  async finish(progress = () => {}, isWanted = () => true) {
    let piece = 20_000;
    while (!this.isOver && isWanted()) {
      const began = performance.now();
      const { answer } = await this.session.ask(`advance ${this.id} ${piece}`);
      this.isOver = answer.isOver;
      this.stopped = answer.stopped;
      progress(answer);
      const took = performance.now() - began;
      if (took < 50) piece = Math.min(200_000, piece * 2);
      if (took > 200) piece = Math.max(1_000, Math.floor(piece / 2));
    }
    const { answer, bytes } = await this.session.ask(`columns ${this.id}`);
    this.take(answer, bytes);
    return this;
  }

  take(head, bytes) {
    const n = head.count;
    this.count = n;
    this.labels = head.labels;
    this.nowNanos = head.nowNanos;
    /** {node, band, label, from, to, about?}: leader, phase, waiting, inside, together, down, paused, suspects */
    this.bands = head.bands;
    /** {event, at, text, word, node? | from?, to?, bothWays? | groups?} */
    this.faults = head.faults;
    /** {judge, sentence, events} */
    this.violations = head.violations;
    this.time = new Float64Array(bytes, 0, n);
    this.pair = new Int32Array(bytes, 8 * n, n);
    this.label = new Int32Array(bytes, 12 * n, n);
    this.number = new Int32Array(bytes, 16 * n, n);
    this.node = new Int16Array(bytes, 20 * n, n);
    this.peer = new Int16Array(bytes, 22 * n, n);
    this.kind = new Uint8Array(bytes, 24 * n, n);
    this.channel = new Uint8Array(bytes, 25 * n, n);
    this.flags = new Uint8Array(bytes, 26 * n, n);
  }

  /** The label of an event: a message's or note's type, an alarm's name, a fault's words. */
  labelOf(event) {
    return this.labels[this.label[event]];
  }

  /** The last event at or before a time; -1 if there is none. */
  eventAt(nanos) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.time[middle] <= nanos) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  async ask(words, body = "") {
    return (await this.session.ask(body ? `${words}\n${body}` : words)).answer;
  }

  /** @returns {Promise<string[]>} what happened, of events from..to-1 */
  lines(from, to) {
    return this.ask(`lines ${this.id} ${from} ${to}`);
  }

  /** {event, at, kind, text, pair, type, fields, message?}: message is its name in a scenario */
  event(event) {
    return this.ask(`event ${this.id} ${event}`);
  }

  /** [{node, protocols: [{protocol, since, fields: [{name, text, value, before}]}]}] */
  states(event) {
    return this.ask(`states ${this.id} ${event}`);
  }

  /** @returns {Promise<number[]>} */
  find(words) {
    return this.ask(`find ${this.id}`, words);
  }

  /** {sections: [{judge, parts: [{line} | {left, head, rows}]}], violations, remarks, hits} */
  report() {
    return this.ask(`report ${this.id}`);
  }

  async svg() {
    return (await this.ask(`svg ${this.id}`)).svg;
  }

  close() {
    return this.ask(`close ${this.id}`).catch(() => {});
  }
}

/** A time in nanoseconds as people read it: seconds, with as many digits as tell it. */
export function timeText(nanos, digits = 9) {
  const text = (nanos / 1e9).toFixed(digits);
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}
