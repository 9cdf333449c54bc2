import './browser-globals.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runChaos } from './chaos-run.ts';
import { RealServer } from './real-server.ts';

let server: RealServer;
beforeAll(async () => {
  server = await RealServer.start();
});
afterAll(async () => server.stop());

// Chosen for what they meet: 112 refreshes a session, 133 does too and kills the server.
test.each([112, 133])(
  '[PUSH3, PULL1, REJ1, AUTH1] two people over broken networks: in the end both see what the server has, every edit is done once or in the tray, and the indicator never lied (seed %i)',
  async (seed) => {
    const report = await runChaos(server, seed);
    expect(report.violations, `npm run chaos -- --runs 1 --seed ${seed}`).toEqual([]);
    expect(report.edits).toBeGreaterThan(20);
  },
  90_000,
);
