// Time as a length. Three things make it differ from a plain scale: long stretches in which nothing
// shown happens are shortened, an instant at which one thing led to another is stretched, so that
// what led to what can be seen, and all the rest keeps its scale.
import { KIND } from "coterie/session.js";

export const PLAIN = 0;
export const BROKEN = 1;
export const STRETCHED = 2;

/** A gap may take this part of the whole before it is shortened. */
const PART = 0.05;

/** Instants may take this part of the whole. */
const INSTANTS = 1.2;

/**
 * In which place among those of its instant an event happens: a message that arrives at the time
 * at which it was sent comes after its sending, and handlers of one process come one after the
 * other. All else at an instant is in one place.
 *
 * @param {import("coterie/session.js").Run} run
 * @returns {Int32Array}
 */
export function placesOf(run) {
  const { time, kind, node, pair } = run;
  const places = new Int32Array(run.count);
  const last = new Int32Array(run.nodes.length).fill(-1); // the event whose handler a process is in
  let place = 0;
  let start = 0;
  for (let i = 0; i < run.count; i++) {
    if (i > 0 && time[i] !== time[i - 1]) {
      place = 0;
      start = i;
    }
    const of = node[i];
    const before = of >= 0 ? last[of] : -1;
    const isBusy = before >= start && places[before] === place;
    const isBegin =
      kind[i] === KIND.received || kind[i] === KIND.expired || kind[i] === KIND.called;
    const isHop = isBegin && pair[i] >= start && pair[i] < i && places[pair[i]] === place;
    const isFault = kind[i] === KIND.faulted && i > start;
    if ((isBegin && isBusy) || isHop || isFault) place++;
    places[i] = place;
    if (of >= 0 && (isBegin || kind[i] === KIND.sent || before < start)) last[of] = i;
  }
  return places;
}

/** The median of numbers; 0 of none. */
function median(numbers) {
  if (numbers.length === 0) return 0;
  const sorted = Float64Array.from(numbers).sort();
  return sorted[sorted.length >>> 1];
}

/** How long a gap is drawn. */
function shortened(gap, limit) {
  return gap > 2 * limit ? limit * (1 + 0.15 * Math.log2(gap / limit)) : gap;
}

/** The length from which gaps are shortened: none of them is a large part of what is drawn. */
export function limitOf(gaps) {
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  const least = 2 * median(gaps.filter((gap) => gap > 0));
  const long = Float64Array.from(gaps).sort();
  const sums = new Float64Array(long.length + 1);
  for (let i = 0; i < long.length; i++) sums[i + 1] = sums[i] + long[i];
  let limit = PART * total;
  for (let round = 0; round < 200 && limit > least; round++) {
    let k = 0;
    let high = long.length;
    while (k < high) {
      const middle = (k + high) >>> 1;
      if (long[middle] <= limit) k = middle + 1;
      else high = middle;
    }
    const next = PART * (sums[k] + (long.length - k) * limit);
    if (next > limit * 0.999) break;
    limit = next;
  }
  return Math.max(limit, least);
}

/** The mapping of times and events to lengths, and back; both grow together. */
export class Axis {
  /** @param {number[]} times @param {number[]} lengths @param {number[]} kinds of what is between */
  constructor(times, lengths, kinds) {
    this.times = Float64Array.from(times);
    this.lengths = Float64Array.from(lengths);
    this.kinds = Uint8Array.from(kinds);
    this.length = lengths[lengths.length - 1];
    this.endNanos = times[times.length - 1];
  }

