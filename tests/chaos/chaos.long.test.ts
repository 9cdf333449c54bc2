import './browser-globals.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runChaos } from './chaos-run.ts';
import { RealServer } from './real-server.ts';

let server: RealServer;
beforeAll(async () => {
  server = await RealServer.start();
});
afterAll(async () => server.stop());

// This seed includes a session refresh and a kill of the server.
test.each([133])(
  '[PUSH3, PULL1, REJ1, AUTH1, FEED] two people on broken networks end up with the server’s data, each edit is applied once or in the tray, and the indicator is never wrong (seed %i)',
  async (seed) => {
    const report = await runChaos(server, seed);
    expect(report.violations, `npm run chaos -- edits --runs 1 --seed ${seed}`).toEqual([]);
    expect(report.edits).toBeGreaterThan(20);
  },
  300_000,
);
