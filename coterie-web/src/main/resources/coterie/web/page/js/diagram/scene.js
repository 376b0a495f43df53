// What there is to be drawn of a run, worked out once for a run and a filter, so that a frame only
// has to look for the part that its window touches.
import { KIND } from "coterie/session.js";
import { layOut, placesOf } from "coterie/diagram/axis.js";

/** How a message went. */
export const PLAIN = 0;
export const LOST = 1;
export const LATE = 2;
export const AGAIN = 4;
export const UNDER_WAY = 8;

/**
 * @typedef {{sent: Int32Array, end: Int32Array, from: Int16Array, to: Int16Array, how: Uint8Array}}
 *   Messages every flight of a message, in the order of sending; a doubled one has two
 */

/** @param {import("coterie/session.js").Run} run @returns {Messages} */
export function messagesOf(run) {
  const { kind, pair, node, peer } = run;
  const again = new Map(); // of a sending: its further arrivals
  let count = 0;
  for (let i = 0; i < run.count; i++) {
    if (kind[i] === KIND.sent) count++;
    else if ((kind[i] === KIND.received || kind[i] === KIND.dropped) && pair[i] >= 0 && pair[pair[i]] !== i) {
      again.set(pair[i], [...(again.get(pair[i]) ?? []), i]);
      count++;
    }
  }
  const all = {
    sent: new Int32Array(count), end: new Int32Array(count), from: new Int16Array(count),
    to: new Int16Array(count), how: new Uint8Array(count),
  };
  const size = run.nodes.length;
  const latest = new Map(); // of a link: the last sending that has arrived
  const late = new Uint8Array(run.count);
  for (let i = 0; i < run.count; i++) {
    if (kind[i] !== KIND.received || pair[i] < 0) continue;
    const link = peer[i] * size + node[i];
    if (pair[i] < (latest.get(link) ?? -1)) late[i] = LATE;
    else latest.set(link, pair[i]);
  }
  let k = 0;
  const add = (sent, end, more) => {
    all.sent[k] = sent;
    all.end[k] = end;
    all.from[k] = node[sent];
    all.to[k] = peer[sent];
    const isLost = end >= 0 && kind[end] === KIND.dropped;
    all.how[k] = more | (end < 0 ? UNDER_WAY : 0) | (isLost ? LOST : 0) | (end >= 0 ? late[end] : 0);
    k++;
  };
  for (let i = 0; i < run.count; i++) {
    if (kind[i] !== KIND.sent) continue;
    add(i, pair[i], 0);
    for (const end of again.get(i) ?? []) add(i, end, AGAIN);
  }
  return all;
}

/** Which events the filters show: a byte for each. @param {import("coterie/store.js").Lab} lab */
export function shownOf(lab) {
  const shown = new Uint8Array(lab.run.count);
  for (let i = 0; i < shown.length; i++) shown[i] = lab.isShown(i) ? 1 : 0;
  return shown;
}

/**
 * From when to when links were cut or processes parted: {from, to, text, groups? | link?, event}.
 *
 * @param {import("coterie/session.js").Run} run
 */
export function cutsOf(run) {
  const open = [];
  const done = [];
  const close = (fits, at) => {
    for (let i = open.length - 1; i >= 0; i--) {
      if (fits(open[i])) done.push({ ...open.splice(i, 1)[0], to: at });
    }
  };
  for (const fault of run.faults) {
    const base = { from: fault.at, text: fault.text, event: fault.event };
    if (fault.groups) {
      close((one) => one.groups, fault.at);
      open.push({ ...base, groups: wholeGroups(fault.groups, run.nodes.length) });
    } else if (fault.word === "cut") {
      open.push({ ...base, link: [fault.from, fault.to], isBothWays: fault.bothWays });
    } else if (fault.word === "heal" && fault.from === undefined) {
      close(() => true, fault.at);
    } else if (fault.word === "heal") {
      const links = [`${fault.from} ${fault.to}`, ...(fault.bothWays ? [`${fault.to} ${fault.from}`] : [])];
      close((one) => one.link && links.includes(`${one.link[0]} ${one.link[1]}`), fault.at);
    }
  }
  close(() => true, run.nowNanos);
  return done.sort((a, b) => a.from - b.from);
}

/** The group of every process; those that were not named are one group. */
function wholeGroups(groups, size) {
  const of = new Int16Array(size).fill(groups.length);
  groups.forEach((group, i) => group.forEach((node) => node >= 0 && (of[node] = i)));
  return of;
}

