import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { setFeature } from '../../../../server/store/account/features.ts';
import type { Flag } from '../../../../src/contract/rules/account/features.ts';
import { seePdf } from '../../../support/open-pdfium.ts';
import { addFiledItem } from '../../support/deal-with-rows.ts';
import { client, openSigning, server, team } from '../open-signing.ts';

openSigning();

const create = async (what: object, uuid = v7()) =>
  client.post('/assignments/create_packet', { uuid, transaction: team.deal, ...what });

/** Makes packets, and waits until the jobs are done. */
async function make(what: object) {
  const { status, text, body } = await create(what);
  expect(status, text).toBe(201);
  await expect
    .poll(async () => (await client.get(`/assignments/create_packet/${body.uuid}`)).body)
    .toMatchObject({ status: 'ready', progress: 1 });
  return (await client.get(`/assignments/create_packet/${body.uuid}`)).body.packets;
}

async function download(packet: string): Promise<string[]> {
  const answer = await client.post(`/packet/${packet}/download`);
  expect(answer.status, answer.text).toBe(302);
  const file = await fetch(answer.body.redirect_url);
  const pages = await seePdf(new Uint8Array(await file.arrayBuffer()), 1);
  return pages.map(({ text }) => text);
}

const switchOn = async (name: Flag) =>
  setFeature(server.services.db, { name, transaction: team.deal, is_active: true, set_at: new Date() });

const statuses = async () => (await team.list('/assignments/assignment')).map(({ status }) => status);

const withoutFile = (document: string) =>
  `${document}: there is no document yet, so signatories see only the signature page.`;

