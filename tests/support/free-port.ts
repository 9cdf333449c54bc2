import { createServer } from 'node:net';

/**
 * Below the ports that systems use for outgoing connections, because one of those could be taken while its
 * server is down. Above 10080, the last port that browsers and `fetch` refuse to connect to (Fetch, “bad
 * port”).
 */
const FIRST = 10_081;
const COUNT = 20_000;

/** How many consecutive ports each process has. A process that has used all of them starts over. */
const OF_A_PROCESS = 50;

let given = 0;

/**
 * Returns a port that nothing listens on now. It is not returned again soon, not even to tests that run at
 * the same time, because a caller may listen on it only seconds later.
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
