// The browser of the tests.

import { chromium } from 'playwright-core';

/**
 * Headless Chromium. It may take long to start on a busy machine; a sandbox needs privileges that test machines rarely give, and the
 * page is our own; the shared memory of a container is often too small for it.
 */
export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'], timeout: 600_000 });
