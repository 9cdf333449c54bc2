import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FIRST_CONFIG } from '../../../tests/support/first-config.ts';
import { ScriptedServer } from '../../../tests/support/scripted-server.ts';
import { askForPasswordLink, setPassword, writeToSupport } from '../../db/commands/account/open-calls.ts';
import { runOpenly } from './ask-openly.ts';
import { createTransport, type Transport } from './transport.ts';

const CONFIG = { ...FIRST_CONFIG, tenant_id: 'whitfield' };

let server: ScriptedServer;
let transport: Transport;

beforeAll(async () => {
  server = await ScriptedServer.start();
  transport = createTransport({ origin: server.origin });
});
afterAll(async () => server.close());
beforeEach(() => {
  server.seen.length = 0;
  server.script = ({ url }) => (url.endsWith('/config') ? { status: 200, body: CONFIG } : { status: 204 });
});

/** The bodies of the requests that have one. */
function bodies(): unknown[] {
  return server.seen.flatMap(({ body }) => (body === '' ? [] : [JSON.parse(body)]));
}

it('requests about a forgotten password name the installation, as a sign-in does', async () => {
  expect(await runOpenly(transport, askForPasswordLink('otto@outside.test'))).toEqual({
    outcome: 'done',
  });
  expect(await runOpenly(transport, setPassword('secret', 'a new password'))).toEqual({
    outcome: 'done',
  });
  expect(bodies()).toEqual([
    { loginId: 'otto@outside.test', applicationId: 'counterpart', tenantId: 'whitfield' },
    { passwordId: 'secret', password: 'a new password', tenantId: 'whitfield' },
  ]);
});

it('they work without it if the settings are unavailable, and no other request names it', async () => {
  await runOpenly(transport, writeToSupport({ name: 'Otto', email: 'otto@outside.test', message: 'Help.' }));
  server.script = ({ url }) => (url.endsWith('/config') ? { status: 500 } : { status: 204 });
  expect(await runOpenly(transport, askForPasswordLink('otto@outside.test'))).toEqual({
    outcome: 'done',
  });
  expect(bodies()).toEqual([
    { name: 'Otto', email: 'otto@outside.test', message: 'Help.' },
    { loginId: 'otto@outside.test' },
  ]);
});
