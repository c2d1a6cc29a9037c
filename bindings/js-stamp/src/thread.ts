// The solver in a thread of Node.

import { parentPort } from 'node:worker_threads';
import { serve } from './worker.js';

const port = parentPort!;
serve({ post: (report) => port.postMessage(report), listen: (hear) => port.on('message', hear) });
