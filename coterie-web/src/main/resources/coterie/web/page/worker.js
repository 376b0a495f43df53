// @ts-check
/**
 * Runs a session of the laboratory beside the page: in WebAssembly where the browser has garbage
 * collection there, in JavaScript elsewhere.
 *
 * In comes {id, request}; out goes {id, text, bytes} or {id, error}. An answer of {id, error} tells
 * the session's own sentence. Answers have the order of their requests. `?engine=wasm` or
 * `?engine=js` behind the address takes that engine and no other.
 *
 * @typedef {{ text: string, bytes: Int8Array | null }} Reply
 * @typedef {(request: string) => Reply} Answer
 */

// A module that has a type with a garbage-collected struct: eight bytes of head, one type section.
const STRUCT = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 3, 1, 0x5f, 0]);

const wanted = new URLSearchParams(self.location.search).get('engine');

/** @returns {Promise<Answer>} */
async function wasm() {
  const { load } = await import('./session.wasm-runtime.js');
  const session = await load(new URL('session.wasm', import.meta.url).href);
  return session.exports.answer;
}

/** @returns {Promise<Answer>} */
async function js() {
  return (await import('./session.js')).answer;
}

/** @returns {Promise<Answer>} */
async function engine() {
  if (wanted === 'js' || (wanted !== 'wasm' && !WebAssembly.validate(STRUCT))) {
    return js();
  }
  try {
    return await wasm();
  } catch (error) {
    if (wanted === 'wasm') {
      throw error;
    }
    return js();
  }
}

const answer = engine();
answer.catch(() => {}); // Each request tells it.

self.onmessage = async ({ data: { id, request } }) => {
  try {
    const { text, bytes } = (await answer)(request);
    self.postMessage({ id, text, bytes }, bytes === null ? [] : [bytes.buffer]);
  } catch (error) {
    self.postMessage({ id, error: String(/** @type {any} */ (error)?.message ?? error) });
  }
};
