import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UploadDevice } from './upload-device.ts';
import { runUploadChaos } from './upload-run.ts';
import { UploadServer } from './upload-server.ts';

let room: UploadServer;
let device: UploadDevice;
beforeAll(async () => {
  room = await UploadServer.start();
  device = await room.newDevice({ shell: true, still: true });
});
afterAll(async () => {
  await device.close();
  await room.stop();
});

/** `npm run test:long` runs 20, `npm run chaos` any number. */
const seeds = Array.from({ length: 3 }, (_, index) => index + 1);

test.each(seeds)(
  '[UP1, UP2, UP3, UP7, UP9] whatever happens to browser, network and server, each queued file is on the server once, whole, as last edited (seed %i)',
  async (seed) => {
    const report = await runUploadChaos(room, device, seed, { brief: true });
    const again = `npm run chaos -- --runs 1 --seed ${seed} --uploads resumable --brief`;
    expect(report.findings, `${again}\n${report.seen}`).toEqual([]);
    expect(report.files).toBeGreaterThan(0);
  },
);
