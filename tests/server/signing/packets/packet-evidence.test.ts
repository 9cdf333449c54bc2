import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { neededKeys, neededObjects } from '../../../../server/purge/needed-objects.ts';
import { AdminError } from '../../../../server/admin/admin-error.ts';
import { verifyEvidence } from '../../../../server/admin/verify-evidence.ts';
import { setFeature } from '../../../../server/store/account/features.ts';
import { contentOf, pdfKey } from '../../../../server/storage/object-keys.ts';
import { certificateDesign } from '../../../../server/signing/packets/certificate-design.ts';
import { hashOfEvent, readSigningEvents } from '../../../../server/store/deals/packets/signing-events.ts';
import { SIGNING_EVENTS } from '../../../../src/contract/rules/signing/packets/signing-events.ts';
import type { Tables } from '../../../../server/store/tables.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import { addFiledItem, insertDocument } from '../../support/deal-with-rows.ts';
import { MailCatcher } from '../../support/mail-catcher.ts';
import type { TestClient } from '../../support/test-client.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';
import { openDeal, type DealTeam } from '../deal-team.ts';
import { openDesk, type RoomDesk } from '../room/room-desk.ts';

let server: TestServer;
let client: TestClient;
let visitor: TestClient;
let team: DealTeam;
let mailbox: MailCatcher;
let desk: RoomDesk;

beforeAll(async () => {
  mailbox = await MailCatcher.start();
  server = await startTestServer({ smtpUrl: mailbox.url });
  client = await server.signIn('member@firm.test');
  visitor = server.client();
  desk = openDesk(server, mailbox, visitor);
});
afterAll(async () => {
  await server.stop();
  await mailbox.down();
});
beforeEach(async () => {
  team = await openDeal(server, client);
});

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Stores a text in place of a version's PDF. */
async function giveFile(document: string, text: string): Promise<void> {
  const key = pdfKey(hashOf(text));
  await server.services.objects.put(key, Buffer.from(text));
  await change(document, { pdf_file_key: key });
}

async function change(document: string, values: object): Promise<void> {
  await server.services.db.updateTable('documents').set(values).where('uuid', '=', document).execute();
}

/** A lease whose second version says “as sent”, with a generated page that one person signs. */
async function addLease(email: string) {
  const { filed, document: first } = await addFiledItem(server, client, team.deal);
  await giveFile(first, 'the first draft');
  const second = await addVersion(filed, 'as sent');
  const jane = await team.person('Jane Doe', { email });
  await team.assign(filed, jane);
  return { filed, jane, second };
}

async function addVersion(item: string, text: string): Promise<string> {
  const uuid = await insertDocument(server, client, team.deal, item);
  await giveFile(uuid, text);
  await server.services.db.updateTable('items').set({ document: uuid }).where('uuid', '=', item).execute();
  return uuid;
}

async function detailsOf(packet: string, kind: 'sent' | 'viewed' | 'consented' | 'signed') {
  const { details } = await server.services.db
    .selectFrom('signing_events')
    .select('details')
    .where('packet', '=', packet)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return details;
}

test('the room keeps showing the version that was sent, and the evidence names it', async () => {
  const email = 'jane.frozen@alpha.test';
  const { filed, jane, second } = await addLease(email);
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, email);
  await addVersion(filed, 'something else');
  await client.patch(`/transactions/item/${filed}`, { name: 'Another lease' });

  const room = await desk.open(token);
  expect(room.documents).toEqual([{ uuid: filed, name: 'Lease', has_file: true, is_whole: false }]);
  const read = async () => visitor.get(`/signing/${token}/document/${filed}`);
  const { body } = await read();
  expect(await (await fetch(body.redirect_url)).text()).toBe('as sent');
  await desk.signAll(token);
  const shown = { item: filed, name: 'Lease', version: 2, sha256: hashOf('as sent') };
  const sent = await detailsOf(packet, 'sent');
  expect(sent).toMatchObject({ to: email, documents: [shown] });
  expect(await detailsOf(packet, 'viewed')).toEqual({ documents: [shown], pages: sent['pages'] });
  expect(await detailsOf(packet, 'consented')).toMatchObject({ documents: [shown] });
  expect(await detailsOf(packet, 'signed')).toMatchObject({
    signatures: [{ document: hashOf('as sent') }],
  });

  // The version may be erased, but never the file that its signatory reads.
  const { db } = server.services;
  await db.deleteFrom('documents').where('uuid', '=', second).execute();
  const key = pdfKey(hashOf('as sent'));
  expect((await neededKeys(db, [contentOf(key)])).files).toEqual(new Set([key]));
  const backedUp = new Set<string>();
  for await (const object of neededObjects(db)) backedUp.add(object.key);
  expect(backedUp).toContain(key);
  expect((await read()).status).toBe(302);
});

