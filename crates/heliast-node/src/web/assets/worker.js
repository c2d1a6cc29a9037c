// Verifies a round beside the page, so that the page goes on meanwhile: evidence comes in, a report for each check goes out, then the outcome.

import { verifyAgreement, verifyRound } from './verify.js';

addEventListener('message', ({ data }) => {
  const good = verifyRound(data, (report) => postMessage({ report }));
  postMessage({ good, agreement: good ? verifyAgreement(data) : null });
});
