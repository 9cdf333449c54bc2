import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { Element } from '../../../src/contract/entities/checklist/element.ts';
import type { Item } from '../../../src/contract/entities/checklist/item.ts';
import { add, client, deal, openQueue, path, queued, server } from './queued-files.ts';

// People empty, rename and sort the upload queue while others add its documents to the checklist.

openQueue();

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('a document that is deleted from the queue', () => {
  test('is deleted while it is in the queue', async () => {
    const { uuid } = await queued();
    expect((await client.delete(`${path(uuid)}?in_queue=true`)).status).toBe(204);
    expect((await client.get(path(uuid))).status).toBe(404);
    // A repeated deletion succeeds, because the first response may have been lost.
    expect((await client.delete(`${path(uuid)}?in_queue=true`)).status).toBe(204);
  });

  test('is kept once it is on the checklist, and the response contains its row', async () => {
    const { uuid } = await queued();
    const [{ item_uuid }] = (await add(uuid)).body;
    const key = v7();
    const kept = await client.delete(`${path(uuid)}?in_queue=true`, keyed(key));
    expect(kept.status).toBe(409);
    expect(kept.body).toMatchObject({
      code: 'on_checklist',
      error_message: '“NDA” was kept because it is on the checklist.',
      current: { uuid, in_queue: false, item_id: item_uuid },
    });
    expect((await client.get(path(uuid))).status).toBe(200);
    expect((await client.delete(`${path(uuid)}?in_queue=true`, keyed(key))).status).toBe(409);
  });

  test('is deleted from the checklist by a deletion on the checklist', async () => {
    const { uuid } = await queued();
    await add(uuid);
    expect((await client.delete(path(uuid))).status).toBe(204);
    expect((await client.get(path(uuid))).status).toBe(404);
  });
});

describe('an edit that was made in the queue', () => {
  const itemOf = async (uuid: string): Promise<Item> => (await client.get(`/transactions/item/${uuid}`)).body;
  const upon = (version: number, origin: string) => ({
    headers: { 'x-base-version': String(version), 'x-counterpart-origin': origin },
  });
  const rename = { name: 'SPA', signing_type: 'fully_executed', in_queue: true };

  test('applies to the item that somebody has created from the document in the meantime', async () => {
    const { uuid, version } = await queued();
    const [{ item_uuid }] = (await add(uuid)).body;
    expect((await client.patch(path(uuid), rename, upon(version, v7()))).status).toBe(200);
    expect(await itemOf(item_uuid)).toMatchObject({ name: 'SPA', for_signing: false, fully_executed: true });
  });

  test('conflicts with a later change of the item, and settles it', async () => {
    const { uuid, version } = await queued();
    const [{ item_uuid }] = (await add(uuid)).body;
    const admin = await server.signIn('admin@firm.test');
    await admin.patch(`/transactions/item/${item_uuid}`, { name: 'Share purchase agreement' });
    const refused = await client.patch(path(uuid), rename, upon(version, v7()));
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'changed_meanwhile',
      fields: ['name'],
      current: { name: 'Share purchase agreement', signing_type: 'to_be_signed' },
    });
    expect((await client.get(path(uuid))).body.name).toBe('NDA');
    const mine = await client.patch(path(uuid), rename, upon(refused.body.current.version, v7()));
    expect(mine.status).toBe(200);
    expect((await itemOf(item_uuid)).name).toBe('SPA');
  });

  test('does not change an item of which the document is a version', async () => {
    const { uuid, version } = await queued();
    const item = (await client.post('/transactions/item', { transaction: deal, name: 'Side letter' })).body;
    await client.patch(path(uuid), { item_id: item.uuid });
    expect((await client.patch(path(uuid), rename, upon(version, v7()))).status).toBe(200);
    expect((await itemOf(item.uuid)).name).toBe('Side letter');
  });
});

describe('a user’s own edits from two devices', () => {
  const [laptop, phone] = [v7(), v7()];
  const from = (origin: string, version: number) => ({
    headers: { 'x-base-version': String(version), 'x-counterpart-origin': origin },
  });

  async function header(): Promise<Element> {
    return (await client.post('/transactions/element', { transaction: deal, label: 'Closing' })).body;
  }

  test('conflict if an older one arrives after a newer one', async () => {
    const { uuid, version } = await header();
    const one = `/transactions/element/${uuid}`;
    expect((await client.patch(one, { label: 'Closing documents' }, from(phone, version))).status).toBe(200);
    const late = await client.patch(one, { label: 'Old' }, from(laptop, version));
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      code: 'changed_meanwhile',
      error_message:
        'You changed this on another device in the meantime. Compare both versions and choose one.',
      changed_by: 'You (on another device)',
      current: { label: 'Closing documents' },
    });
    const mine = await client.patch(one, { label: 'Old' }, from(laptop, late.body.current.version));
    expect(mine.body.label).toBe('Old');
  });

  test('do not conflict if one device made them in sequence, based on the same version', async () => {
    const { uuid, version } = await header();
    const one = `/transactions/element/${uuid}`;
    for (const label of ['First', 'Second', 'Third'])
      expect((await client.patch(one, { label }, from(laptop, version))).status).toBe(200);
  });

  test('do not conflict if a device does not identify itself', async () => {
    const { uuid, version } = await header();
    const one = `/transactions/element/${uuid}`;
    const unnamed = { headers: { 'x-base-version': String(version) } };
    expect((await client.patch(one, { label: 'First' }, unnamed)).status).toBe(200);
    expect((await client.patch(one, { label: 'Second' }, from(laptop, version))).status).toBe(200);
    expect((await client.patch(one, { label: 'Third' }, unnamed)).status).toBe(200);
  });

  test('with an invalid device id are rejected', async () => {
    const { uuid } = await header();
    const wrong = { headers: { 'x-counterpart-origin': 'the laptop' } };
    const answer = await client.patch(`/transactions/element/${uuid}`, { label: 'A' }, wrong);
    expect(answer.body).toMatchObject({ code: 'invalid', fields: ['X-Counterpart-Origin'] });
  });
});
