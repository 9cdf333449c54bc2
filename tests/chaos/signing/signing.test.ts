import { afterAll, beforeAll, expect, test } from 'vitest';
import { SignerBrowser } from './signer.ts';
import { runSigningChaos } from './signing-run.ts';
import { SigningServer } from './signing-server.ts';

let room: SigningServer;
let browsers: SignerBrowser[];
beforeAll(async () => {
  room = await SigningServer.start();
  browsers = [await SignerBrowser.open(), await SignerBrowser.open()];
});
afterAll(async () => {
  for (const browser of browsers) await browser.close();
  await room.stop();
});

// `npm run test:long` runs 20 seeds, `npm run chaos` any number. In this one, somebody also opens another
// tab, and a document is replaced.
const SEED = 203;

test(`despite any faults of browsers, network, server and packets, the server has each signature once, in a sealed file that verifies, and no others (seed ${SEED})`, async () => {
  const report = await runSigningChaos(room, browsers, SEED, { brief: true });
  expect(report.findings, `npm run chaos -- signing --runs 1 --seed ${SEED} --brief`).toEqual([]);
  expect(report.signatures).toBeGreaterThan(0);
});
