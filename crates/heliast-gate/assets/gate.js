// The page that waits: it pays with a stamp and then asks for the site again. A reload goes on where it was.

import { read } from "./solver.js";

const KEY = "heliast-gate";
const show = (id) => document.getElementById(id);
const says = show("says"), progress = show("progress"), rest = show("rest"), pause = show("pause");

function bytesOf(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}

/// What an earlier visit of this page has done, if its challenge is still good.
function earlier() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    return kept && read(bytesOf(kept.challenge)).last > Date.now() + 5000 ? kept : null;
  } catch {
    return null;
  }
}

function keep(state) {
  try { sessionStorage.setItem(KEY, JSON.stringify(state)); } catch { /* then a reload begins anew */ }
}

function forget() {
  try { sessionStorage.removeItem(KEY); } catch { /* there is nothing */ }
}

function fail(text) {
  says.textContent = text;
  rest.textContent = "";
  pause.hidden = true;
}

async function pay(stamp) {
  const answer = await fetch("/.heliast/stamp", { method: "POST", body: stamp, credentials: "same-origin" });
  forget();
  if (answer.ok) {
    says.textContent = "Thank you. Here comes the page.";
    location.reload();
    return;
  }
  const { error } = await answer.json().catch(() => ({ error: `the site answered ${answer.status}` }));
  fail(`It did not work: ${error}. Load the page again.`);
}

const state = earlier() ?? { challenge: document.body.dataset.challenge, done: 0 };
const challenge = bytesOf(state.challenge);
const { t } = read(challenge);
const worker = new Worker("/.heliast/solver.js", { type: "module" });
const began = performance.now(), first = state.done;
let told = 0, kept = 0;

worker.onerror = () => fail("This browser can't run the part that waits. Load the page again, or use another browser.");
worker.onmessage = ({ data }) => {
  if (data.error) return fail(`It did not work: ${data.error}.`);
  if (data.stamp) return pay(data.stamp);
  const now = performance.now();
  progress.value = data.done / t;
  if (now - told > 1000) {
    told = now;
    const seconds = Math.ceil(((now - began) / 1000) * ((t - data.done) / (data.done - first)));
    rest.textContent = seconds === 1 ? "About one second more." : `About ${seconds} seconds more.`;
  }
  if (now - kept > 500) {
    kept = now;
    keep({ challenge: state.challenge, done: data.done, x: data.x });
  }
};
worker.postMessage({ challenge, done: state.done, x: state.x });

pause.hidden = false;
pause.onclick = () => {
  const isPaused = pause.textContent === "Go on";
  worker.postMessage(isPaused ? "resume" : "pause");
  pause.textContent = isPaused ? "Pause" : "Go on";
};
