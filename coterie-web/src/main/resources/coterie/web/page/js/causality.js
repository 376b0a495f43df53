// What led to an event, and what it led to: along processes, and along messages.
import { KIND } from "coterie/session.js";

export const PAST = 1;
export const FUTURE = 2;
export const ITSELF = 3;

/** Kinds that happen at a process, so that they follow one another there. */
function isOfProcess(kind) {
  return kind !== KIND.dropped && kind !== KIND.said;
}

function markPast(run, event, marks) {
  const { node, pair, kind } = run;
  const isReached = new Uint8Array(run.nodes.length);
  const reach = (i) => {
    marks[i] = i === event ? ITSELF : PAST;
    if (isOfProcess(kind[i]) && node[i] >= 0) isReached[node[i]] = 1;
    const isEnd = kind[i] === KIND.received || kind[i] === KIND.dropped;
    if (isEnd && pair[i] >= 0 && pair[i] < i) marks[pair[i]] = PAST;
  };
  reach(event);
  for (let i = event - 1; i >= 0; i--) {
    if (marks[i] === PAST || (node[i] >= 0 && isReached[node[i]] && isOfProcess(kind[i]))) reach(i);
  }
}

function markFuture(run, event, marks) {
  const { node, pair, kind } = run;
  const isReached = new Uint8Array(run.nodes.length);
  if (isOfProcess(kind[event]) && node[event] >= 0) isReached[node[event]] = 1;
  for (let i = event + 1; i < run.count; i++) {
    const isEnd = kind[i] === KIND.received || kind[i] === KIND.dropped;
    const isMine = isOfProcess(kind[i]) && node[i] >= 0;
    const isCaused = isEnd && pair[i] >= event && marks[pair[i]] >= FUTURE;
    if (isCaused || (isMine && isReached[node[i]])) {
      marks[i] = FUTURE;
      if (isMine) isReached[node[i]] = 1;
    }
  }
}

/**
 * The causal past and future of an event: for every event {@link PAST}, {@link FUTURE}, {@link
 * ITSELF}, or 0 where neither could know of the other.
 *
 * @param {import("coterie/session.js").Run} run
 * @param {number} event
 * @returns {Uint8Array}
 */
export function coneOf(run, event) {
  const marks = new Uint8Array(run.count);
  markPast(run, event, marks);
  markFuture(run, event, marks);
  return marks;
}
