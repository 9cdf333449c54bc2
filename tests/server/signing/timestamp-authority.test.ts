import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyEvidence } from '../../../server/admin/verify-evidence.ts';
import { TimestampAuthority } from '../../support/signing/timestamp-authority.ts';
import { MailCatcher } from '../support/mail-catcher.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { openDeal } from './deal-team.ts';
import { openDesk } from './room-desk.ts';

let authority: TimestampAuthority;
let mailbox: MailCatcher;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  authority = await TimestampAuthority.start();
  mailbox = await MailCatcher.start();
  server = await startTestServer({ smtpUrl: mailbox.url, tsaUrl: authority.url });
  client = await server.signIn('member@firm.test');
});
afterAll(async () => {
  await server.stop();
  await mailbox.down();
  await authority.stop();
});

test.each(['hanging', 'lying', 'oversized', 'failing'] as const)(
  'a packet is sealed without a timestamp, which stays due, while the timestamp authority is %s',
  async (behavior) => {
    const team = await openDeal(server, client);
    const desk = openDesk(server, mailbox);
    const email = `jane.${behavior}@alpha.test`;
    const jane = await team.person('Jane Doe', { email });
    await team.assign(await team.item('SPA'), jane);
    const packet = await desk.make(team, { signatories: [jane] });
    const token = await desk.send(team, packet, email);
    authority.behavior = behavior;
    await desk.signAll(token);
    const finished = await desk.act(token, 'finish');
    // Signatures count at once, whatever becomes of the seal.
    expect(finished.body.state, finished.text).toBe('completed');
    const { db, objects } = server.services;
    const read = async () =>
      db
        .selectFrom('packets')
        .select(['signed_file_key', 'timestamp_due'])
        .where('uuid', '=', packet)
        .executeTakeFirstOrThrow();
    await expect.poll(async () => (await read()).signed_file_key, { timeout: 30_000 }).not.toBeNull();
    expect((await read()).timestamp_due).toBe(true);
    expect(await verifyEvidence({ db, objects }, packet)).toContain('It is sealed with the certificate');
  },
);
