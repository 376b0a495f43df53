// Where everything is on the canvas. Along is the way of time, across the way of the lanes: with
// time from left to right along is x, with time from top to bottom it is y.

export const AXIS = 26;
export const CAPTIONS = 20;
export const WORDS = 18;
export const MAP = 36;

/**
 * @typedef {{isVertical: boolean, width: number, height: number, a0: number, a1: number, c0: number, c1: number,
 *   head: number, axis: number, captions: number, words: number, map: number, lane: number, strip: number,
 *   scroll: number, scrollMax: number}} Geometry
 *   a0..a1 is the plot along, c0..c1 across; lane is the height of a lane, strip that of its band
 */

/**
 * @param {{width: number, height: number, isVertical: boolean, nodes: number, head: number, hasCaptions: boolean,
 *   hasWords: boolean, rails: number, scroll: number}} of
 * @returns {Geometry}
 */
export function geometryOf({ width, height, isVertical, nodes, head, hasCaptions, hasWords, rails, scroll }) {
  const axis = isVertical ? 54 : AXIS;
  const captions = !isVertical && hasCaptions ? CAPTIONS : 0;
  const words = !isVertical && hasWords ? WORDS : 0;
  const map = isVertical ? 22 : MAP;
  const c0 = axis + captions + words;
  const c1 = Math.max(c0 + 40, (isVertical ? width : height) - map - 6);
  const a0 = isVertical ? 30 : head;
  const a1 = Math.max(a0 + 40, (isVertical ? height : width) - (isVertical ? 6 : 10));
  const least = isVertical ? 34 : Math.min(40, 22 + 4 * Math.min(rails, 3));
  const lane = Math.max(least, Math.min(isVertical ? 220 : 260, (c1 - c0) / Math.max(1, nodes)));
  const scrollMax = Math.max(0, lane * nodes - (c1 - c0));
  return {
    isVertical, width, height, a0, a1, c0, c1, head, axis, captions, words, map, lane, scrollMax,
    strip: Math.max(6, Math.min(16, lane * 0.26)),
    scroll: Math.max(0, Math.min(scrollMax, scroll)),
  };
}

/** The middle of a lane, across; rails lie below it, marks above. */
export function laneAt(geometry, node) {
  return geometry.c0 - geometry.scroll + (node + (geometry.isVertical ? 0.36 : 0.55)) * geometry.lane;
}

/** Where a lane begins. */
export function laneStart(geometry, node) {
  return geometry.c0 - geometry.scroll + node * geometry.lane;
}

/**
 * Where a rail beside a band is: below it, or left of it where time goes down.
 *
 * @returns {{c: number, across: number}}
 */
export function railAt(geometry, node, rail, count) {
  const room = geometry.lane * (geometry.isVertical ? 0.34 : 0.45) - geometry.strip / 2 - 4;
  const step = Math.max(2, Math.min(12, room / count));
  const across = Math.max(1.5, step - 1.5);
  const off = geometry.strip / 2 + 3 + rail * step;
  const middle = laneAt(geometry, node);
  return { c: geometry.isVertical ? middle - off - across : middle + off, across };
}

/** The process whose lane is there; -1 if there is none. */
export function nodeAt(geometry, c, nodes) {
  if (c < geometry.c0 || c > geometry.c1) return -1;
  const node = Math.floor((c - geometry.c0 + geometry.scroll) / geometry.lane);
  return node >= 0 && node < nodes ? node : -1;
}

/** Along and across of a point of the canvas. */
export function alongAcross(geometry, x, y) {
  return geometry.isVertical ? [y, x] : [x, y];
}