test('a version in which malware is found later is no longer shown', async () => {
  const email = 'jane.malware@alpha.test';
  const { filed, jane, second } = await addLease(email);
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, email);
  await change(second, { malware: 'Eicar-Test-Signature' });
  expect((await visitor.get(`/signing/${token}/document/${filed}`)).status).toBe(404);
});

test('a packet isn’t sent while one of its documents is being converted', async () => {
  const email = 'jane.waits@alpha.test';
  const { jane, second } = await addLease(email);
  const packet = await desk.make(team, { signatories: [jane] });
  await change(second, { conversion_status: 'processing', pdf_file_key: null });
  const refusal = '“Lease” is still being converted. Send the packet when that is done.';
  const refused = await client.post(`/packet/${packet}/send`, {});
  expect(refused.status).toBe(422);
  expect(refused.body.error_message).toBe(refusal);
  expect((await client.get(`/packet/${packet}`)).body.problems).toEqual([refusal]);
});

test('a page and its signatory can’t be changed after its packet is sent, until the packet is canceled', async () => {
  const email = 'jane.locked@alpha.test';
  const alpha = await team.entity('Alpha Corp.');
  const jane = await team.person('Jane Doe', { email });
  const relation = await team.relation(alpha, jane, 'President');
  const item = await team.item('SPA');
  const { uuid, item_page_uuid: page } = await team.assign(item, alpha);
  const group = await team.group('Sellers');
  await client.post('/signing_group_member', { group, signatory: jane });
  const followed = await client.post(`/signing_group/${group}/assign_dynamic`, { item });
  const packet = await desk.make(team, { signatories: [jane] });
  await desk.send(team, packet, email);
  const text = { id: 'added', kind: 'text', grid: { x: 0, y: 9, w: 12, h: 1 }, content: ['Added'] };
  const edits = [
    [`/transactions/signature_page/${page}`, { blocks: [{ ...text, text_align: 'left' }] }],
    [`/transactions/signature_page/${page}`, { font: 'arial' }],
    [`/signatory/${jane}`, { full_name: 'Jane Roe' }],
    [`/signatory/${alpha}`, { entity_description: 'a Delaware corporation' }],
    [`/signatory/${alpha}/representative/${relation}`, { title: 'Treasurer' }],
    [`/assignments/assignment/${uuid}`, { custom_text: 'as trustee' }],
    [`/assignments/assignment/${uuid}`, { requires_witness: true }],
    [`/assignments/dynamic_assignment/${followed.body.uuid}`, { header: 'Borrowers' }],
  ] as const;
  for (const [path, edit] of edits) {
    const refused = await client.patch(path, edit);
    expect(refused.status, path).toBe(422);
    expect(refused.body.error_message).toContain(
      'can’t be changed: signature pages of “SPA” were already sent or signed. Cancel the packet of Jane Doe first.',
    );
  }
  // The capacity stays what the page says, even if the entity gets a representative who comes first.
  const other = { title: 'Chair', signatory: await team.person('Kim Poe'), order: 0 };
  await client.post(`/signatory/${alpha}/representative`, other);
  const { pages } = (await client.get(`/packet/${packet}`)).body;
  expect(pages[0].signatures[0].capacity).toBe('Alpha Corp. by Jane Doe, President');
  expect((await detailsOf(packet, 'sent'))['capacities']).toMatchObject({
    [uuid]: 'Alpha Corp. by Jane Doe, President',
  });
  // What no page says can be changed.
  expect((await client.patch(`/signatory/${jane}`, { email: 'jane@roe.test' })).status).toBe(200);
  await setFeature(server.services.db, {
    name: 'CANCEL_ESIGN',
    transaction: team.deal,
    is_active: true,
    set_at: new Date(),
  });
  const cancelled = await client.post(`/packet/${packet}/cancel`, { reason: 'A new title.' });
  expect(cancelled.status, cancelled.text).toBe(200);
  for (const [path, edit] of edits) expect((await client.patch(path, edit)).status, path).toBe(200);
});

