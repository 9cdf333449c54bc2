import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { addFiledItem } from '../../support/deal-with-rows.ts';
import { client, openSigning, server, team } from '../open-signing.ts';

let item: string;
let pages: string[];

openSigning({ role: 'web' });
beforeEach(async () => {
  ({ filed: item, pages } = await addFiledItem(server, client, team.deal, [1, 2, 3]));
});

const mark = async (page_uuid: string | undefined, for_signing?: boolean) =>
  client.post(`/transactions/item/${item}/mark_page_for_signing`, { page_uuid, for_signing });

const marked = async () =>
  (await team.list('/transactions/signature_page')).map(({ ref_page_number }) => ref_page_number);

test('marking a page makes it a signature page of its file, and marks its document to be signed', async () => {
  const { body } = await client.get(`/transactions/item/${item}`);
  expect(body).toMatchObject({ for_signing: false, pages: [{ uuid: pages[0], ref_page_number: 1 }, {}, {}] });
  const answer = await mark(pages[1], true);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toMatchObject({ uuid: item, for_signing: true });
  const document: string = body.document;
  expect(await team.list('/transactions/signature_page')).toMatchObject([
    { uuid: pages[1], item, source: 'file', document, ref_page_number: 2, order: 0 },
  ]);
});

test('marking twice changes nothing, and a call without for_signing toggles the mark', async () => {
  await mark(pages[0], true);
  await mark(pages[0], true);
  expect(await marked()).toEqual([1]);
  await mark(pages[0]);
  expect(await marked()).toEqual([]);
  await mark(pages[0], false);
  expect(await marked()).toEqual([]);
  await mark(pages[0]);
  expect(await marked()).toEqual([1]);
});

test('marked pages are in the order of the file, before generated pages', async () => {
  await team.assign(item, await team.person('Jane'));
  for (const page of [pages[2], pages[0], pages[1]]) await mark(page, true);
  expect(await marked()).toEqual([1, 2, 3, null]);
  await mark(pages[1], false);
  expect((await team.list('/transactions/signature_page')).map(({ order }) => order)).toEqual([0, 1, 2]);
});

test('unmarking a page removes its open assignments, and restoring it brings them back', async () => {
  await mark(pages[0], true);
  const jane = await team.person('Jane');
  const { uuid } = await team.assign(item, jane, { item_page_uuid: pages[0] });
  expect((await mark(pages[0], false)).status).toBe(200);
  expect(await team.list('/assignments/assignment')).toEqual([]);
  expect((await team.restore('signature_page', pages[0] ?? '')).status).toBe(204);
  expect(await team.list('/assignments/assignment')).toMatchObject([{ uuid, item_page_uuid: pages[0] }]);
});

test('a page that was sent can’t be unmarked, and the refusal names its signatories', async () => {
  await mark(pages[2], true);
  const { uuid } = await team.assign(item, await team.person('Jane'), { item_page_uuid: pages[2] });
  await team.assign(item, await team.person('John'), { item_page_uuid: pages[2] });
  await team.status(uuid, 'sent');
  const answer = await mark(pages[2], false);
  expect(answer.status).toBe(422);
  expect(answer.body.error_message).toBe('Page 3 can’t be unmarked: it was already sent to “Jane”.');
  expect(await team.list('/assignments/assignment')).toHaveLength(2);
});

test('a page of an earlier version, of another document or of none can’t be marked', async () => {
  const other = await addFiledItem(server, client, team.deal);
  expect((await mark(other.page, true)).status).toBe(404);
  expect((await mark(v7(), true)).status).toBe(404);
  await server.services.db.updateTable('items').set({ document: null }).where('uuid', '=', item).execute();
  const answer = await mark(pages[0], true);
  expect(answer.status).toBe(422);
  expect(answer.body.error_message).toContain('earlier version');
});

