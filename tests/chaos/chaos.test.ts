import './browser-globals.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runChaos } from './chaos-run.ts';
import { WAYS } from '../support/ways.ts';
import { RealServer } from './real-server.ts';

describe.each(WAYS)('by the %s', (way) => {
  let server: RealServer;
  beforeAll(async () => {
    server = await RealServer.start(way);
  });
  afterAll(async () => server.stop());

  // Chosen for what it meets: a session to be refreshed, and the server killed.
  test.each([133])(
    '[PUSH3, PULL1, REJ1, AUTH1, FEED] two people over broken networks: in the end both see what the server has, every edit is done once or in the tray, and the indicator never lied (seed %i)',
    async (seed) => {
      const report = await runChaos(server, seed);
      expect(report.violations, `npm run chaos -- edits --runs 1 --seed ${seed} --way ${way}`).toEqual([]);
      expect(report.edits).toBeGreaterThan(20);
    },
    300_000,
  );
});
