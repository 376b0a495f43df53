// What a lesson says about a run, evaluated: where a step goes, and whether a try answers a question.
//
// A pattern is about events: {kind, label, node, peer, number, text, after, before, nth}; or, with the
// word "band", about bands: {band, node, about, label, at, after, before, longer}. Processes are named as
// the run names them, times are in seconds; "after" and "before" include the time itself, and of a band
// they are about its beginning.
//
// A condition is {some: PATTERN}, {none: PATTERN}, {count: PATTERN, least, most}, {broken: true | false |
// words of the sentence}, {report: words of the report}, {unreported: words}, {any: [CONDITION, ...]}.
import { KINDS } from "coterie/session.js";

/** @typedef {import("coterie/session.js").Run} Run */

const NANOS = 1e9;
const nanos = (seconds) => Math.round(seconds * NANOS);

const indexOf = (run, name) => (name === undefined ? -1 : run.nodes.indexOf(name));

/** All events that fit a pattern, in order. */
export async function eventsOf(run, pattern) {
  const found = [];
  const node = indexOf(run, pattern.node);
  const peer = indexOf(run, pattern.peer);
  const kind = pattern.kind === undefined ? -1 : KINDS.indexOf(pattern.kind);
  const first = pattern.after === undefined ? 0 : run.eventAt(nanos(pattern.after) - 1) + 1;
  const last = pattern.before === undefined ? run.count - 1 : run.eventAt(nanos(pattern.before));
  const words = pattern.text === undefined ? null : new Set(await run.find(pattern.text));
  for (let i = first; i <= last; i++) {
    if (kind >= 0 && run.kind[i] !== kind) continue;
    if (pattern.node !== undefined && run.node[i] !== node) continue;
    if (pattern.peer !== undefined && run.peer[i] !== peer) continue;
    if (pattern.number !== undefined && run.number[i] !== pattern.number) continue;
    if (pattern.label !== undefined && run.labelOf(i) !== pattern.label) continue;
    if (words && !words.has(i)) continue;
    found.push(i);
  }
  return pattern.nth === undefined ? found : found.slice(pattern.nth - 1, pattern.nth);
}

/** All bands that fit a pattern. */
export function bandsOf(run, pattern) {
  return run.bands.filter((one) =>
    one.band === pattern.band
    && (pattern.node === undefined || one.node === indexOf(run, pattern.node))
    && (pattern.about === undefined || one.about === indexOf(run, pattern.about))
    && (pattern.label === undefined || one.label === pattern.label)
    && (pattern.at === undefined || (one.from <= nanos(pattern.at) && nanos(pattern.at) < one.to))
    && (pattern.after === undefined || one.from >= nanos(pattern.after))
    && (pattern.before === undefined || one.from <= nanos(pattern.before))
    && (pattern.longer === undefined || one.to - one.from >= nanos(pattern.longer)));
}

/** How often a pattern fits. */
async function countOf(run, pattern) {
  return pattern.band ? bandsOf(run, pattern).length : (await eventsOf(run, pattern)).length;
}

/** Where a step goes: "start", "end", {time}, or the first event that fits a pattern. */
export async function placeOf(run, at) {
  if (at === undefined || at === "start") return -1;
  if (at === "end") return run.count - 1;
  if (at.time !== undefined) return run.eventAt(nanos(at.time));
  const found = await eventsOf(run, at);
  return found.length > 0 ? found[0] : -1;
}

/** All that the judges wrote, as one text. */
async function reportOf(run) {
  const { sections } = await run.report();
  return sections.flatMap((section) => section.parts.map((part) =>
    part.line ?? [part.head, ...part.rows].map((row) => row.join(" ")).join("\n"))).join("\n");
}

/** Whether a condition holds of a run. */
export async function holds(run, condition) {
  if (condition.some) return (await countOf(run, condition.some)) > 0;
  if (condition.none) return (await countOf(run, condition.none)) === 0;
  if (condition.count) {
    const count = await countOf(run, condition.count);
    return count >= (condition.least ?? 0) && count <= (condition.most ?? Infinity);
  }
  if (condition.broken !== undefined) {
    if (typeof condition.broken === "string") return run.violations.some((one) => one.sentence.includes(condition.broken));
    return (run.violations.length > 0) === condition.broken;
  }
  if (condition.report !== undefined) return (await reportOf(run)).includes(condition.report);
  if (condition.unreported !== undefined) return !(await reportOf(run)).includes(condition.unreported);
  if (condition.any) {
    for (const one of condition.any) if (await holds(run, one)) return true;
    return false;
  }
  throw new Error("a lesson has a condition of no known kind");
}

/** The word of a statement that says what it does: "drop" of "at 2 drop Vote P0 -> P1". */
export function wordOf(statement) {
  return statement.trim().replace(/^at\s+\S+\s+/, "").split(/\s+/)[0];
}

/** What a branch adds to the scenario of the lesson; null if it changes the scenario itself. */
export function addedTo(base, text) {
  const start = base.replace(/\n*$/, "\n");
  if (!text.startsWith(start)) return null;
  return text.slice(start.length).split("\n").map((line) => line.replace(/#.*/, "").trim()).filter((line) => line);
}

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/**
 * Judges a change: whether it is of the allowed kind, and what came of it.
 *
 * @returns {Promise<{right: boolean, why: string}>}
 */
export async function judgeChange(run, question, added) {
  const { change } = question;
  if (added === null) return { right: false, why: "This try changed the scenario itself. Add something to the lesson's run instead." };
  if (change.only) {
    const odd = added.find((one) => !change.only.includes(wordOf(one)));
    if (odd) return { right: false, why: change.onlyWhy ?? `This question wants another kind of change than “${odd}”.` };
  }
  if (change.most !== undefined && added.length > change.most) {
    return { right: false, why: `You have made ${plural(added.length, "change")}; ${change.most} will do. Start again from the lesson's run.` };
  }
  for (const condition of change.when) {
    if (!(await holds(run, condition))) return { right: false, why: condition.else };
  }
  return { right: true, why: question.right };
}

/**
 * Judges a click: the event or the process that was chosen.
 *
 * @param {null | {node?: number, event?: number}} selection
 */
export async function judgeClick(run, question, selection) {
  if (!selection || (selection.event === undefined && selection.node === undefined)) {
    return { right: false, why: question.click.process ? "Click a process first." : "Click an event in the diagram first." };
  }
  if (question.click.process) {
    const node = selection.node ?? run.node[selection.event];
    const name = run.nodes[node];
    if (name === question.click.process) return { right: true, why: question.right };
    return { right: false, why: question.click.others?.[name] ?? question.click.else };
  }
  if (selection.event === undefined) return { right: false, why: "You have chosen a process. Click one of the events on its line." };
  const twin = run.pair[selection.event];
  const isOf = async (pattern) => {
    const found = await eventsOf(run, pattern);
    return found.includes(selection.event) || (twin >= 0 && found.includes(twin));
  };
  for (const pattern of question.click.any) if (await isOf(pattern)) return { right: true, why: question.right };
  for (const near of question.click.near ?? []) if (await isOf(near.of)) return { right: false, why: near.why };
  return { right: false, why: question.click.else };
}