test('an unmarked page of a file can’t be assigned', async () => {
  const jane = await team.person('Jane');
  const body = { item, signatory: jane, item_page_uuid: pages[0] };
  const answer = await client.post('/assignments/assignment', body);
  expect(answer.status).toBe(422);
  expect(answer.body.error_message).toBe('Mark this page for signing before you assign it.');
});

describe('a page that a signing group signs', () => {
  let [jane, john, buyers] = ['', '', ''];

  beforeEach(async () => {
    [jane, john] = [await team.person('Jane'), await team.person('John')];
    buyers = await team.group('Buyers', [jane, john]);
    await mark(pages[0], true);
  });

  const assignGroup = async (group = buyers) =>
    client.post(`/signing_group/${group}/assign_dynamic`, { item, item_page_uuid: pages[0] });
  const signers = async () => (await team.list('/assignments/assignment')).map(({ signatory }) => signatory);

  test('can’t be unmarked once a member’s signature was sent', async () => {
    await assignGroup();
    const [first] = await team.list('/assignments/assignment');
    await team.status(first?.uuid ?? '', 'sent');
    expect((await mark(pages[0], false)).status).toBe(422);
    expect(new Set(await signers())).toEqual(new Set([jane, john]));
  });
});

test('a document with one marked page is signed there, without an additional generated page', async () => {
  await mark(pages[1], true);
  for (const name of ['Jane', 'John'])
    expect(await team.assign(item, await team.person(name))).toMatchObject({ item_page_uuid: pages[1] });
  expect(await marked()).toEqual([2]);
});

test('deleting a file unmarks its pages and removes their open assignments, and restoring it brings both back', async () => {
  await mark(pages[1], true);
  const { uuid } = await team.assign(item, await team.person('Jane'));
  const document: string = (await client.get(`/transactions/item/${item}`)).body.document;
  expect((await client.delete(`/transactions/document/${document}`)).status).toBe(204);
  expect([await marked(), await team.list('/assignments/assignment')]).toEqual([[], []]);
  expect((await team.restore('document', document)).status).toBe(204);
  expect(await marked()).toEqual([2]);
  expect(await team.list('/assignments/assignment')).toMatchObject([{ uuid, item_page_uuid: pages[1] }]);
});

test('a signature on a document with several marked pages has to say which page it is on', async () => {
  for (const page of [pages[0], pages[2]]) await mark(page, true);
  const jane = await team.person('Jane');
  const buyers = await team.group('Buyers', [jane]);
  const sentence = 'Several pages of this document are marked for signing. Choose which one is signed.';
  for (const [path, body] of [
    ['/assignments/assignment', { item, signatory: jane }],
    [`/signing_group/${buyers}/assign`, { item }],
    [`/signing_group/${buyers}/assign_dynamic`, { item }],
  ] as const) {
    const answer = await client.post(path, body);
    expect([answer.status, answer.body.error_message], path).toEqual([422, sentence]);
  }
  expect(await team.list('/assignments/assignment')).toEqual([]);
  await team.assign(item, jane, { item_page_uuid: pages[2] });
  expect(await team.list('/assignments/assignment')).toMatchObject([{ item_page_uuid: pages[2] }]);
  expect(await marked()).toEqual([1, 3]);
});

test('a file that goes back to the upload queue takes no marked pages along, and stays if one was sent', async () => {
  await mark(pages[0], true);
  const { uuid } = await team.assign(item, await team.person('Jane'));
  const document: string = (await client.get(`/transactions/item/${item}`)).body.document;
  const backToQueue = async () => client.patch(`/transactions/document/${document}`, { item_id: null });
  await team.status(uuid, 'sent');
  const refused = await backToQueue();
  expect(refused.status).toBe(422);
  expect(refused.body.error_message).toContain('This file can’t be moved back to the upload queue');
  await team.status(uuid, 'assigned');
  expect((await backToQueue()).status).toBe(200);
  expect(await marked()).toEqual([]);
});
