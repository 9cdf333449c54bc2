import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startServer, StartError } from '../../../server/start-server.ts';
import { freePort } from '../../support/free-port.ts';
import { startTestServer } from '../support/test-server.ts';

test('a second server whose file store port is taken reports it, and leaves the first one alone', async () => {
  const first = await startTestServer({ role: 'web' });
  const settings = { ...first.settings, port: await freePort() };
  const failed = await startServer(settings).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(StartError);
  expect(failed).toMatchObject({
    message: expect.stringMatching(/^Port \d+ is in use by another program.* STORE_PORT=/),
  });
  const client = await first.signIn('member@firm.test');
  expect((await client.get('/transactions/transaction')).status).toBe(200);
  await first.stop();
});

test('if PORT is taken, the file store’s port is released again', async () => {
  const first = await startTestServer({ role: 'worker' });
  const taken = createServer().listen(first.settings.port, '127.0.0.1');
  await once(taken, 'listening');
  const settings = { ...first.settings, role: 'all' as const };
  const failed = await startServer(settings).catch((error: unknown) => error);
  expect(failed).toMatchObject({ message: expect.stringContaining(` PORT=${settings.port + 10} npm start`) });
  taken.close();
  await once(taken, 'close');
  const second = await startServer(settings);
  expect((await fetch(`${settings.publicUrl}/api/config`)).status).toBe(200);
  await second.close();
  await expect(fetch(`${settings.publicUrl}/api/config`)).rejects.toThrow('fetch failed');
  await first.stop();
});