  /** The last knot at or before a value. */
  static knot(values, value, isAfter) {
    let low = 0;
    let high = values.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (values[middle] < value || (isAfter && values[middle] === value)) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  between(from, to, i, value) {
    if (i < 0) return to[0];
    if (i >= from.length - 1) return to[to.length - 1];
    const span = from[i + 1] - from[i];
    return span > 0 ? to[i] + ((value - from[i]) / span) * (to[i + 1] - to[i]) : to[i + 1];
  }

  /** The length of a time; the beginning of an instant that is stretched. */
  of(nanos) {
    if (nanos <= this.times[0]) return this.lengths[0];
    return this.between(this.times, this.lengths, Axis.knot(this.times, nanos, false), nanos);
  }

  /** The end of an instant that is stretched. */
  after(nanos) {
    return this.between(this.times, this.lengths, Axis.knot(this.times, nanos, true), nanos);
  }

  /** The time of a length. */
  timeAt(length) {
    if (length <= this.lengths[0]) return this.times[0];
    return this.between(this.lengths, this.times, Axis.knot(this.lengths, length, false), length);
  }

  /** The parts that are not plain and touch a window: {kind, from, to, fromNanos, toNanos}. */
  *parts(from, to) {
    for (let i = Math.max(0, Axis.knot(this.lengths, from, true)); i < this.kinds.length; i++) {
      if (this.lengths[i] > to) return;
      if (this.kinds[i] === PLAIN) continue;
      yield {
        kind: this.kinds[i],
        from: this.lengths[i],
        to: this.lengths[i + 1],
        fromNanos: this.times[i],
        toNanos: this.times[i + 1],
      };
    }
  }
}

/** The times that matter, in order and each once, with how many places each has. */
function instants(run, places, isKept, extra) {
  const times = [];
  const counts = [];
  const more = Float64Array.from(extra).sort();
  let next = 0;
  const add = (nanos) => {
    if (times.length === 0 || nanos > times[times.length - 1]) {
      times.push(nanos);
      counts.push(0);
    }
  };
  let place = -1;
  for (let i = 0; i < run.count; i++) {
    if (!isKept[i]) continue;
    const at = run.time[i];
    while (next < more.length && more[next] <= at) add(more[next++]);
    if (times.length === 0 || at > times[times.length - 1]) {
      add(at);
      place = places[i];
    } else if (counts[counts.length - 1] === 0 && place < 0) {
      place = places[i];
    } else if (places[i] !== place) {
      counts[counts.length - 1]++;
      place = places[i];
    }
    if (next < more.length && more[next] > at && i + 1 < run.count && run.time[i + 1] > at) place = -1;
  }
  while (next < more.length) add(more[next++]);
  return { times, counts };
}

/**
 * Lays out the time of a run.
 *
 * @param {import("coterie/session.js").Run} run
 * @param {Int32Array} places of {@link placesOf}
 * @param {Uint8Array} isKept which events are shown
 * @param {number[]} extra other times that matter
 * @param {boolean} isCollapsing whether idle stretches are shortened
 * @returns {{axis: Axis, lengths: Float64Array}} the axis, and the length of every event
 */
export function layOut(run, places, isKept, extra, isCollapsing) {
  const { times, counts } = instants(run, places, isKept, [0, run.nowNanos, ...extra]);
  const gaps = times.slice(1).map((time, i) => time - times[i]);
  const limit = isCollapsing ? limitOf(gaps) : Infinity;
  const drawn = gaps.map((gap) => shortened(gap, limit));
  const total = drawn.reduce((sum, gap) => sum + gap, 0);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const step = all > 0 ? Math.min((INSTANTS * total) / all, median(drawn) * 0.6) || 1e6 : 0;
  const knotTimes = [times[0]];
  const knotLengths = [0];
  const kinds = [];
  let length = 0;
  const knot = (nanos, kind) => {
    knotTimes.push(nanos);
    knotLengths.push(length);
    kinds.push(kind);
  };
  const starts = new Float64Array(times.length);
  for (let i = 0; i < times.length; i++) {
    if (i > 0) {
      const isBroken = drawn[i - 1] < gaps[i - 1];
      const isStretched = counts[i] > 0;
      if (isBroken && knotTimes[knotTimes.length - 1] < times[i - 1]) knot(times[i - 1], PLAIN);
      length += drawn[i - 1];
      if (isBroken || isStretched) knot(times[i], isBroken ? BROKEN : PLAIN);
    }
    starts[i] = length;
    if (counts[i] > 0) {
      length += counts[i] * step;
      knot(times[i], STRETCHED);
    }
  }
  if (times.length === 1 && kinds.length === 0) {
    length = 1;
    knot(times[0] + 1, PLAIN);
  } else if (knotLengths[knotLengths.length - 1] < length) {
    knot(times[times.length - 1], PLAIN);
  }
  const axis = new Axis(knotTimes, knotLengths, kinds);
  return { axis, lengths: lengthsOf(run, places, isKept, { times, counts, starts, step, axis }) };
}

/** The length of every event; one that is not shown is where the last one before it is, or between. */
function lengthsOf(run, places, isKept, { times, counts, starts, step, axis }) {
  const lengths = new Float64Array(run.count);
  let instant = -1;
  let place = -1;
  let rank = 0;
  for (let i = 0; i < run.count; i++) {
    const at = run.time[i];
    while (instant + 1 < times.length && times[instant + 1] <= at) {
      instant++;
      place = -1;
      rank = 0;
    }
    if (instant < 0 || times[instant] !== at) {
      lengths[i] = axis.of(at);
      continue;
    }
    if (isKept[i] && places[i] !== place) {
      if (place >= 0) rank = Math.min(rank + 1, counts[instant]);
      place = places[i];
    }
    lengths[i] = starts[instant] + rank * step;
  }
  return lengths;
}

/** The step of ticks: 1, 2 or 5 times a power of ten seconds, at least that long. */
export function stepOf(nanos) {
  const power = 10 ** Math.floor(Math.log10(Math.max(nanos, 1)));
  for (const factor of [1, 2, 5]) {
    if (power * factor >= nanos * (1 - 1e-9)) return power * factor;
  }
  return power * 10;
}

/** How many digits after the point tell a step from the next, in seconds. */
export function digitsOf(nanos) {
  return Math.max(0, Math.min(9, -Math.floor(Math.log10(nanos / 1e9) + 1e-9)));
}

/**
 * The ticks of a window: at round times, at the ends of shortened stretches, and at instants.
 *
 * @param {Axis} axis
 * @param {{from: number, to: number, scale: number}} window lengths, and pixels a length
 * @param {number} apart pixels between labels, at least
 * @returns {{at: number, text: string, isRound: boolean}[]}
 */
export function ticksOf(axis, { from, to, scale }, apart) {
  const step = stepOf(apart / scale);
  const digits = digitsOf(step);
  const ticks = [];
  const taken = [];
  const add = (length, nanos, isRound) => {
    const x = (length - from) * scale;
    if (taken.some((other) => Math.abs(other - x) < apart)) return;
    taken.push(x);
    const exact = (nanos / 1e9).toFixed(isRound ? digits : digitsOf(step / 10));
    ticks.push({ at: length, text: isRound || !exact.includes(".") ? exact : exact.replace(/\.?0+$/, ""), isRound });
  };
  for (const part of axis.parts(from, to)) {
    if (ticks.length > 60) break;
    if (part.kind === BROKEN && part.to <= to) add(part.to, part.toNanos, false);
  }
  for (const part of axis.parts(from, to)) {
    if (ticks.length > 120) break;
    if (part.kind === STRETCHED && part.from >= from) add(part.from, part.fromNanos, false);
  }
  const end = axis.timeAt(to);
  let nanos = Math.ceil(axis.timeAt(from) / step - 1e-9) * step;
  for (let i = 0; i < 500 && nanos <= end; i++) {
    const place = Axis.knot(axis.times, nanos, false);
    if (axis.kinds[place] === BROKEN && nanos < axis.times[place + 1]) {
      nanos = Math.ceil(axis.times[place + 1] / step) * step;
      continue;
    }
    add(axis.of(nanos), nanos, true);
    nanos = (Math.round(nanos / step) + 1) * step;
  }
  return ticks;
}
