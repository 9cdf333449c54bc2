import { afterAll, beforeAll, expect, test } from 'vitest';
import { runUploadChaos } from './upload-run.ts';
import { UploadServer } from './upload-server.ts';

let room: UploadServer;
beforeAll(async () => {
  room = await UploadServer.start('feed');
});
afterAll(async () => room.stop());

// Chosen for what they meet; `npm run chaos -- uploads` runs any number.
test.each([4])(
  '[UP1, UP2, UP3, UP7, UP9] whatever befalls browser, network and server: each file that was in the queue is on the server once, whole, as it was last edited (seed %i)',
  async (seed) => {
    const report = await runUploadChaos(room, seed);
    expect(report.findings, `npm run chaos -- uploads --runs 1 --seed ${seed} --way feed`).toEqual([]);
    expect(report.files).toBeGreaterThan(0);
  },
  240_000,
);
