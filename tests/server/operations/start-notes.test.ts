import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { findConfinement } from '../../../server/convert/confinement/sandbox.ts';
import { unconfined } from '../../../server/convert/confinement/confinement.ts';
import { startServer, type RunningServer } from '../../../server/start-server.ts';
import type { Settings } from '../../../server/settings.ts';
import { freePort } from '../../support/free-port.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

vi.mock(import('../../../server/convert/confinement/sandbox.ts'), async (original) => {
  const real = await original();
  return { ...real, findConfinement: vi.fn<typeof findConfinement>(real.findConfinement) };
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
});
afterAll(() => server.stop());

/** Starts another process with the same database and files. */
async function start(own: Partial<Settings> = {}): Promise<RunningServer> {
  const [port, storePort] = [await freePort(), await freePort()];
  return startServer({ ...server.settings, port, storePort, ...own });
}

test('a server logs at startup how it confines conversions', async () => {
  const running = await start();
  await running.close();
  expect(running.notes).toEqual([expect.stringContaining('Conversions are confined by')]);
  expect(running.warnings).toEqual([]);
});

test('a server warns at startup if conversions are not confined', async () => {
  vi.mocked(findConfinement).mockResolvedValueOnce(unconfined);
  const running = await start();
  await running.close();
  expect(running.notes).toEqual([]);
  expect(running.warnings).toEqual([
    expect.stringContaining('Conversions are NOT CONFINED on this machine.'),
  ]);
});

test.runIf(existsSync('/dev/shm'))('a server warns at startup if its work folder is in memory', async () => {
  const workDir = mkdtempSync('/dev/shm/counterpart-test-');
  onTestFinished(() => rmSync(workDir, { recursive: true, force: true }));
  const running = await start({ workDir });
  await running.close();
  expect(running.warnings).toContain(
    `Uploads are checked and converted in ${workDir}, which is in memory, so each file uses that much memory. Set WORK_DIR to a folder on a disk.`,
  );
});

test('a server refuses a data folder that conversions can read', async () => {
  await expect(start({ dataDir: '/usr/local/lib/counterpart' })).rejects.toThrow(
    'DATA_DIR is /usr/local/lib/counterpart, but the programs that convert uploaded files can read everything in /usr/local/lib.',
  );
});
