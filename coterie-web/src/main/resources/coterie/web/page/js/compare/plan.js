// What a comparison is asked for: the values of the controls, and the text that the session takes.

/** What sliders move. `steps` are the values; `text` is what is said of one. */
const MS = [0.6, 1, 2, 5, 10, 20, 50, 100, 200];

export const CONDITIONS = {
  nodes: { label: "processes", steps: [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40], vary: [3, 5, 8, 12, 20] },
  loss: { label: "messages lost", steps: [0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3], vary: [0, 0.02, 0.05, 0.1, 0.2], text: (v) => `${Math.round(v * 1000) / 10} %` },
  latency: { label: "delay of a message, about", steps: MS, vary: [1, 5, 20, 50, 100], text: (v) => `${v} ms`, word: latency },
  "crash-rate": { label: "crashes of a process per hour", steps: [0, 6, 12, 30, 60, 90, 120, 180, 240, 360], vary: [12, 30, 60, 120, 240] },
  down: { label: "a crashed process is down for", steps: [1, 2, 3, 5, 10, 15, 20, 30, 45, 60], text: (v) => `${v} s`, word: (v) => `${v}s` },
  crashes: { label: "crashes in a run", steps: [1, 2, 3, 5, 8] },
  think: { label: "time between two requests of a process", steps: [0, 1, 5, 10, 20, 50, 100, 200, 500, 1000], vary: [0, 10, 50, 200, 1000], text: (v) => `${v} ms`, word: (v) => `${v}ms` },
  hold: { label: "time inside", steps: [0, 1, 2, 5, 10, 20, 50, 100], text: (v) => `${v} ms`, word: (v) => `${v}ms` },
  until: { label: "length of a run", steps: [10, 20, 30, 60, 90, 120, 180, 300, 600], text: (v) => `${v} s`, word: (v) => `${v}s` },
  seeds: { label: "runs of each point", steps: [1, 2, 3, 5, 8, 10, 15, 20, 30, 50, 100, 200] },
};

/** Which of them each kind has, in the order in which they stand, and which can differ from point to point. */
export const OF_KIND = {
  detectors: { keys: ["nodes", "loss", "latency", "crash-rate", "down", "until", "seeds"], vary: ["nodes", "loss", "latency", "crash-rate", "knob"], entrants: ["heartbeat", "phi", "swim", "heartring", "vring"] },
  elections: { keys: ["nodes", "loss", "latency", "crashes", "down", "seeds"], vary: ["nodes", "loss", "latency", "knob"], entrants: ["bully", "ring", "raft"] },
  locks: { keys: ["nodes", "loss", "latency", "think", "hold", "crash-rate", "down", "until", "seeds"], vary: ["nodes", "loss", "latency", "think", "knob"], entrants: ["lamport", "ricart-agrawala", "token-ring", "lease"] },
};

export const VARY = {
  nodes: "the number of processes",
  loss: "the share of lost messages",
  latency: "the delay of messages",
  "crash-rate": "how often processes crash",
  think: "how often processes ask",
  knob: "a setting of each protocol",
};

/** A delay model around that many milliseconds: detectors meet a long tail, the others a narrow range. */
function latency(ms, kind) {
  const time = (v) => (v < 1 ? `${Math.round(v * 1000)}us` : `${Math.round(v * 100) / 100}ms`);
  return kind === "detectors" ? `lognormal:${time(ms)},0.5` : `uniform:${time(ms / 3)},${time((ms * 5) / 3)}`;
}

/** The value of a slider that is nearest to a condition as the session writes it. */
export function fromWord(key, word) {
  const { steps } = CONDITIONS[key];
  let value = Number.parseFloat(word);
  if (key === "latency") {
    const times = word.split(":")[1].split(",").map((one) => Number.parseFloat(one) * (one.endsWith("us") ? 0.001 : one.endsWith("ms") ? 1 : 1000));
    value = word.startsWith("lognormal") ? times[0] : (times[0] + times[1]) / 2;
  } else if (key === "think" || key === "hold") {
    value = word.endsWith("ms") ? value : value * 1000;
  }
  return steps.reduce((best, one) => (Math.abs(one - value) < Math.abs(best - value) ? one : best));
}

export function textOf(key, value) {
  const { text } = CONDITIONS[key];
  return text ? text(value) : String(value);
}

function wordOf(key, value, kind) {
  const { word } = CONDITIONS[key];
  return word ? word(value, kind) : String(value);
}

/**
 * @param {{kind: string, values: object, vary: string, entrants: {name: string, isIn: boolean, knob?: string, setting?: string}[], crash?: string}} asked
 * @returns {string} the text below `compare KIND`
 */
export function planText(asked) {
  const lines = [];
  for (const one of asked.entrants) {
    if (one.isIn) lines.push(`entrant ${one.name}${one.setting ? ` ${one.setting}=${one.knob}` : ""}`);
  }
  for (const key of OF_KIND[asked.kind].keys) {
    if (key !== asked.vary) lines.push(`${key} ${wordOf(key, asked.values[key], asked.kind)}`);
  }
  if (asked.kind === "elections") lines.push(`crash ${asked.crash}`);
  if (asked.seed) lines.push(`seed ${asked.seed}`);
  if (asked.vary === "knob") lines.push("vary knob");
  else lines.push(`vary ${asked.vary} ${CONDITIONS[asked.vary].vary.map((one) => wordOf(asked.vary, one, asked.kind)).join(" ")}`);
  return lines.join("\n");
}
