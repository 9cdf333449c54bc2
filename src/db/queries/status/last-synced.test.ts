import { COLLECTION_NAMES, type CollectionName } from '../../../contract/collections/deal-collections.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { newFileRow } from '../../../../tests/support/rows.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { createHeader } from '../../commands/checklist/create-header.ts';
import { MirrorDatabase } from '../../database.ts';
import { newUuid } from '../../uuid.ts';
import { dealStep, dealSteps } from './last-synced.ts';

let db: MirrorDatabase;
let deal: string;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  deal = newUuid();
  return async () => db.delete();
});

async function pulled(collection: CollectionName, pulledAt: string): Promise<void> {
  const key = `${deal}/${collection}`;
  await db.cursors.put({ key, lane: deal, collection, etags: [], askedTick: 1, pulledAt });
}

async function pulledWhole(): Promise<void> {
  for (const collection of COLLECTION_NAMES) await pulled(collection, '2026-11-21T10:43:00Z');
  await pulled('items', '2026-11-21T10:42:00Z');
}

describe('a deal', () => {
  it('is not on this device until all of its lists have come', async () => {
    expect(await dealStep(db, deal)).toEqual({ kind: 'never' });
    await pulled('elements', '2026-11-21T10:44:00Z');
    await pulled('items', '2026-11-21T10:42:00Z');
    expect(await dealStep(db, deal)).toEqual({ kind: 'never' });
  });

  it('was in step when the oldest of its lists came', async () => {
    await pulledWhole();
    expect(await dealStep(db, deal)).toEqual({ kind: 'in_step', at: '2026-11-21T10:42:00Z' });
  });

  it('was in step when its feed came, where that is newer', async () => {
    await pulledWhole();
    const feed = { key: `${deal}/changes`, lane: deal, etags: [], askedTick: 2 };
    await db.cursors.put({ ...feed, collection: 'changes', pulledAt: '2026-11-21T11:00:00Z' });
    expect(await dealStep(db, deal)).toEqual({ kind: 'in_step', at: '2026-11-21T11:00:00Z' });
    await db.cursors.put({ ...feed, collection: 'changes', pulledAt: '2026-11-21T09:00:00Z' });
    expect(await dealStep(db, deal)).toEqual({ kind: 'in_step', at: '2026-11-21T10:42:00Z' });
  });

  it('is not called in step while anything of it is unsent, an edit or a file', async () => {
    await pulledWhole();
    const header = { transaction: deal, uuid: newUuid(), label: 'Closing', parent: TOP, after: null };
    await createHeader(db, header);
    expect(await dealStep(db, deal)).toEqual({ kind: 'ahead', changes: 1, files: 0 });
    await db.files.add(newFileRow(deal));
    expect(await dealStep(db, deal)).toEqual({ kind: 'ahead', changes: 1, files: 1 });
    await db.outbox.clear();
    expect(await dealStep(db, deal)).toEqual({ kind: 'ahead', changes: 0, files: 1 });
  });

  it('stands by itself in the list of deals', async () => {
    await pulledWhole();
    const other = newUuid();
    const steps = await dealSteps(db, [deal, other]);
    expect(steps.get(deal)).toEqual({ kind: 'in_step', at: '2026-11-21T10:42:00Z' });
    expect(steps.get(other)).toEqual({ kind: 'never' });
  });
});