/** Ranks of bands in a lane: what is drawn over what. */
const ORDER = ["phase", "leader", "waiting", "inside", "together", "paused", "down"];

/**
 * The bands of every process: those of its lane, and those about others, each on a rail.
 *
 * @returns {{lane: object[], rails: object[], railsMax: number}[]}
 */
export function lanesOf(run) {
  const lanes = run.nodes.map(() => ({ lane: [], rails: [], railsMax: 0 }));
  const hasTerms = run.bands.some((band) => band.band === "leader" || band.band === "phase");
  const hasLocks = run.bands.some((band) => ["waiting", "inside", "together"].includes(band.band));
  for (const band of run.bands) {
    const lane = lanes[band.node];
    if (!lane) continue;
    if (band.band === "suspects") {
      lane.rails.push({ ...band, rail: 0 });
      continue;
    }
    const isTerm = band.band === "leader" || band.band === "phase";
    const isWhole = !(hasTerms && hasLocks) || band.band === "down" || band.band === "paused";
    lane.lane.push({ ...band, row: isWhole ? -1 : isTerm ? 0 : 1 });
  }
  for (const lane of lanes) {
    lane.lane.sort((a, b) => ORDER.indexOf(a.band) - ORDER.indexOf(b.band) || a.from - b.from);
    lane.rails.sort((a, b) => a.from - b.from);
    const ends = [];
    for (const band of lane.rails) {
      let rail = ends.findIndex((end) => end <= band.from);
      if (rail < 0) rail = ends.length;
      ends[rail] = band.to;
      band.rail = rail;
    }
    lane.railsMax = ends.length;
  }
  return lanes;
}

/** What is worked out once for a run, whatever is shown of it. */
export class Material {
  /** @param {import("coterie/session.js").Run} run */
  constructor(run) {
    this.run = run;
    this.messages = messagesOf(run);
    this.places = placesOf(run);
    this.cuts = cutsOf(run);
    this.lanes = lanesOf(run);
  }
}

/** What is shown of a run, with lengths along the axis. */
export class Scene {
  /** @param {Material} material @param {Uint8Array} shown @param {boolean} isCollapsing */
  constructor(material, shown, isCollapsing) {
    const { run, messages } = material;
    this.material = material;
    this.run = run;
    this.shown = shown;
    const kept = Uint8Array.from(shown);
    const flights = [];
    for (let k = 0; k < messages.sent.length; k++) {
      const sent = messages.sent[k];
      const end = messages.end[k];
      if (!shown[sent] && !(end >= 0 && shown[end])) continue;
      flights.push(k);
      kept[sent] = 1;
      if (end >= 0) kept[end] = 1;
    }
    for (const fault of run.faults) kept[fault.event] = 1;
    const edges = run.bands.flatMap((band) => [band.from, band.to]);
    const { axis, lengths } = layOut(run, material.places, kept, edges, isCollapsing);
    this.axis = axis;
    this.lengths = lengths;
    this.takeFlights(flights);
    this.takeEvents();
    this.lanes = material.lanes.map((lane) => this.placed(lane));
    this.cuts = material.cuts.map((cut) => ({ ...cut, u0: lengths[cut.event], u1: axis.of(cut.to) }));
    this.faults = run.faults.map((fault) => ({ ...fault, u: lengths[fault.event] }));
    this.violations = run.violations.map((one) => ({
      ...one, u0: Math.min(...one.events.map((event) => lengths[event])),
      u1: Math.max(...one.events.map((event) => lengths[event])),
    }));
  }

  takeFlights(flights) {
    const { messages } = this.material;
    const n = flights.length;
    this.flights = {
      count: n, sent: new Int32Array(n), end: new Int32Array(n), from: new Int16Array(n), to: new Int16Array(n),
      how: new Uint8Array(n), u0: new Float64Array(n), u1: new Float64Array(n), latest: new Float64Array(n),
    };
    const f = this.flights;
    let latest = -Infinity;
    const special = [];
    flights.forEach((k, i) => {
      f.sent[i] = messages.sent[k];
      f.end[i] = messages.end[k];
      f.from[i] = messages.from[k];
      f.to[i] = messages.to[k];
      f.how[i] = messages.how[k];
      f.u0[i] = this.lengths[f.sent[i]];
      f.u1[i] = f.end[i] >= 0 ? this.lengths[f.end[i]] : this.axis.length;
      latest = Math.max(latest, f.u1[i]);
      f.latest[i] = latest;
      if (f.how[i] & (LOST | LATE | AGAIN)) special.push(i);
    });
    /** Flights that stay visible from afar: lost, late and doubled ones. */
    this.special = Int32Array.from(special);
  }

