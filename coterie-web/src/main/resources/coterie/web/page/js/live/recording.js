// What was observed of a cluster, moment by moment, and what happened between them.

const FRAMES_MAX = 3600;
const EVENTS_MAX = 5000;

/**
 * @typedef {{agent: number, address: string, isThere: boolean, error?: string, needsToken?: boolean, millis?: number,
 *   members?: any, health?: any, leaders?: any}} Seen
 */

export class Recording {
  constructor() {
    /** @type {{at: number, agents: Seen[]}[]} */
    this.frames = [];
    this.events = [];
    this.known = new Map();
  }

  get last() {
    return this.frames.at(-1) ?? null;
  }

  /** An agent that falls silent keeps the name that it told. */
  add(at, agents) {
    for (const one of agents) {
      if (one.members?.self) this.known.set(one.agent, one.members.self);
      one.name = this.known.get(one.agent) ?? null;
    }
    const before = this.last;
    this.frames.push({ at, agents });
    if (this.frames.length > FRAMES_MAX) this.frames.shift();
    for (const one of agents) {
      const was = before?.agents.find((other) => other.agent === one.agent);
      if (was && was.isThere !== one.isThere) {
        const name = one.name ?? one.address;
        this.put({ at, kind: one.isThere ? "joined" : "failed", about: name, text: one.isThere ? `the agent of ${name} answers again` : `the agent of ${name} does not answer` });
      }
    }
  }

  happened(at, agent, event) {
    const kind = String(event.event ?? "");
    const teller = this.known.get(agent) ?? `agent ${agent}`;
    const about = String(event.member ?? event.leader ?? event.from ?? teller);
    const more = kind === "broadcast" ? `${event.topic}: ${event.text} (from ${event.from})` : `${kind} ${event.member ?? event.leader ?? ""}`.trim();
    this.put({ at, kind, about, text: `${teller}: ${more}` });
  }

  put(event) {
    this.events.push(event);
    if (this.events.length > EVENTS_MAX) this.events.shift();
  }

  between(from, to) {
    return this.events.filter((one) => one.at > from && one.at <= to).slice(-400);
  }
}

/** All members that anybody knows, each with its agent, where that is asked. */
export function membersOf(agents) {
  const all = new Map();
  const of = (name) => {
    if (!all.has(name)) all.set(name, { name, address: "", agent: null, suspects: [], isListed: false, isVoter: false, leads: [] });
    return all.get(name);
  };
  for (const agent of agents) {
    if (agent.name) of(agent.name).agent = agent;
    for (const one of Array.isArray(agent.members?.members) ? agent.members.members : []) {
      const member = of(String(one.name));
      member.address = String(one.address ?? "");
      member.isListed = true;
      member.isVoter ||= one.voter === true;
      if (one.status !== "alive") member.suspects.push(agent.name ?? agent.address);
    }
    const leader = agent.leaders?.leader;
    if (leader) of(String(leader)).leads.push(agent.name);
  }
  return [...all.values()].sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

/** How one member sees another: a sign, a tone, words. */
export function sees(observer, member) {
  if (!observer.agent?.isThere) return ["·", "mute", "cannot be asked about"];
  const seen = observer.agent.members?.members?.find((one) => one.name === member.name);
  if (!seen) return ["○", "no", "does not know"];
  return seen.status === "alive" ? ["●", "ok", "sees alive"] : ["◐", "suspect", "suspects"];
}
