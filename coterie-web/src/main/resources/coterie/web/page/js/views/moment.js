// How a run stands at an event: what each process is, what is under way, what is cut. Worked out
// from columns alone, so that it keeps up with whoever plays or drags time.
import { KIND } from "coterie/session.js";

const models = new WeakMap();

/** What was worked out about a run. */
export function momentsOf(run) {
  const known = models.get(run);
  if (known?.count === run.count) return known;
  const moments = new Moments(run); // A run that is observed grows.
  models.set(run, moments);
  return moments;
}

/** The order in which states hide each other, and the sign of each: never colour alone. */
export const STATES = [
  { word: "down", sign: "✕", title: "down" },
  { word: "paused", sign: "‖", title: "paused" },
  { word: "together", sign: "!", title: "inside together with another" },
  { word: "inside", sign: "I", title: "inside" },
  { word: "waiting", sign: "W", title: "waiting" },
  { word: "leader", sign: "★", title: "leader" },
  { word: "phase", sign: "…", title: "in a phase" },
];

const RANK = Object.fromEntries(STATES.map((state, i) => [state.word, i]));
const PIECE = 512;

class Moments {
  constructor(run) {
    this.run = run;
    this.count = run.count;
    this.size = run.nodes.length;
    this.buildBands();
    this.buildFlights();
  }

  // ---- states

  buildBands() {
    /** For every process and state its bands, in order. */
    this.bands = Array.from({ length: this.size }, () => new Map());
    this.suspicions = new Map();
    for (const band of this.run.bands) {
      if (band.node < 0 || band.node >= this.size) continue;
      if (band.band === "suspects") {
        const key = band.node * this.size + band.about;
        if (!this.suspicions.has(key)) this.suspicions.set(key, []);
        this.suspicions.get(key).push(band);
      } else {
        const mine = this.bands[band.node];
        if (!mine.has(band.band)) mine.set(band.band, []);
        mine.get(band.band).push(band);
      }
    }
    for (const mine of this.bands) for (const list of mine.values()) list.sort((a, b) => a.from - b.from);
    this.words = new Set(this.run.bands.map((band) => band.band));
    this.phases = [...new Set(this.run.bands.filter((band) => band.band === "phase").map((band) => band.label))];
  }