  takeEvents() {
    const { run, shown, lengths } = this;
    const at = [];
    const marks = [];
    const said = [];
    for (let i = 0; i < run.count; i++) {
      if (run.kind[i] === KIND.said) said.push(i);
      const kind = run.kind[i];
      if (!shown[i] || run.node[i] < 0 || kind === KIND.dropped) continue; // A loss happens at no process.
      at.push(i);
      if (kind !== KIND.sent && kind !== KIND.received && kind !== KIND.faulted) marks.push(i);
    }
    /** All shown events of processes, and their lengths. */
    this.events = Int32Array.from(at);
    this.eventLengths = Float64Array.from(at, (i) => lengths[i]);
    /** Those that are no ends of arrows and no faults. */
    this.marks = Int32Array.from(marks);
    this.markLengths = Float64Array.from(marks, (i) => lengths[i]);
    this.said = said;
  }

  /** A band with its lengths: it begins with the note that began it, where that is at an instant. */
  placed(lane) {
    const { run } = this;
    const lengthAt = (node, nanos) => {
      let best = -1;
      for (let i = run.eventAt(nanos); i >= 0 && run.time[i] === nanos; i--) {
        if (run.node[i] !== node) continue;
        if (run.kind[i] === KIND.noted || run.kind[i] === KIND.faulted) return this.lengths[i];
        if (best < 0) best = i;
      }
      return best >= 0 ? this.lengths[best] : this.axis.of(nanos);
    };
    const place = (band) => ({
      ...band,
      u0: lengthAt(band.node, band.from),
      u1: band.to >= run.nowNanos ? this.axis.length : lengthAt(band.node, band.to),
    });
    return { lane: lane.lane.map(place), rails: lane.rails.map(place), railsMax: lane.railsMax };
  }

  /** The flights that may touch a window, from the first to before the last. */
  flightsIn(from, to) {
    return [lowest(this.flights.latest, from), lowest(this.flights.u0, to, true)];
  }

  /** The places in {@link marks} of a window. */
  marksIn(from, to) {
    return [lowest(this.markLengths, from), lowest(this.markLengths, to, true)];
  }

  /** The places in {@link events} of a window. */
  eventsIn(from, to) {
    return [lowest(this.eventLengths, from), lowest(this.eventLengths, to, true)];
  }

  /**
   * How many events each process has in each column of a window. Columns lie on a grid of their
   * own, so that they do not change when the window moves.
   *
   * @returns {{first: number, columns: number, counts: Uint32Array, most: number}}
   */
  bars(from, to, width) {
    const first = Math.floor(from / width);
    const columns = Math.floor(to / width) - first + 1;
    const counts = new Uint32Array(columns * this.run.nodes.length);
    const { node } = this.run;
    const [begin, end] = this.eventsIn(first * width, to);
    const { events, eventLengths } = this;
    let most = 0;
    for (let i = begin; i < end; i++) {
      const column = Math.min(columns - 1, Math.max(0, Math.floor(eventLengths[i] / width) - first));
      const count = ++counts[node[events[i]] * columns + column];
      if (count > most) most = count;
    }
    return { first, columns, counts, most };
  }

  /** The shown event of a process that is nearest to a length; -1 if it has none. */
  nearest(node, length) {
    const { events, eventLengths, run } = this;
    const middle = lowest(eventLengths, length);
    for (let d = 0; d < events.length; d++) {
      const after = middle + d;
      const before = middle - 1 - d;
      if (before < 0 && after >= events.length) break;
      const isAfter = after < events.length && run.node[events[after]] === node;
      const isBefore = before >= 0 && run.node[events[before]] === node;
      if (isAfter && isBefore) {
        return eventLengths[after] - length < length - eventLengths[before] ? events[after] : events[before];
      }
      if (isAfter) return events[after];
      if (isBefore) return events[before];
    }
    return -1;
  }
}

/** The first place whose value is at least (or, `isAbove`, above) a bound; values grow. */
export function lowest(values, bound, isAbove = false) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < bound || (isAbove && values[middle] === bound)) low = middle + 1;
    else high = middle;
  }
  return low;
}
