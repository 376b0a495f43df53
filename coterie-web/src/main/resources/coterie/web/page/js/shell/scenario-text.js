// A scenario's text as a form sees it, and as a form changes it. The text is what counts: a change
// touches the lines that it is about, and comments and all other lines stay as they are.

/** The statements that a form knows, in the order in which they are written. */
const ORDER = [
  "protocol", "nodes", "ids-from", "until", "seed", "ties", "latency", "unreachable", "loss",
  "duplicate", "reorder", "sync", "set", "show",
];
const FAULTS = new Set([
  "at", "every", "crash", "recover", "pause", "resume", "slow", "cut", "heal", "partition",
  "send-only", "receive-only", "clock", "drop", "delay", "deliver", "maybe",
]);

/** What a trace test expects stands below a line of dashes, and is no part of the scenario. */
export function above(text) {
  const lines = text.split(/\r?\n/);
  const rule = lines.indexOf("---");
  return (rule < 0 ? lines : lines.slice(0, rule)).join("\n").replace(/\n*$/, "\n");
}

/** @returns {{line: number, words: string[], text: string}[]} all statements, without comments */
export function statements(text) {
  const all = [];
  above(text).split("\n").forEach((raw, line) => {
    const plain = raw.replace(/(^|\s)#(?!\d).*$/, "").trim();
    if (plain) all.push({ line, words: plain.split(/\s+/), text: plain });
  });
  return all;
}

/** @returns {{at: (key: string) => string | null, settings: Map<string, string>, faults: {line: number, text: string}[], schedule: {line: number, text: string}[], isManual: boolean, expectations: string[]}} */
export function formOf(text) {
  const all = statements(text);
  const settings = new Map();
  const values = new Map();
  const faults = [];
  const schedule = [];
  const expectations = [];
  for (const one of all) {
    const [key, ...rest] = one.words;
    if (key === "set") settings.set(rest[0], rest.slice(1).join(" "));
    else if (key === "then") schedule.push({ line: one.line, text: one.text.slice(5) });
    else if (key === "expect") expectations.push(rest.join(" "));
    else if (FAULTS.has(key)) faults.push({ line: one.line, text: one.text });
    else values.set(key, rest.join(" "));
  }
  return {
    at: (key) => values.get(key) ?? null,
    settings, faults, schedule, expectations,
    isManual: values.get("schedule") === "manual",
  };
}

function rank(words) {
  const place = ORDER.indexOf(words[0]);
  return place < 0 ? ORDER.length : place;
}

/** Writes a statement into the text in place of the one of its key; null takes it out. */
export function put(text, key, value) {
  const lines = above(text).replace(/\n$/, "").split("\n");
  const keyWords = key.split(" ");
  const mine = statements(text).filter((one) => keyWords.every((word, i) => one.words[i] === word));
  const statement = value === null || value === "" ? null : `${key} ${value}`;
  if (mine.length > 0) {
    const last = mine.at(-1).line;
    const gone = new Set(mine.slice(0, -1).map((one) => one.line));
    if (statement === null) gone.add(last);
    else lines[last] = statement;
    return lines.filter((_, line) => !gone.has(line)).join("\n") + "\n";
  }
  if (statement === null) return lines.join("\n") + "\n";
  const before = statements(text).filter((one) => rank(one.words) <= rank(keyWords));
  lines.splice(before.length > 0 ? before.at(-1).line + 1 : lines.length, 0, statement);
  return lines.join("\n") + "\n";
}

/** Adds a line at the end. */
export function append(text, line) {
  return above(text) + line + "\n";
}

/** Takes a line out. */
export function without(text, line) {
  return above(text).split("\n").filter((_, i) => i !== line).join("\n");
}

/** The first sentence of the comment that a scenario opens with. */
export function titleOf(text) {
  const first = text.split("\n").find((line) => line.startsWith("#"));
  return first ? first.replace(/^#\s*/, "") : "";
}

/** What shows a protocol at its work: a short run, with something that goes wrong. */
const STARTS = {
  bully: ["Five processes; the highest leads until it crashes, and takes over again when it is back.", "nodes 5", "until 25", "at 5 crash leader for 10"],
  ring: ["A token collects the candidates; the leader crashes and comes back.", "nodes 5", "until 25", "at 5 crash leader for 10"],
  raft: ["Five processes elect a leader; it crashes, and another one is elected.", "nodes 5", "until 6", "at 2 crash leader for 2"],
  vring: ["Everybody tests the next one on the ring; P2 crashes and comes back.", "nodes 6", "until 300", "at 65 crash 2 for 120"],
  heartbeat: ["Everybody beats to everybody; P2 is silent for a while.", "nodes 4", "until 30", "latency uniform:5ms,50ms", "at 8 crash 2 for 8", "at 20 pause 1 for 4"],
  heartring: ["Everybody watches one other process; P3 crashes and comes back.", "nodes 6", "until 30", "set spread true", "at 8 crash 3 for 10"],
  phi: ["Suspicion grows with silence: a pause, then a crash.", "nodes 4", "until 40", "latency uniform:5ms,80ms", "at 12 pause 1 for 3", "at 20 crash 2 for 10"],
  swim: ["Members probe each other; P3 crashes and comes back, P1 is slow for a while.", "nodes 6", "until 40", "latency uniform:5ms,30ms", "at 12 crash 3 for 12", "at 30 pause 1 for 2"],
  "swim-plain": ["Members probe each other in three phases; P3 crashes and comes back.", "nodes 6", "until 40", "latency uniform:5ms,30ms", "at 12 crash 3 for 12"],
  cast: ["An event spreads by chance and reaches everybody who is up.", "nodes 8", "until 3", "at 0.3 crash 5", "at 1 call 0 cast hello", "at 2 call 3 cast again"],
  clocks: ["Four clocks side by side; the wall clock of P2 jumps.", "nodes 4", "until 8", "at 4 clock 2 offset +2s"],
  documents: ["Both sides of a partition edit the same documents; siblings appear, and are merged.", "nodes 4", "until 6", "at 1 partition 0 1 | 2 3 for 2"],
  ledger: ["Transfers get the same order everywhere.", "nodes 3", "until 3"],
  mvcc: ["Versions spread through the group; one member is cut off for a while.", "nodes 4", "until 3", "at 1 partition 0 1 2 | 3 for 1"],
  register: ["Writes by majorities; one of three processes crashes.", "nodes 3", "until 4", "at 1.5 crash 2 for 1"],
  lamport: ["Requests stand in one queue, in the order of their stamps.", "nodes 4", "until 1"],
  "ricart-agrawala": ["Whoever wants in asks everybody; whoever wants in with an older stamp lets the others wait.", "nodes 4", "until 1"],
  lease: ["The leader grants a lock for a time; it crashes, and the next leader goes on.", "nodes 5", "until 6", "at 2 crash leader for 2"],
  "token-ring": ["The token is lost with its holder, and made again.", "nodes 4", "until 4", "set detector heartbeat", "at 1 crash holder for 2"],
  "token-ring-plain": ["The token goes round without end; one loss would stop it.", "nodes 4", "until 1"],
};

/** A scenario for a protocol. */
export function startOf(protocol) {
  const [comment, ...lines] = STARTS[protocol] ?? [`The protocol ${protocol}.`, "nodes 4", "until 30"];
  return `# ${comment}\nprotocol ${protocol}\n${lines.join("\n")}\n`;
}
