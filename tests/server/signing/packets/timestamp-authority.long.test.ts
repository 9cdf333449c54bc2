import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyEvidence } from '../../../../server/admin/verify-evidence.ts';
import { addTimestamps } from '../../../../server/jobs/signing/add-timestamps.ts';
import { knownCertificates } from '../../../../server/signing/seal/seal-certificates.ts';
import { pdfKey } from '../../../../server/storage/object-keys.ts';
import { checkFile } from '../../../../src/contract/rules/evidence/check-file.ts';
import { concat } from '../../../../src/contract/rules/evidence/der-write.ts';
import { TimestampAuthority } from '../../../support/signing/timestamp-authority.ts';
import { MailCatcher } from '../../support/mail-catcher.ts';
import type { TestClient } from '../../support/test-client.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { openDeal } from '../deal-team.ts';
import { openDesk } from '../room/room-desk.ts';

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

/** Signs and seals a packet while the authority behaves like this. Returns it. */
async function sealWhile(behavior: TimestampAuthority['behavior'], email: string): Promise<string> {
  const team = await openDeal(server, client);
  const desk = openDesk(server, mailbox);
  const jane = await team.person('Jane Doe', { email });
  await team.assign(await team.item('SPA'), jane);
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, email);
  authority.behavior = behavior;
  await desk.signAll(token);
  const finished = await desk.act(token, 'finish');
  // Signatures count at once, regardless of the seal.
  expect(finished.body.state, finished.text).toBe('completed');
  await expect.poll(async () => (await read(packet)).signed_file_key).not.toBeNull();
  return packet;
}

async function read(packet: string) {
  return server.services.db
    .selectFrom('packets')
    .select(['signed_file_key', 'timestamp_due'])
    .where('uuid', '=', packet)
    .executeTakeFirstOrThrow();
}

/** Returns the result of checking a packet's sealed PDF. */
async function check(packet: string) {
  const { db, objects } = server.services;
  const file = await buffer(await objects.get((await read(packet)).signed_file_key ?? ''));
  return checkFile(concat([file]), await knownCertificates(db));
}

test.each(['hanging', 'lying', 'oversized', 'failing'] as const)(
  'a packet is sealed without a timestamp, and the timestamp remains due, while the timestamp authority is %s',
  async (behavior) => {
    const packet = await sealWhile(behavior, `jane.${behavior}@alpha.test`);
    expect((await read(packet)).timestamp_due).toBe(true);
    const { db, objects } = server.services;
    expect(await verifyEvidence({ db, objects }, packet)).toContain('It is sealed with the certificate');
    const { body } = await client.get(`/packet/${packet}`);
    expect(body.timestamp_due).toBe(true);
    expect(body.events).toContainEqual(
      expect.objectContaining({
        kind: 'sealed',
        note: 'without a timestamp, because the timestamp authority didn’t provide one',
      }),
    );
  },
);

test('a seal gets its timestamp once the authority provides one, and remains valid with its evidence', async () => {
  const packet = await sealWhile('failing', 'late@alpha.test');
  const before = await read(packet);
  const asked = authority.asked;
  await addTimestamps(server.services);
  // It failed for the first packet, so the others weren't attempted.
  expect(authority.asked).toBe(asked + 1);
  expect(await read(packet)).toEqual(before);

  authority.behavior = 'honest';
  await addTimestamps(server.services);
  const after = await read(packet);
  expect(after.timestamp_due).toBe(false);
  expect(after.signed_file_key).not.toBe(before.signed_file_key);
  expect(await check(packet)).toMatchObject({ is: 'unchanged', seal: { timestamp: { is: 'valid' } } });
  const { db, objects } = server.services;
  expect(await verifyEvidence({ db, objects }, packet)).toContain('It is sealed with the certificate');
  const { body } = await client.get(`/packet/${packet}`);
  expect(body.timestamp_due).toBe(false);
  expect(body.events.at(-1).kind).toBe('timestamped');

  const done = authority.asked;
  await addTimestamps(server.services);
  expect(authority.asked).toBe(done);
});

test('a missing sealed file doesn’t keep others from getting their timestamps', async () => {
  const broken = await sealWhile('failing', 'broken@alpha.test');
  const packet = await sealWhile('failing', 'whole@alpha.test');
  const { db } = server.services;
  const set = { signed_file_key: pdfKey('0'.repeat(64)) };
  await db.updateTable('packets').set(set).where('uuid', '=', broken).execute();
  authority.behavior = 'honest';
  await addTimestamps(server.services);
  expect((await read(packet)).timestamp_due).toBe(false);
});
