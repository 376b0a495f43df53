// Which views fit a run, in which order: the shell makes tabs of them.
import "coterie/views/network.js";
import "coterie/views/matrix.js";
import "coterie/views/timeline.js";
import "coterie/views/stamps.js";
import "coterie/views/versions.js";
import "coterie/views/inspector.js";
import "coterie/views/event.js";
import "coterie/views/table.js";

/** All views by their names: what they are called, and in a sentence what they show. */
export const VIEWS = {
  network: { tag: "lab-network", title: "Network", help: "Processes, links, and messages under way" },
  matrix: { tag: "lab-matrix", title: "Who trusts whom", help: "What each process holds of each other" },
  timeline: { tag: "lab-timeline", title: "Timeline", help: "A row for every instant at which something changed" },
  stamps: { tag: "lab-stamps", title: "Stamps", help: "What each clock says of an event, and which of two came first" },
  versions: { tag: "lab-versions", title: "Copies", help: "What each copy holds, and how they differ" },
  inspector: { tag: "lab-inspector", title: "State", help: "What a process knows, and what changed last" },
  event: { tag: "lab-event", title: "Event", help: "One event with its fields, causes and effects" },
  table: { tag: "lab-table", title: "Events", help: "All events as a table" },
};

/** What a family of protocols is best seen by. */
const OF_FAMILY = {
  detector: ["matrix", "timeline"],
  membership: [],
  election: ["timeline"],
  lock: ["timeline"],
  clock: ["stamps"],
  store: ["versions"],
};

/**
 * The views that fit a run, the best ones first.
 *
 * @param {import("coterie/session.js").Run | null} run
 * @param {{name: string, family: string} | null | undefined} entry of the catalogue
 * @returns {{name: string, tag: string, title: string, help: string}[]}
 */
export function viewsFor(run, entry) {
  const names = ["network", ...(OF_FAMILY[entry?.family] ?? [])];
  const hasStamps = run?.labels?.includes("Stamped") || run?.labels?.includes("Versioned");
  const detector = run?.head?.settings?.detector ?? entry?.settings?.find((one) => one.name === "detector")?.fallback;
  const hasSuspicions = run?.bands.some((band) => band.band === "suspects") || (detector && detector !== "none");
  if (hasSuspicions && !names.includes("matrix")) names.push("matrix");
  if (hasStamps && !names.includes("stamps")) names.push("stamps");
  names.push("inspector", "event", "table");
  return names.map((name) => ({ name, ...VIEWS[name] }));
}
