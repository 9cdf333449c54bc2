import { beforeEach, describe, expect, it } from 'vitest';
import { newDocumentRow, newFileRow, newTransactionRow } from '../../../tests/support/rows.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { noteKept, noteReleased } from '../../db/offline/offline-deals.ts';
import { noteOpened } from '../../db/offline/opened-deals.ts';
import type { DocumentRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { DocumentsUnderWay } from '../pull/documents-in-progress.ts';
import { SPEC_OFFER, wantedSources, type Freshness } from './freshness.ts';

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
  const all = await wantedSources(db, {
    offer: SPEC_OFFER,
    now: NOW,
    hinted: false,
    documents: new DocumentsUnderWay(),
    ...freshness,
  });
  return Object.fromEntries(
    all.map(({ source, staleMs }) => [source === 'transactions' ? 'deals' : source, staleMs]),
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

it('[PULL12] a deal that was never opened here is listed but not fetched, and notifications are polled', async () => {
  expect(await wanted()).toEqual({ deals: 30_000, notifications: 10_000 });
});

it('[KEEP1] an offline deal is fetched even if it was never opened here, until it is removed', async () => {
  await noteKept(db, deal.uuid, NOW - 60 * 24 * 60 * MINUTE);
  expect(await wanted()).toMatchObject({ changes: 0 });
  await putCursor(deal.version);
  expect(await wanted(), 'it is on no screen').toMatchObject({ changes: 5 * MINUTE });
  await noteOpened(db, deal.uuid, NOW);
  expect(await wanted(), 'it is on the screen').toMatchObject({ changes: 10_000 });
  await db.meta.delete(`opened/${deal.uuid}`);
  await noteReleased(db, deal.uuid);
  expect(await wanted()).not.toHaveProperty('changes');
});

describe('[FEED5] a deal', () => {
  it('requests its activity soon if it has changed, and rarely if it hasn’t or is not on the screen', async () => {
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

  it('that was never pulled is due', async () => {
    await noteOpened(db, deal.uuid, NOW);
    expect(await wanted()).toEqual({
      deals: 30_000,
      changes: 0,
      activity: 10_000,
      notifications: 10_000,
    });
  });

  it('on the screen is requested by its stale time, or once a minute while the stream is open', async () => {
    await noteOpened(db, deal.uuid, NOW);
    await putCursor(deal.version);
    expect(await wanted()).toMatchObject({ changes: 10_000 });
    expect(await wanted({ hinted: true })).toMatchObject({ changes: MINUTE });
  });

  it('with a different counter in the deal list is due, on the screen or not', async () => {
    await noteOpened(db, deal.uuid, NOW - 60 * MINUTE);
    await putCursor(deal.version);
    expect(await wanted({ hinted: true })).toMatchObject({ changes: 5 * MINUTE });
    await putCursor(deal.version + 4);
    expect(await wanted({ hinted: true })).toMatchObject({ changes: 1000 });
  });

  it('into which a DMS file is fetched is polled every 3 seconds', async () => {
    await noteOpened(db, deal.uuid, NOW);
    await putCursor(deal.version);
    await db.files.add(newFileRow(deal.uuid, { status: 'WAITING_ON_DMS' }));
    expect(await wanted()).toMatchObject({ changes: 3000 });
  });

  it('with documents being converted is polled, with or without a stream', async () => {
    await noteOpened(db, deal.uuid, NOW);
    await putCursor(deal.version);
    await putDocument({ conversionFinishedAt: null, conversionStatus: 'processing', thumbnails: null });
    expect(await wanted({ hinted: true })).toMatchObject({ changes: 3000 });
    await putDocument({ hasVariables: true, conversionStatus: 'processing' });
    expect(await wanted({ hinted: true })).toMatchObject({ changes: 2500 });
  });
});
