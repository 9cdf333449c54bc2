import { createServer } from 'node:net';

/**
 * A port that nothing listens on now, below those that systems give to outgoing connections: one of these could take it
 * while a killed server is away.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
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
