import { beforeEach, expect, it } from 'vitest';
import { newDocumentRow, newFileRow } from '../../../tests/support/rows.ts';
import { MirrorDatabase } from '../database.ts';
import { keepSentFile } from '../outbox/sent-edits.ts';
import { newUuid } from '../uuid.ts';
import { deleteSentBytes, limitSentBytes } from './sent-bytes.ts';

const deal = newUuid();
let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  return async () => db.delete();
});

/** Records that the server received a file of this size, `minute` minutes after the first. Its copy is still here. */
async function sendFile(minute: number, size: number, transaction = deal): Promise<string> {
  const document = newDocumentRow(transaction);
  const { uuid } = document;
  await db.documents.put(document);
  await db.fileBytes.put({ uuid, bytes: new Blob(['x'.repeat(size)]) });
  await keepSentFile(db, newFileRow(transaction, { uuid }), newUuid(), new Date(2026, 1, 1, 12, minute));
  return uuid;
}

async function copies(): Promise<Set<string>> {
  return new Set(await db.fileBytes.toCollection().primaryKeys());
}

it('[LOST5] deletes the oldest copies beyond the budget, and those larger than all of it', async () => {
  await sendFile(0, 60);
  const second = await sendFile(1, 50);
  await sendFile(2, 101);
  const last = await sendFile(3, 50);
  await limitSentBytes(db, 100);
  expect(await copies()).toEqual(new Set([second, last]));
});

it('[LOST5] ignores bytes that the queue or the tray needs, and deletes none of them', async () => {
  const queued = await sendFile(0, 60);
  const shelved = await sendFile(1, 60);
  const copy = await sendFile(2, 60);
  await db.files.put(newFileRow(deal, { uuid: queued, status: 'SUCCESS_CREATING_DOCUMENT' }));
  const stamp = { madeAt: '', rejectedAt: '', reason: '', code: 'restored' } as const;
  await db.rejected.put({ id: shelved, lane: deal, name: 'file.upload', args: {}, ...stamp });
  await limitSentBytes(db, 100);
  expect(await copies()).toEqual(new Set([queued, shelved, copy]));
  expect(await deleteSentBytes(db)).toBe(1);
  expect(await copies()).toEqual(new Set([queued, shelved]));
});

it('[LOST5] deletes the copy of a document that the deal no longer has', async () => {
  const gone = await sendFile(0, 10);
  const there = await sendFile(1, 10);
  await db.documents.delete(gone);
  await limitSentBytes(db);
  expect(await copies()).toEqual(new Set([there]));
});

it('[LOST5] deletes the copies of one deal and leaves those of the others', async () => {
  await sendFile(0, 10);
  const other = await sendFile(1, 10, newUuid());
  expect(await deleteSentBytes(db, deal)).toBe(1);
  expect(await copies()).toEqual(new Set([other]));
});
