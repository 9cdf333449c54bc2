import { expect, test } from 'vitest';
import { pdfKey } from '../../../../server/storage/object-keys.ts';
import { hashOfEvent, readSigningEvents } from '../../../../server/store/deals/packets/signing-events.ts';
import { desk, openSigning, server, team } from '../open-signing.ts';
import { addLease, hashOf, said, signedPacket, tamper } from './sealed-packet.ts';

openSigning();

test('the verifier names what was signed if its rows differ from the record', async () => {
  const { packet } = await signedPacket('jane.entries@alpha.test');
  const { db } = server.services;
  const altered = 'The signed content of page 1 was altered: it doesn’t match the record.';
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
  expect(await said(packet)).toContain('The signed content of page 1 was dropped.');
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

test('the verifier reports a missing signed PDF, and one that was replaced', async () => {
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

test('the verifier says that a document was purged or removed as malware, and reports nothing as altered', async () => {
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