test('who signed a page can’t be renamed until the signature is rejected', async () => {
  const email = 'jane.signed@alpha.test';
  const jane = await team.person('Jane Doe', { email });
  const { uuid } = await team.assign(await team.item('SPA'), jane);
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, email);
  await desk.signAll(token);
  await desk.act(token, 'finish');
  const rename = () => client.patch(`/signatory/${jane}`, { full_name: 'Jane Roe' });
  expect((await rename()).body.error_message).toBe(
    'The name and description of Jane Doe can’t be changed: signature pages of “SPA” were already sent or signed. Reject the signatures of Jane Doe first.',
  );
  const reject = { reason: 'Wrong name.', send_again: false };
  expect((await client.post(`/assignments/assignment/${uuid}/reject`, reject)).status).toBe(200);
  expect((await rename()).status).toBe(200);
});

/** A packet that was signed and sealed. */
async function signedPacket(email: string) {
  const { filed, jane } = await addLease(email);
  const packet = await desk.make(team, { signatories: [jane] });
  const token = await desk.send(team, packet, email);
  await desk.signAll(token);
  await desk.act(token, 'finish', { device_at: '2026-03-01T12:34:56.000Z' });
  await expect
    .poll(async () => (await team.list('/packet'))[0]?.['latest_document'])
    .toMatchObject({ is_signed: true });
  return { packet, filed };
}

const verify = async (packet: string) => {
  const { db, objects } = server.services;
  return verifyEvidence({ db, objects }, packet);
};

/** Changes evidence as the owner of its table can. */
async function tamper(write: (tx: Kysely<Tables>) => Promise<unknown>): Promise<void> {
  await server.services.db.transaction().execute(async (tx) => {
    await sql`alter table signing_events disable trigger signing_events_append_only`.execute(tx);
    await write(tx);
    await sql`alter table signing_events enable trigger signing_events_append_only`.execute(tx);
  });
}

test('a signed packet ends with a certificate of who signed what, when and where', async () => {
  const { packet } = await signedPacket('jane.certified@alpha.test');
  const { body } = await client.post(`/packet/${packet}/download`);
  const bytes = new Uint8Array(await (await fetch(body.redirect_url)).arrayBuffer());
  const pages = await seePdf(bytes, 1);
  const [row] = await team.list('/packet');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(row).toMatchObject({
    latest_document: { sha256, num_pages: pages.length },
    certificate_document: { sha256, first_page: 2, num_pages: pages.length - 1 },
  });
  const text = pages
    .slice(1)
    .map((page) => page.text)
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  const { db } = server.services;
  const events = await readSigningEvents(db, packet);
  const head = events.find(({ kind }) => kind === 'finished');
  for (const said of [
    'Certificate of completion',
    'Jane Doe',
    'Email: jane.certified@alpha.test',
    `Lease, version 2 SHA-256 ${hashOf('as sent')}`,
    'Page 1, Lease: Jane Doe SHA-256',
    'I agree to review and sign these documents electronically.',
    '1. Sent by Mo Member to jane.certified@alpha.test',
    'Submitted',
    'device: 2026-03-01 12:34:56 UTC; IP address: ',
    'This certificate is self-signed',
    `6 events. Each contains the hash of the one before. The hash of the last is: ${head?.hash}`,
  ])
    expect(text).toContain(said);
  expect(await verify(packet)).toMatch(
    /is intact: 7 rows. It is sealed with the certificate [0-9a-f]{64}\.$/,
  );
});

