// Verifies a round beside the page, so that the page goes on meanwhile: evidence comes in, a report for each check goes out, then the outcome.

import * as verifier from './verify.js';

addEventListener('message', ({ data }) => {
  const good = verifier.verifyRound(data, (report) => postMessage({ report }));
  postMessage({ good, agreement: good ? verifier.verifyAgreement(data) : null });
});
