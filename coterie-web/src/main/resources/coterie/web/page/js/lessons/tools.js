// The buttons below a question: what can be done to what is chosen, as statements of a scenario.
import { KIND } from "coterie/session.js";
import { justAfter } from "coterie/shell/menu.js";

const WORDS = {
  drop: (name) => ({ title: "Lose this message", statement: `drop ${name}` }),
  duplicate: (name) => ({ title: "Let it arrive twice", statement: `duplicate ${name}` }),
};

/** The process that is chosen, itself or by an event of it. */
function nodeOf(run, selection) {
  if (selection?.node !== undefined) return selection.node;
  if (selection?.event !== undefined && run.node[selection.event] >= 0) return run.node[selection.event];
  return -1;
}

/**
 * A question lists its tools: "drop", "duplicate", {delay: "2s"} for messages; "crash", "recover",
 * {pause: "3s"}, "isolate" for processes; {title, do} for anything else, where {now} stands for the time
 * right after the cursor.
 */
export function toolsFor(lesson, question) {
  const { lab } = lesson;
  const { run, selection } = lab;
  if (!run) return [];
  const now = justAfter(lab);
  const node = nodeOf(run, selection);
  const name = node >= 0 ? run.nodes[node] : "";
  const isMessage = selection?.event !== undefined && [KIND.sent, KIND.received, KIND.dropped].includes(run.kind[selection.event]);
  const message = isMessage ? lesson.chosenMessage : null;
  const pick = (tool, title) => (tool ? tool : { title, statement: null, why: "Choose a message in the diagram first." });
  const ofNode = (title, words) => (name ? { title: `${title} ${name}`, statement: `at ${now} ${words}` } : { title: `${title} a process`, statement: null, why: "Click a process first." });
  return question.change.tools.map((tool) => {
    if (tool === "drop") return pick(message && WORDS.drop(message), "Lose a message");
    if (tool === "duplicate") return pick(message && WORDS.duplicate(message), "Let a message arrive twice");
    if (tool === "crash") return ofNode("Crash", `crash ${name}`);
    if (tool === "recover") return ofNode("Recover", `recover ${name}`);
    if (tool === "isolate") return ofNode("Cut off", `partition ${name} | ${run.nodes.filter((one) => one !== name).join(" ")}`);
    if (tool.delay) return pick(message && { title: `Delay this message by ${tool.delay}`, statement: `delay ${message} by ${tool.delay}` }, "Delay a message");
    if (tool.pause) return ofNode("Pause", `pause ${name} for ${tool.pause}`);
    return { title: tool.title, statement: tool.do.replaceAll("{now}", now) };
  });
}
