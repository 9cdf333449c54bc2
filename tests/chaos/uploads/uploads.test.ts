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

// `npm run test:long` runs 20 seeds, `npm run chaos` any number.
const SEED = 1;

test(`[UP1, UP2, UP3, UP7, UP9] despite any faults of browser, network and server, each queued file is on the server once, complete, as last edited (seed ${SEED})`, async () => {
  const report = await runUploadChaos(room, device, SEED, { brief: true });
  const again = `npm run chaos -- --runs 1 --seed ${SEED} --uploads resumable --brief`;
  expect(report.findings, `${again}\n${report.seen}`).toEqual([]);
  expect(report.files).toBeGreaterThan(0);
});
