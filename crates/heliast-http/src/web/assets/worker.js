// Verifies a round in the background, so that the page stays responsive.
// It receives the evidence, and sends a report for each check and then the outcome.

import * as verifier from './verify.js';

addEventListener('message', ({ data }) => {
  const good = verifier.verifyRound(data, (report) => postMessage({ report }));
  postMessage({ good, agreement: good ? verifier.verifyAgreement(data) : null });
});