test('the verifier names what was altered, dropped or swapped, in the database or in the store', async () => {
  const { packet } = await signedPacket('jane.tampered@alpha.test');
  const where = { packet, seq: 2 };
  const faults = async () => {
    try {
      return await verify(packet);
    } catch (error) {
      return error instanceof AdminError ? error.message.split('\n').slice(1) : error;
    }
  };
  const { db, objects } = server.services;
  const original = await db
    .selectFrom('signing_events')
    .selectAll()
    .where('packet', '=', packet)
    .where('seq', '=', 2)
    .executeTakeFirstOrThrow();
  const row = (tx: Kysely<Tables>) =>
    tx.updateTable('signing_events').where('packet', '=', where.packet).where('seq', '=', where.seq);
  await tamper(async (tx) => row(tx).set({ address: '198.51.100.7' }).execute());
  expect(await faults()).toEqual(['Row 2 (viewed) was altered.']);
  await db.deleteFrom('signing_events').where('packet', '=', packet).where('seq', '=', 2).execute();
  expect(await faults()).toEqual(['Row 2 was dropped.']);
  await db
    .insertInto('signing_events')
    .values({ ...original, details: JSON.stringify(original.details) })
    .execute();
  expect(await faults()).toContain('is intact');

  const move = (from: number, to: number) => async (tx: Kysely<Tables>) =>
    tx
      .updateTable('signing_events')
      .set({ seq: to })
      .where('packet', '=', packet)
      .where('seq', '=', from)
      .execute();
  const swap = async (tx: Kysely<Tables>) => {
    for (const [from, to] of [
      [2, 99],
      [3, 2],
      [99, 3],
    ] as const)
      await move(from, to)(tx);
  };
  await tamper(swap);
  expect(await faults()).toEqual([
    'Row 2 was swapped: it has the content of row 3.',
    'Row 3 was swapped: it has the content of row 2.',
  ]);
  await tamper(swap);

  const key = pdfKey(hashOf('as sent'));
  await objects.put(key, Buffer.from('something else'));
  expect(await faults()).toEqual([
    'The file for “Lease” was altered: it isn’t what the signatory was shown.',
  ]);
  await objects.put(key, Buffer.from('as sent'));
  const page = db.updateTable('packet_pages').where('packet', '=', packet);
  await page.set({ sheet: sql`jsonb_set(sheet, '{width}', '600')` }).execute();
  expect(await faults()).toEqual(['Page 1 was altered: it isn’t what was sent.']);
  await page.set({ sheet: sql`jsonb_set(sheet, '{width}', '612')` }).execute();
  expect(await faults()).toContain('is intact');
});

/** What the verifier says about a packet, intact or not. */
const said = async (packet: string): Promise<string> => verify(packet).catch((error: Error) => error.message);

test('the verifier names what was signed if its rows don’t say what the record says', async () => {
  const { packet } = await signedPacket('jane.entries@alpha.test');
  const { db } = server.services;
  const altered = 'What was signed on page 1 was altered: it isn’t what the record says.';
  const row = await db
    .selectFrom('signed_pages')
    .selectAll()
    .where('packet', '=', packet)
    .executeTakeFirstOrThrow();
  const own = db.updateTable('signed_pages').where('packet', '=', packet);
  const original = {
    tab_values: '{}',
    sha256: row.sha256,
    signed_at: row.signed_at,
    utc_offset: row.utc_offset,
  };
  for (const change of [
    { tab_values: '{"01a20000-0000-7000-8000-000000000001":"Graz"}' },
    { sha256: 'f'.repeat(64) },
    { signed_at: new Date('2020-01-01T00:00:00Z') },
    { utc_offset: row.utc_offset + 60 },
  ]) {
    await own.set(change).execute();
    expect((await said(packet)).split('\n').slice(1), Object.keys(change)[0]).toEqual([altered]);
    await own.set(original).execute();
  }
  await db.deleteFrom('signed_pages').where('packet', '=', packet).execute();
  expect(await said(packet)).toContain('What was signed on page 1 was dropped.');
  await db
    .insertInto('signed_pages')
    .values({ ...row, ...original })
    .execute();
  const signatures = db.updateTable('packet_signatures').where('packet', '=', packet);
  await signatures.set({ sha256: 'f'.repeat(64) }).execute();
  expect(await said(packet)).toContain('A signature on page 1 was altered, added or dropped');
  await signatures.set({ sha256: row.sha256 }).execute();
  expect(await said(packet)).toContain('is intact');
});

