import { createServer } from 'node:net';

/** Above the last port below `MOST` that browsers and `fetch` refuse to speak to, 10080 (WHATWG Fetch, “bad port”). */
const LEAST = 11_000;
/** Below those that systems give to outgoing connections: one of these could take it while a killed server is away. */
const MOST = 30_000;

/** A port that nothing listens on now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LEAST + Math.floor(Math.random() * (MOST - LEAST));
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
