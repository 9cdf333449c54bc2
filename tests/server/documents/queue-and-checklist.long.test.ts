import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { Item } from '../../../src/contract/entities/checklist/item.ts';
import { add, client, deal, openQueue, path, queued } from './queued-files.ts';

openQueue();

describe('several documents that are added together', () => {
  test('are added except those that somebody has deleted', async () => {
    const [first, gone, last] = [await queued('SPA'), await queued('NDA'), await queued('Deed')];
    await client.delete(path(gone.uuid));
    const added = await add(first.uuid, gone.uuid, last.uuid);
    expect(added.status, added.text).toBe(201);
    expect(added.body.map((each: { document_id: string }) => each.document_id)).toEqual([
      first.uuid,
      last.uuid,
    ]);
    const items: Item[] = (await client.get(`/transactions/item?transaction=${deal}`)).body;
    expect(items.map(({ name }) => name).toSorted()).toEqual(['Deed', 'SPA']);
  });

  test('are rejected if all of them were deleted, or one was never in the transaction', async () => {
    const [first, gone] = [await queued('SPA'), await queued('NDA')];
    await client.delete(path(gone.uuid));
    expect((await add(gone.uuid)).status).toBe(404);
    expect((await add(first.uuid, v7())).status).toBe(404);
    expect((await client.get(`/transactions/item?transaction=${deal}`)).body).toEqual([]);
  });
});
