import { beforeEach, describe, expect, it } from 'vitest';
import { newDocumentRow, newFileRow, newTransactionRow } from '../../../tests/support/rows.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { noteKept, noteReleased } from '../../db/offline/offline-deals.ts';
import { noteOpened } from '../../db/offline/opened-deals.ts';
import type { DocumentRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { DocumentsUnderWay } from '../pull/documents-in-progress.ts';
import { SPEC_OFFER, wantedCollections, type Freshness } from './freshness.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const deal = newTransactionRow('Birch');
let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.transactions.put(deal);
  return async () => db.delete();
});

async function wanted(freshness: Partial<Freshness> = {}): Promise<Record<string, number>> {
  const all = await wantedCollections(db, {
    offer: SPEC_OFFER,
    now: NOW,
    hinted: false,
    documents: new DocumentsUnderWay(),
    ...freshness,
  });
  return Object.fromEntries(
    all.map(({ collection, staleMs }) => [collection === 'transactions' ? 'deals' : collection, staleMs]),
  );
}

async function putDocument(facts: Partial<DocumentRow>): Promise<void> {
  const thumbnails = { 'png-144': ['/1.png'] };
  await db.documents.put({ ...newDocumentRow(deal.uuid), thumbnails, ...facts });
}

async function putCursor(version: number): Promise<void> {
  const key = `${deal.uuid}/changes`;
  const pulledAt = new Date(NOW).toISOString();
  await db.cursors.put({
    key,
    lane: deal.uuid,
    collection: 'changes',
    epoch: 'one',
    version,
    askedTick: 1,
    pulledAt,
  });
}

it('[PULL12] a deal that was never opened here is not fetched, only listed; notifications are polled', async () => {
  expect(await wanted()).toEqual({ deals: 30_000, notifications: 10_000 });
});

it('[KEEP1] a deal that is kept on this device is fetched though it was never opened here, until it is released', async () => {
  const offer = { ...SPEC_OFFER, change_feed: true };
  await noteKept(db, deal.uuid, NOW - 60 * 24 * 60 * MINUTE);
  expect(await wanted({ offer })).toMatchObject({ changes: 0 });
  await putCursor(deal.version);
  expect(await wanted({ offer }), 'it is on no screen').toMatchObject({ changes: 5 * MINUTE });
  await noteOpened(db, deal.uuid, NOW);
  expect(await wanted({ offer }), 'it is on the screen').toMatchObject({ changes: 10_000 });
  await db.meta.delete(`opened/${deal.uuid}`);
  await noteReleased(db, deal.uuid);
  expect(await wanted({ offer })).not.toHaveProperty('changes');
});

describe('by lists, a deal', () => {
  it('on the screen is as fresh as the stale times say', async () => {
    await noteOpened(db, deal.uuid, NOW);
    expect(await wanted()).toEqual({
      deals: 30_000,
      elements: 10_000,
      items: 10_000,
      documents: 20_000,
      tasks: 30_000,
      notes: 30_000,
      customKeys: 30_000,
      activity: 10_000,
      notifications: 10_000,
    });
  });

  it('[PULL16] that has moved on is soon asked who did what in it, one that has not or is on no screen seldom', async () => {
    const at = { askedTick: 1, pulledAt: new Date(NOW).toISOString() };
    const told = async (version: number) =>
      db.cursors.put({
        key: `${deal.uuid}/activity`,
        lane: deal.uuid,
        collection: 'activity',
        version,
        ...at,
      });
    await noteOpened(db, deal.uuid, NOW);
    await told(deal.version);
    expect(await wanted()).toMatchObject({ activity: 5 * MINUTE });
    await told(deal.version - 1);
    expect(await wanted()).toMatchObject({ activity: 10_000 });
    await noteOpened(db, deal.uuid, NOW - 3 * MINUTE);
    expect(await wanted()).toMatchObject({ activity: 5 * MINUTE });
  });

  it('that was opened within the last month is kept, at leisure', async () => {
    await noteOpened(db, deal.uuid, NOW - 3 * MINUTE);
    expect(await wanted()).toMatchObject({ elements: 5 * MINUTE, items: 5 * MINUTE, documents: 5 * MINUTE });
  });

  it('in which a document is converted has its documents asked for every 3 seconds', async () => {
    await noteOpened(db, deal.uuid, NOW);
    await putDocument({ conversionFinishedAt: null, conversionStatus: 'processing', thumbnails: null });
    expect(await wanted()).toMatchObject({ items: 10_000, documents: 3000 });
  });

  it('in which a file is fetched from a DMS has its documents asked for every 3 seconds', async () => {
    await noteOpened(db, deal.uuid, NOW);
    await db.files.add(newFileRow(deal.uuid, { status: 'WAITING_ON_DMS' }));
    expect(await wanted()).toMatchObject({ documents: 3000 });
  });

  it('in which a document with variables is processed has documents and items asked for every 2.5 seconds', async () => {
    await noteOpened(db, deal.uuid, NOW);
    await putDocument({ hasVariables: true, conversionStatus: 'processing' });
    expect(await wanted()).toMatchObject({ elements: 10_000, items: 2500, documents: 2500 });
  });
});

describe('[FEED5] by its feed, a deal', () => {
  const offer = { ...SPEC_OFFER, change_feed: true, event_stream: true };

  it('that was never pulled is due', async () => {
    await noteOpened(db, deal.uuid, NOW);
    expect(await wanted({ offer })).toEqual({
      deals: 30_000,
      changes: 0,
      activity: 10_000,
      notifications: 10_000,
    });
  });

  it('on the screen is asked for by the stale time, or once a minute while the stream stands', async () => {
    await noteOpened(db, deal.uuid, NOW);
    await putCursor(deal.version);
    expect(await wanted({ offer })).toMatchObject({ changes: 10_000 });
    expect(await wanted({ offer, hinted: true })).toMatchObject({ changes: MINUTE });
  });

  it('that the list of deals tells another counter of is due, on the screen or not', async () => {
    await noteOpened(db, deal.uuid, NOW - 60 * MINUTE);
    await putCursor(deal.version);
    expect(await wanted({ offer, hinted: true })).toMatchObject({ changes: 5 * MINUTE });
    await putCursor(deal.version + 4);
    expect(await wanted({ offer, hinted: true })).toMatchObject({ changes: 1000 });
  });

  it('in which documents are converted is polled, whether the stream stands or not', async () => {
    await noteOpened(db, deal.uuid, NOW);
    await putCursor(deal.version);
    await putDocument({ conversionFinishedAt: null, conversionStatus: 'processing', thumbnails: null });
    expect(await wanted({ offer, hinted: true })).toMatchObject({ changes: 3000 });
    await putDocument({ hasVariables: true, conversionStatus: 'processing' });
    expect(await wanted({ offer, hinted: true })).toMatchObject({ changes: 2500 });
  });
});
