import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { neededKeys, neededObjects } from '../../../../server/purge/needed-objects.ts';
import { AdminError } from '../../../../server/admin/admin-error.ts';
import { setFeature } from '../../../../server/store/account/features.ts';
import { contentOf, pdfKey } from '../../../../server/storage/object-keys.ts';
import { certificateDesign } from '../../../../server/signing/packets/certificate-design.ts';
import { readSigningEvents } from '../../../../server/store/deals/packets/signing-events.ts';
import { SIGNING_EVENTS } from '../../../../src/contract/rules/signing/packets/signing-events.ts';
import type { Tables } from '../../../../server/store/tables.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import { client, desk, openSigning, server, team, visitor } from '../open-signing.ts';
import { addLease, addVersion, change, hashOf, signedPacket, tamper, verify } from './sealed-packet.ts';

openSigning();

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
  // The capacity remains as printed on the page, even if the entity gets a new first representative.
  const other = { title: 'Chair', signatory: await team.person('Kim Poe'), order: 0 };
  await client.post(`/signatory/${alpha}/representative`, other);
  const { pages } = (await client.get(`/packet/${packet}`)).body;
  expect(pages[0].signatures[0].capacity).toBe('Alpha Corp. by Jane Doe, President');
  expect((await detailsOf(packet, 'sent'))['capacities']).toMatchObject({
    [uuid]: 'Alpha Corp. by Jane Doe, President',
  });
  // What no page shows can be changed.
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

test('a person who signed a page can’t be renamed until the signature is rejected', async () => {
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
