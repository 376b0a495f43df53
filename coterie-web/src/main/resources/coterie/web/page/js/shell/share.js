// A run as an address: its scenario, the statements of its branch and the place of the cursor, packed.

async function through(bytes, stream) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

function base64url(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64url(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

/** A link that a stranger made may be a bomb; more text than this is nobody's scenario. */
const TEXT_MAX = 200_000;

/** @param {{text: string, forks: [string, number, string?][], at: number}} shared */
export async function pack(shared) {
  const json = JSON.stringify([shared.text, shared.forks, shared.at]);
  return base64url(await through(new TextEncoder().encode(json), new CompressionStream("deflate-raw")));
}

/** @returns {Promise<{text: string, forks: [string, number, string?][], at: number}>} */
export async function unpack(packed) {
  let text = "";
  const stream = new Blob([fromBase64url(packed)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    text += decoder.decode(piece.value, { stream: true });
    if (text.length > TEXT_MAX) throw new Error("the address holds too long a scenario");
  }
  const [scenario, forks, at] = JSON.parse(text);
  if (typeof scenario !== "string") throw new Error("the address holds no scenario");
  const chain = Array.isArray(forks) ? forks.filter((one) => Array.isArray(one) && typeof one[0] === "string") : [];
  return { text: scenario, forks: chain.slice(0, 50), at: Number(at) || 0 };
}

/** What is to be shared of the state: the current branch, from its root on. */
export function sharedOf(lab) {
  const chain = [];
  let one = lab.branch;
  while (one && one.parent !== null && !one.isWhole) {
    const title = one.title === one.statement ? undefined : one.title;
    chain.unshift(title ? [one.statement, one.fromNanos, title] : [one.statement, one.fromNanos]);
    const parent = one.parent;
    one = lab.branches.find((other) => other.id === parent) ?? null;
  }
  return { text: one?.text ?? "", forks: chain, at: lab.cursor < 0 ? -1 : Math.round(lab.nowNanos()) };
}

/** Opens what was shared; a statement that no longer works ends the chain there. */
export async function openShared(lab, shared, title) {
  if (!(await lab.open(shared.text, title || "start"))) return false;
  for (const [statement, from, name] of shared.forks) {
    lab.gotoTime(Number(from) || 0);
    if (!(await lab.fork(statement, name ?? statement))) break;
  }
  if (shared.at >= 0) lab.gotoTime(shared.at);
  else lab.goto(-1);
  return true;
}
