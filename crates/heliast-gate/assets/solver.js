// Squares a number modulo N, t times, one squaring after the other, in a worker: spec/stamp.md. Plain BigInt, which every
// browser has. It says how far it is, and can stop and go on where it was.

const SLICE_MS = 50;
const MAGIC = "HLST";
const TERMS = 126;
const SEAL = 16;

/// The fields of a challenge of the private form, from its bytes.
export function read(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = String.fromCharCode(...bytes.subarray(0, 4));
  if (bytes.length < TERMS + SEAL + 4 || magic !== MAGIC || bytes[4] !== 1 || bytes[5] !== 0) {
    throw new Error("these are no bytes of a challenge that a browser can solve");
  }
  const at = TERMS + SEAL + 4;
  const length = view.getUint32(at - 4);
  if (bytes.length !== at + 2 * length) throw new Error("the challenge is cut off");
  return {
    t: Number(view.getBigUint64(22)),
    last: Number(view.getBigUint64(38)),
    head: bytes.slice(0, TERMS + SEAL),
    modulus: number(bytes.subarray(at, at + length)),
    x: number(bytes.subarray(at + length)),
    length,
  };
}

/// The stamp, when x has been squared t times.
export function stamp(challenge, y) {
  const other = challenge.modulus - y;
  const digits = (y < other ? y : other).toString(16).padStart(2 * challenge.length, "0");
  const answer = Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
  const bytes = new Uint8Array(challenge.head.length + answer.length);
  bytes.set(challenge.head);
  bytes.set(answer, challenge.head.length);
  return bytes;
}

function number(bytes) {
  return BigInt("0x" + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""));
}

/// Squares from {done, x} on, and awaits `pause` with {done, x} after each slice; it throws to stop.
export async function square(challenge, { done, x }, pause) {
  const { modulus, t } = challenge;
  let slice = 100;
  while (done < t) {
    const until = Math.min(t, done + slice);
    const begun = performance.now();
    const first = done;
    for (; done < until; done++) x = (x * x) % modulus;
    const took = performance.now() - begun;
    if (took > 0 && done - first === slice) slice = Math.max(10, Math.round((slice * SLICE_MS) / took));
    await pause({ done, x });
  }
  return x;
}

// As a worker: {challenge: bytes, done, x in hexadecimal} begins, "pause" and "resume" do that. It answers {done, x} now
// and then, {stamp: bytes} at the end, or {error}.
if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  let resume;
  let paused;
  const next = () => new Promise((ready) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = ready; port2.postMessage(0); });
  self.onmessage = async ({ data }) => {
    if (data === "pause") { paused ??= new Promise((ready) => { resume = ready; }); return; }
    if (data === "resume") { resume?.(); paused = undefined; return; }
    try {
      const challenge = read(data.challenge);
      const begin = data.x ? { done: data.done, x: BigInt("0x" + data.x) } : { done: 0, x: challenge.x };
      const y = await square(challenge, begin, async ({ done, x }) => {
        self.postMessage({ done, x: x.toString(16) });
        await next();
        await paused;
      });
      self.postMessage({ stamp: stamp(challenge, y) });
    } catch (error) {
      self.postMessage({ error: String(error.message ?? error) });
    }
  };
}
