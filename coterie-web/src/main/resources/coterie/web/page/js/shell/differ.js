// Where two runs part.
import { KIND } from "coterie/session.js";

const same = (a, i, b, j) =>
  a.time[i] === b.time[j] && a.kind[i] === b.kind[j] && a.node[i] === b.node[j] && a.peer[i] === b.peer[j] && a.labelOf(i) === b.labelOf(j);

/**
 * The first events in which two runs differ, apart from the faults that were put into one of them;
 * null if they are the same.
 * @returns {null | {left: number, right: number, atNanos: number, cause: string}}
 */
export function firstDifference(a, b) {
  let i = 0;
  let j = 0;
  let cause = "";
  const isFault = (run, event) => event < run.count && run.kind[event] === KIND.faulted;
  while (i < a.count || j < b.count) {
    if (i < a.count && j < b.count && same(a, i, b, j)) {
      i++;
      j++;
    } else if (isFault(b, j)) cause = cause || b.labelOf(j), j++;
    else if (isFault(a, i)) cause = cause || a.labelOf(i), i++;
    else break;
  }
  if (i >= a.count && j >= b.count) return null;
  const times = [i < a.count ? a.time[i] : Infinity, j < b.count ? b.time[j] : Infinity];
  return { left: i, right: j, atNanos: Math.min(...times), cause };
}