  static at(list, nanos, end) {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (list[middle].from <= nanos) low = middle + 1;
      else high = middle;
    }
    for (let i = low - 1; i >= 0 && i >= low - 8; i--) {
      if (nanos < list[i].to || (list[i].to >= end && nanos <= list[i].to)) return list[i];
    }
    return null;
  }

  /** The bands of a process at a time, what hides the others first. */
  statesOf(node, nanos) {
    const found = [];
    for (const list of this.bands[node].values()) {
      const band = Moments.at(list, nanos, this.run.nowNanos);
      if (band) found.push(band);
    }
    return found.sort((a, b) => RANK[a.band] - RANK[b.band]);
  }

  isDown(node, nanos) {
    const list = this.bands[node].get("down");
    return !!list && Moments.at(list, nanos, this.run.nowNanos) !== null;
  }

  /** The sign for a band: a phase has a letter of its own. */
  signOf(band) {
    if (band.band !== "phase") return STATES[RANK[band.band]].sign;
    const words = band.label.split("_");
    return (words.length > 1 ? words.map((word) => word[0]).join("") : band.label.slice(0, 1)).toUpperCase();
  }

  // ---- messages

  /** Every flight of a message: where it was sent, and where it came to an end; -1 for nowhere. */
  buildFlights() {
    const { count, kind, pair, node, peer } = this.run;
    this.starts = [];
    this.ends = [];
    const first = new Int32Array(count).fill(-1);
    for (let i = 0; i < count; i++) {
      if (kind[i] === KIND.sent && node[i] !== peer[i]) {
        first[i] = this.starts.length;
        this.starts.push(i);
        this.ends.push(pair[i]);
      } else if ((kind[i] === KIND.received || kind[i] === KIND.dropped) && pair[i] >= 0 && pair[pair[i]] !== i && first[pair[i]] >= 0) {
        this.starts.push(pair[i]); // The same message once more.
        this.ends.push(i);
      }
    }
    const order = this.starts.map((_, i) => i).sort((a, b) => this.starts[a] - this.starts[b]);
    this.starts = order.map((i) => this.starts[i]);
    this.ends = order.map((i) => this.ends[i]);
    /** What was under way at every so many events. */
    this.pieces = [];
    let open = [];
    let next = 0;
    for (let at = 0; at < count; at += PIECE) {
      this.pieces.push({ open, next });
      const all = open.slice();
      while (next < this.starts.length && this.starts[next] < at + PIECE) all.push(next++);
      open = all.filter((flight) => this.ends[flight] < 0 || this.ends[flight] >= at + PIECE);
      if (open.length > 400) open = open.slice(-400);
    }
  }

  /** @returns {{sent: number, end: number}[]} what was under way after an event */
  flightsAt(event) {
    if (event < 0 || !this.pieces.length) return [];
    const piece = this.pieces[Math.floor(event / PIECE)];
    const found = [];
    const add = (flight) => {
      const end = this.ends[flight];
      if (this.starts[flight] <= event && (end < 0 || end > event)) found.push({ sent: this.starts[flight], end });
    };
    piece.open.forEach(add);
    for (let i = piece.next; i < this.starts.length && this.starts[i] <= event; i++) add(i);
    return found;
  }

  // ---- faults

  /** Which links are cut after an event, the groups of a partition, and who is deaf or mute. */
  cutsAt(event) {
    const cuts = new Map(); // "a>b" -> the fault
    let groups = null;
    const oneWay = new Map(); // node -> "send-only" | "receive-only"
    const others = new Map(); // What else is wrong with the network or with a clock, the last of each kind.
    for (const fault of this.run.faults) {
      if (fault.event > event) break;
      if (fault.word === "cut") {
        cuts.set(`${fault.from}>${fault.to}`, fault);
        if (fault.bothWays) cuts.set(`${fault.to}>${fault.from}`, fault);
      } else if (fault.word === "heal" && fault.from >= 0) {
        cuts.delete(`${fault.from}>${fault.to}`);
        if (fault.bothWays) cuts.delete(`${fault.to}>${fault.from}`);
      } else if (fault.word === "heal") {
        cuts.clear();
        oneWay.clear();
        groups = null;
      } else if (fault.groups) {
        groups = fault.groups;
      } else if (fault.word === "send-only" || fault.word === "receive-only") {
        oneWay.set(fault.node, fault.word);
      }
      if (!["cut", "heal", "crash", "recover", "pause", "resume"].includes(fault.word) && !fault.groups) {
        const key = `${fault.word} ${fault.node ?? ""}`;
        others.delete(key);
        if (!/ 0$| by 0$/.test(fault.text)) others.set(key, fault.text);
      }
    }
    return { cuts, groups, oneWay, others };
  }
}

/** Changes of entries, as they stand after an event: kept so that going on is quick. */
export class Entries {
  /**
   * @param {unknown[][]} changes event, process, about whom, and what else
   * @param {number} size how many processes there are
   */
  constructor(changes, size) {
    this.changes = changes;
    this.size = size;
    this.reset();
  }

  reset() {
    this.rows = Array.from({ length: this.size }, () => new Array(this.size).fill(null));
    this.next = 0;
    this.event = -1;
  }

  /** @returns {unknown[][][]} for each process and each that it knows of the last change, or null */
  at(event) {
    if (event < this.event) this.reset();
    while (this.next < this.changes.length && this.changes[this.next][0] <= event) {
      const change = this.changes[this.next++];
      this.rows[change[1]][change[2]] = change;
    }
    this.event = event;
    return this.rows;
  }
}

/** The last of changes, each an event and a value, up to an event; or null. */
export function valueAt(changes, event) {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (changes[middle][0] <= event) low = middle + 1;
    else high = middle;
  }
  return low > 0 ? changes[low - 1] : null;
}
