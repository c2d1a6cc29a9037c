// A page in a browser context of its own, on which no request may fail and which may load nothing from elsewhere.

import assert from 'node:assert/strict';

/** Returns a function that opens a page, runs `action`, and checks these two rules. `place` returns the browser and the node. */
export const visitor = (place) => async (path, options, action, { tolerated = () => false } = {}) => {
  const { browser, node } = place();
  const context = await browser.newContext(options);
  // Everything that must come does so in time on any machine; only a failure takes this long.
  context.setDefaultTimeout(600_000);
  const page = await context.newPage();
  const problems = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${node.url}/`)) problems.push(`request to ${request.url()}`);
  });
  await page.goto(node.url + path, { waitUntil: 'load' });
  await action(page);
  assert.deepEqual(problems.filter((problem) => !tolerated(problem)), []);
  await context.close();
};
