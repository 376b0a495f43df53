// How the page begins: from a server, which says so in config.json; from a folder of files, which has
// such a file, too; or as one file, which holds everything that it needs.
import { RecordedSession, ServerSession, WorkerSession } from "coterie/session.js";

/**
 * @typedef {{session: "worker" | "server", open: string | null, name: string | null,
 *   recorded: string | object | null, cluster: string[], version: string}} Config
 */

const PLAIN = { session: "worker", open: null, name: null, recorded: null, cluster: [], version: "" };

/** The text of a block that was packed into the page; null if it has none of that name. */
function block(name) {
  return document.getElementById(`packed-${name}`)?.textContent ?? null;
}

/** Whether the page is one file. */
export function isPacked() {
  return block("config") !== null;
}

/** @returns {Promise<Config>} */
export async function config() {
  const packed = block("config");
  if (packed !== null) return { ...PLAIN, ...JSON.parse(packed) };
  try {
    const response = await fetch("config.json");
    return response.ok ? { ...PLAIN, ...(await response.json()) } : PLAIN;
  } catch {
    return PLAIN;
  }
}

/** The bytes of a block, which are compressed. */
async function bytes(name) {
  const raw = Uint8Array.from(atob(block(name)), (char) => char.charCodeAt(0));
  const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** What is in a block, as an address that holds it: a worker of one file may load nothing else. */
function address(content, type) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([content], { type }));
  });
}

/** The address of a worker that is made of the blocks; one file has the session as JavaScript. */
async function packedWorker() {
  const session = await address(await bytes("session"), "text/javascript");
  const script = new TextDecoder().decode(await bytes("worker"))
    .replace("self.location.search", "'engine=js'")
    .replace("import.meta.url", "''")
    .replace("./session.js", session);
  return URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
}

/** Who answers, by the address of the page and by its config. */
export async function session(how) {
  const wanted = new URLSearchParams(location.search).get("session") ?? how.session;
  if (how.recorded) {
    const recorded = typeof how.recorded === "string" ? await (await fetch(how.recorded)).json() : how.recorded;
    return new RecordedSession(recorded);
  }
  if (wanted === "server") return new ServerSession();
  return new WorkerSession(isPacked() ? await packedWorker() : "worker.js");
}
