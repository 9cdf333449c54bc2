// Runs the server in its own process. On request, reports the longest time that its event loop was blocked
// since the last request.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readSettings } from '../../../server/settings.ts';
import { startServer } from '../../../server/start-server.ts';

/** The resolution of the measurement, in milliseconds. */
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
