import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { unconfined } from '../../../server/convert/confinement/confinement.ts';
import type { RunningServer } from '../../../server/start-server.ts';
import type { Settings } from '../../../server/settings.ts';
import { freePort } from '../../support/free-port.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  // Other files in this process have imported the real module.
  vi.resetModules();
  vi.doMock(import('../../../server/convert/confinement/sandbox.ts'), async (original) => {
    const real = await original();
    return { ...real, findConfinement: vi.fn<typeof real.findConfinement>(real.findConfinement) };
  });
});
afterAll(async () => {
  vi.doUnmock('../../../server/convert/confinement/sandbox.ts');
  vi.resetModules();
  await server.stop();
});

/** Another process on the same database and files. */
async function start(own: Partial<Settings> = {}): Promise<RunningServer> {
  const { startServer } = await import('../../../server/start-server.ts');
  const [port, storePort] = [await freePort(), await freePort()];
  return startServer({ ...server.settings, port, storePort, ...own });
}

test('a server notes at startup how it confines conversions', async () => {
  const running = await start();
  await running.close();
  expect(running.notes).toEqual([expect.stringContaining('Conversions are confined by')]);
  expect(running.warnings).toEqual([]);
});

test('a server warns at startup if only limits are left', async () => {
  const { findConfinement } = await import('../../../server/convert/confinement/sandbox.ts');
  vi.mocked(findConfinement).mockResolvedValueOnce(unconfined);
  const running = await start();
  await running.close();
  expect(running.notes).toEqual([]);
  expect(running.warnings).toEqual([
    expect.stringContaining('Conversions are NOT CONFINED on this machine.'),
  ]);
});

test('a server refuses a data folder that conversions can read', async () => {
  await expect(start({ dataDir: '/usr/local/lib/counterpart' })).rejects.toThrow(
    'DATA_DIR is /usr/local/lib/counterpart, but the programs that convert uploaded files can read everything in /usr/local/lib.',
  );
});