test('the verifier names a page as signed without a record if its rows were dropped at the end of an open packet', async () => {
  const email = 'jane.open@alpha.test';
  const { jane } = await addLease(email);
  const packet = await desk.make(team, { signatories: [jane] });
  await desk.signAll(await desk.send(team, packet, email));
  expect(await said(packet)).toContain('It isn’t in a sealed PDF');
  const { db } = server.services;
  await db.deleteFrom('signing_events').where('packet', '=', packet).where('kind', '=', 'signed').execute();
  expect(await said(packet)).toContain('No row records that page 1 was signed.');
});

test('the verifier reports a signed PDF that is missing, and one that was replaced', async () => {
  const { packet } = await signedPacket('jane.exchanged@alpha.test');
  const { db } = server.services;
  const sealed = (await readSigningEvents(db, packet)).find(({ kind }) => kind === 'sealed');
  if (!sealed) throw new Error('The packet isn’t sealed.');
  const { hash: _, ...event } = sealed;
  const setRow = async (details: Record<string, unknown>) =>
    tamper(async (tx) =>
      tx
        .updateTable('signing_events')
        .set({ details: JSON.stringify(details), hash: hashOfEvent({ ...event, details }) })
        .where('packet', '=', packet)
        .where('kind', '=', 'sealed')
        .execute(),
    );
  await setRow({ ...event.details, sha256: 'f'.repeat(64) });
  expect((await said(packet)).split('\n').slice(1)).toEqual([
    'The signed PDF was replaced: it isn’t the one that row 7 (sealed) records.',
  ]);
  await setRow(event.details);
  expect(await said(packet)).toContain('is intact');

  await db.updateTable('packets').set({ signed_file_key: null }).where('uuid', '=', packet).execute();
  expect((await said(packet)).split('\n').slice(1)).toEqual([
    'Row 7 (sealed) records a signed PDF, but the packet has none.',
  ]);
  await db.deleteFrom('signing_events').where('packet', '=', packet).where('kind', '=', 'sealed').execute();
  expect(await said(packet)).toContain(
    'is incomplete: its signatory has finished, but there is no sealed PDF.',
  );
});

test('the verifier says that a document was purged or removed as malware, and calls nothing altered', async () => {
  const { packet } = await signedPacket('jane.purged@alpha.test');
  const { db, objects } = server.services;
  await objects.remove(pdfKey(hashOf('as sent')));
  expect(await said(packet)).toContain('The file for “Lease” is missing.');
  const documents = db.updateTable('documents').where('transaction', '=', team.deal);
  await documents.set({ malware: 'Eicar-Test-Signature' }).execute();
  expect(await said(packet)).toMatch(/is intact: .*\nThe file for “Lease” was removed because malware/s);
  await documents.set({ malware: null }).execute();
  await db
    .updateTable('transactions')
    .set({ archived_at: new Date('2026-11-20T10:00:00Z'), archive_key: 'archives/alder.zip' })
    .where('uuid', '=', team.deal)
    .execute();
  expect(await said(packet)).toMatch(
    /is intact: .*\nThe file for “Lease” was purged with the files of its transaction on 2026-11-20, so it can’t be compared\.$/s,
  );
  await objects.put(pdfKey(hashOf('as sent')), Buffer.from('as sent'));
});

test('the certificate names every kind of event in words', () => {
  const events = SIGNING_EVENTS.map((kind, at) => ({
    packet: 'packet',
    seq: at + 1,
    kind,
    at: '2026-03-01T12:00:00.000Z',
    device_at: null,
    actor: null,
    address: '',
    user_agent: '',
    details: {},
    previous_hash: '',
    hash: '',
  }));
  const evidence = { format: 1 as const, packet: 'packet', events, head: { count: events.length, hash: '' } };
  const seal = { name: 'Counterpart', fingerprint: '', isSelfSigned: true };
  const text = JSON.stringify(certificateDesign({ deal: 'Alder', evidence, team: new Map(), seal }));
  for (const [at, kind] of SIGNING_EVENTS.entries()) expect(text).not.toContain(`${at + 1}. ${kind}`);
  expect(text).toContain('Returned on paper');
});
