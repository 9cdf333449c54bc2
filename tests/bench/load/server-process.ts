// The server as a process of its own, which says how long its event loop was blocked: the longest since the last question.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readSettings } from '../../../server/settings.ts';
import { startServer } from '../../../server/start-server.ts';

/** How precisely a block is measured, milliseconds. */
const RESOLUTION_MS = 5;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
const server = await startServer(readSettings());
delay.enable();
process.on('message', (asked) => {
  if (asked === 'stop') {
    void server.close().then(() => process.exit(0));
    return;
  }
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ blockMs: delay.max / 1e6 - RESOLUTION_MS, heapUsed, rss, cpu: process.cpuUsage() });
  delay.reset();
});
process.send?.('ready');
