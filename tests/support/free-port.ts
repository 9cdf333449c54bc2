import { createServer } from 'node:net';

/**
 * Below those that systems give to outgoing connections: one of these could take it while a killed server is away. Above 10080, the
 * last one that browsers and `fetch` refuse to connect to (Fetch, “bad port”).
 */
const FIRST = 10_081;
const COUNT = 20_000;

/** A process has this many, and starts over with them: the ones after them belong to the next process. */
const OF_A_PROCESS = 50;

let given = 0;

/**
 * Returns a port that nothing listens on now, and that no test was given a short while ago: the caller listens on it only seconds
 * later.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + ((process.pid * OF_A_PROCESS + (given % OF_A_PROCESS)) % COUNT);
    given += 1;
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    await new Promise<void>((resolve) => probe.close(() => resolve()));
    return port;
  }
}