describe('packets', () => {
  test('contain all pages that one person signs, for themselves and for entities, in checklist order', async () => {
    const [alpha, jane, john] = [
      await team.entity('Alpha Corp.'),
      await team.person('Jane Doe'),
      await team.person('John Roe'),
    ];
    await team.relation(alpha, jane, 'President');
    const [spa, nda] = [await team.item('SPA'), await team.item('NDA')];
    await team.assign(nda, jane);
    await team.assign(spa, alpha);
    await team.assign(spa, john);
    const packets = await make({ signatories: [jane, john] });
    expect(packets).toMatchObject([
      { signatory: jane, status: 'ready', num_pages: 2, warnings: ['SPA', 'NDA'].map(withoutFile) },
      { signatory: john, status: 'ready', num_pages: 1 },
    ]);
    const [first, second] = await download(packets[0].uuid);
    expect(first).toContain('ALPHA CORP.');
    expect(first).toContain('Signature Page to SPA');
    expect(second).toContain('Signature Page to NDA');
    expect(first?.replaceAll(/\s/g, '')).toMatch(/CP-[A-Z2-7]{16}/);
    expect(await statuses()).toEqual(['in_packet', 'in_packet', 'in_packet']);
    expect(await team.list('/packet')).toHaveLength(2);
  });

  test('begin with a cover, an index and slip pages if the deal has those features', async () => {
    const jane = await team.person('Jane Doe');
    for (const name of ['SPA', 'NDA']) await team.assign(await team.item(name), jane);
    await switchOn('PACKET_COVER_PAGE_AND_INDEX');
    await switchOn('DOCUMENT_SLIP_PAGE');
    const [packet] = await make({ signatories: [jane] });
    const pages = await download(packet.uuid);
    expect(pages).toHaveLength(5);
    expect(pages[0]).toContain('SPA, page 2');
    expect(pages[0]).toContain('NDA, page 4');
    expect(pages[1]?.trim()).toBe('SPA');
    const options = { cover_and_index: false, slip_pages: false };
    const [bare] = await make({ signatories: [jane], options });
    expect(bare.num_pages).toBe(2);
  });

  test('requested twice with one id are made once', async () => {
    const jane = await team.person('Jane Doe');
    await team.assign(await team.item('SPA'), jane);
    const uuid = v7();
    const first = await create({ signatories: [jane] }, uuid);
    const again = await create({ signatories: [jane] }, uuid);
    expect(again.body.packets[0].uuid).toBe(first.body.packets[0].uuid);
    expect(await team.list('/packet')).toHaveLength(1);
  });

  test('replace unsent packets of the same pages', async () => {
    const jane = await team.person('Jane Doe');
    const spa = await team.assign(await team.item('SPA'), jane);
    await team.assign(await team.item('NDA'), jane);
    await make({ signatories: [jane] });
    const [packet] = await make({ assignments: [spa.uuid] });
    expect((await team.list('/packet')).map(({ uuid }) => uuid)).toEqual([packet.uuid]);
    expect((await statuses()).map(String).toSorted()).toEqual(['assigned', 'in_packet']);
    const listed = await team.list('/assignments/assignment');
    expect(listed.find(({ uuid }) => uuid === spa.uuid)).toMatchObject({
      packet: packet.uuid,
      packet_page: 1,
      packet_status: 'ready',
    });
  });

  test('need a representative of each entity, and something to sign', async () => {
    const [alpha, jane] = [await team.entity('Alpha Corp.'), await team.person('Jane Doe')];
    await team.assign(await team.item('SPA'), alpha);
    expect((await create({ signatories: [alpha] })).body.error_message).toBe(
      'Nobody signs for Alpha Corp. yet. Add a representative.',
    );
    const nothing = await create({ signatories: [jane] });
    expect(nothing.status).toBe(422);
    expect(nothing.body.error_message).toBe('These signatories have nothing left to sign.');
    expect(await team.list('/packet')).toEqual([]);
  });

  test('list what is missing on their pages', async () => {
    const [alpha, jane] = [await team.entity('Alpha Corp.'), await team.person('Jane Doe')];
    await team.relation(alpha, jane, '');
    await team.assign(await team.item('SPA'), alpha);
    const [packet] = await make({ signatories: [alpha] });
    expect(packet.warnings).toEqual([withoutFile('SPA'), 'SPA: Jane Doe has no title.']);
  });

  test('for pages that can only be signed on paper are separate packets, which say why', async () => {
    const [jane, john] = [await team.person('Jane Doe'), await team.person('John Roe')];
    const [spa, will, nda] = [await team.item('SPA'), await team.item('Will'), await team.item('NDA')];
    const { uuid } = await team.assign(spa, jane);
    await client.patch(`/assignments/assignment/${uuid}`, { requires_notary: true });
    for (const item of [will, nda]) await team.assign(item, jane);
    await team.assign(spa, john);
    await client.patch(`/transactions/item/${will}`, { requires_original_signatures: true });
    const packets = await make({ signatories: [jane, john] });
    const listed = await team.list('/packet');
    const needsPaper = (packet: string) => listed.find((each) => each.uuid === packet)?.['needs_paper'];
    const [onPaper, rest, ofJohn] = packets;
    expect(packets).toHaveLength(3);
    expect(needsPaper(onPaper.uuid)).toBe(true);
    expect(onPaper).toMatchObject({ signatory: jane, num_pages: 3 });
    expect(onPaper.warnings).toEqual([
      'SPA: a notary is needed, so it must be signed on paper. A notary acknowledgment page follows the signature page.',
      withoutFile('SPA'),
      'Will: wet-ink signatures are needed, so it must be signed on paper.',
      withoutFile('Will'),
    ]);
    expect(needsPaper(rest.uuid)).toBe(false);
    expect(rest).toMatchObject({ signatory: jane, num_pages: 1, warnings: [withoutFile('NDA')] });
    expect(needsPaper(ofJohn.uuid)).toBe(false);
    expect(await download(onPaper.uuid)).toHaveLength(3);
  });

  test('have a notary acknowledgment page, with its own code, after each page that needs a notary', async () => {
    const [alpha, jane] = [await team.entity('Alpha Corp.'), await team.person('Jane Doe')];
    await team.relation(alpha, jane, 'President');
    const [spa, will] = [await team.item('SPA'), await team.item('Will')];
    await client.patch(`/transactions/item/${will}`, { requires_original_signatures: true });
    const { uuid } = await team.assign(spa, alpha);
    await team.assign(will, jane);
    await client.patch(`/assignments/assignment/${uuid}`, { requires_notary: true });
    const [packet] = await make({ signatories: [jane] });
    const pages = await download(packet.uuid);
    expect(pages.map((text) => text.includes('Notary acknowledgment'))).toEqual([false, true, false]);
    expect(pages[0]).toContain('Signature Page to SPA');
    const words = pages[1]?.replaceAll(/\s+/g, ' ');
    expect(words).toContain('personally appeared Jane Doe, who proved to me');
    expect(words).toContain('the attached signature page to “SPA”');
    expect(words).toContain('Signed as: Alpha Corp. by Jane Doe, President');
    const codes = pages.map((text) => /CP-[A-Z2-7]{16}/.exec(text.replaceAll(/\s/g, ''))?.[0]);
    expect(codes).not.toContain(undefined);
    expect(new Set(codes).size).toBe(3);
  });

  test('have lines for a witness on the pages of deeds, and where a signature requires one', async () => {
    const [jane, john] = [await team.person('Jane Doe'), await team.person('John Roe')];
    const lease = await team.item('Lease');
    const { uuid } = await team.assign(lease, jane);
    await team.assign(lease, john);
    await client.patch(`/assignments/assignment/${uuid}`, { requires_witness: true });
    const [ofJane, ofJohn] = await make({ signatories: [jane, john] });
    expect((await download(ofJane.uuid)).join()).toContain('Signed in the presence of:');
    expect((await download(ofJohn.uuid)).join()).not.toContain('in the presence of');
    await client.patch(`/transactions/transaction/${team.deal}`, { is_deed_transaction: true });
    const [again] = await make({ signatories: [john] });
    const [page] = await download(again.uuid);
    for (const label of ['Witness:', 'Name:', 'Address:', 'Occupation:']) expect(page).toContain(label);
    expect(await team.list('/packet')).toMatchObject([{ needs_paper: false }, { needs_paper: false }]);
  });

  test('warn that a document still has fields that nobody has filled in', async () => {
    const jane = await team.person('Jane Doe');
    const { filed, document } = await addFiledItem(server, client, team.deal);
    const { db } = server.services;
    await db.updateTable('documents').set({ has_variables: true }).where('uuid', '=', document).execute();
    await team.assign(filed, jane);
    const [packet] = await make({ signatories: [jane] });
    expect(packet.warnings).toEqual([
      'Lease: the document still has {{…}} fields that haven’t been filled in.',
    ]);
  });

  test('that are deleted with their signatory free the pages of the entities that they sign for', async () => {
    const [alpha, jane] = [await team.entity('Alpha Corp.'), await team.person('Jane Doe')];
    await team.relation(alpha, jane, 'President');
    await team.assign(await team.item('SPA'), alpha);
    await make({ signatories: [jane] });
    expect((await client.delete(`/signatory/${jane}`)).status).toBe(204);
    expect(await statuses()).toEqual(['assigned']);
  });

  test('that are canceled free a page that was removed in the meantime, so that it can be restored', async () => {
    const jane = await team.person('Jane Doe');
    const { uuid } = await team.assign(await team.item('SPA'), jane);
    const [packet] = await make({ signatories: [jane] });
    await client.delete(`/assignments/assignment/${uuid}`);
    await client.post(`/packet/${packet.uuid}/cancel`, { reason: 'A new draft.' });
    expect((await team.restore('assignment', uuid)).status).toBe(204);
    expect(await statuses()).toEqual(['assigned']);
  });

  test('that are canceled free their pages for another packet', async () => {
    const jane = await team.person('Jane Doe');
    await team.assign(await team.item('SPA'), jane);
    const [packet] = await make({ signatories: [jane] });
    const answer = await client.post(`/packet/${packet.uuid}/cancel`, { reason: 'A new draft.' });
    expect(answer.body).toMatchObject({ status: 'cancelled', cancelled_reason: 'A new draft.' });
    expect(await statuses()).toEqual(['assigned']);
    await server.services.db
      .updateTable('packets')
      .set({ status: 'sent' })
      .where('uuid', '=', packet.uuid)
      .execute();
    expect((await client.post(`/packet/${packet.uuid}/cancel`, { reason: 'Again.' })).status).toBe(403);
    await switchOn('CANCEL_ESIGN');
    expect((await client.post(`/packet/${packet.uuid}/cancel`, { reason: 'Again.' })).status).toBe(200);
  });
});
