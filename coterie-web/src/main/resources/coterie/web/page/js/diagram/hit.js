// What is under the pointer.
import { laneAt, nodeAt } from "coterie/diagram/geometry.js";

/** How far a point is from a line between two points. */
export function distance(a, c, a0, c0, a1, c1) {
  const da = a1 - a0;
  const dc = c1 - c0;
  const square = da * da + dc * dc;
  const part = square > 0 ? Math.max(0, Math.min(1, ((a - a0) * da + (c - c0) * dc) / square)) : 0;
  return Math.hypot(a - a0 - part * da, c - c0 - part * dc);
}

/**
 * @typedef {{kind: "map" | "axis" | "node" | "event" | "flight" | "fault" | "caption" | "violation" | "band" | "cut" | "lane",
 *   node?: number, event?: number, flight?: number, fault?: object, band?: object, violation?: object, cut?: object}} Hit
 */

/**
 * The thing at a point, nearest and smallest first; null outside.
 *
 * @param {import("coterie/diagram/draw.js").Frame} frame
 * @param {number} a along
 * @param {number} c across
 * @param {number} reach how far from a thing still counts
 * @returns {Hit | null}
 */
export function hitAt(frame, a, c, reach = 6) {
  const { geometry: g, scene } = frame;
  const { run } = scene;
  if (c > g.c1) return { kind: "map" };
  const node = nodeAt(g, c, run.nodes.length);
  if (a < g.a0 - 8) return node >= 0 ? { kind: "node", node } : null;
  const caption = frame.captions?.find(([at]) => c < g.axis + g.captions && c > g.axis && a >= at - reach && a < at + 160);
  if (caption) return { kind: "caption", event: caption[1] };
  if (c < g.axis) return { kind: "axis" };
  return (
    markAt(frame, a, c, reach) ?? faultAt(frame, a, c, reach) ?? violationAt(frame, a, c, reach) ??
    flightAt(frame, a, c, reach) ?? laneHit(frame, a, c, node)
  );
}

function markAt(frame, a, c, reach) {
  let best = null;
  let nearest = reach + 1;
  for (const [ma, mc, event] of frame.marks) {
    const far = Math.hypot(a - ma, c - mc);
    if (far < nearest) {
      nearest = far;
      best = { kind: "event", event };
    }
  }
  return best;
}

function faultAt(frame, a, c, reach) {
  for (const [fa, fc, fault, isOfNode] of frame.faults ?? []) {
    const isNear = Math.abs(a - fa) <= reach + 2 && (!isOfNode || Math.abs(c - fc) <= reach + 4);
    const isWord = !isOfNode && c < frame.geometry.c0 && a > fa && a < fa + frame.pen.width(fault.text);
    if (isNear || isWord) return { kind: "fault", fault, event: fault.event };
  }
  return null;
}

function violationAt(frame, a, c, reach) {
  for (const [points, violation] of frame.broken ?? []) {
    for (let i = 1; i < points.length; i++) {
      if (distance(a, c, ...points[i - 1], ...points[i]) <= reach) return { kind: "violation", violation, event: violation.events[i] };
    }
  }
  return null;
}

function flightAt(frame, a, c, reach) {
  let best = null;
  let nearest = reach;
  for (const [a0, c0, a1, c1, flight] of frame.arrows) {
    if (a < a0 - reach || a > a1 + reach) continue;
    const far = distance(a, c, a0, c0, a1, c1);
    if (far < nearest) {
      nearest = far;
      const { sent, end } = frame.scene.flights;
      const isAtEnd = end[flight] >= 0 && Math.hypot(a - a1, c - c1) < Math.min(reach, Math.hypot(a1 - a0, c1 - c0) / 3);
      best = { kind: "flight", flight, event: isAtEnd ? end[flight] : sent[flight] };
    }
  }
  return best;
}

function laneHit(frame, a, c, node) {
  const { geometry: g, scene, view } = frame;
  if (node < 0) return null;
  const length = view.from + (a - g.a0) / view.scale;
  const middle = laneAt(g, node);
  const lane = scene.lanes[node];
  const isAt = (band) => band.u0 <= length && length <= band.u1;
  const event = frame.isCrowded ? scene.nearest(node, length) : -1;
  if (Math.abs(c - middle) <= g.strip / 2 + 1) {
    const bands = lane.lane.filter((band) => isAt(band) && (band.row < 0 || (band.row === 1) === c > middle));
    if (bands.length > 0) return { kind: "band", band: bands[bands.length - 1], node, event };
  }
  const rails = lane.rails.filter(isAt);
  if (rails.length > 0 && c > middle + g.strip / 2) {
    const room = g.lane * 0.45 - g.strip / 2 - 4;
    const rail = Math.floor((c - middle - g.strip / 2 - 3) / Math.max(2, Math.min(12, room / lane.railsMax)));
    const band = rails.find((one) => one.rail === rail);
    if (band) return { kind: "band", band, node, event };
  }
  const cut = scene.cuts.find((one) => one.u0 <= length && length <= one.u1);
  const isFar = event >= 0 && Math.abs(scene.lengths[event] - length) * view.scale > 4;
  return { kind: "lane", node, cut, event: isFar ? -1 : event };
}
