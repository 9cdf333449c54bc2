import { beforeEach, expect, it } from 'vitest';
import { newDocumentRow, newTransactionRow } from '../../../../tests/support/rows.ts';
import { newElementRow, newItemRow, newTaskRow } from '../../commands/checklist/new-rows.ts';
import { MirrorDatabase } from '../../database.ts';
import { noteOpened } from '../../offline/opened-deals.ts';
import type { DocumentRow, ParticipantRow } from '../../rows.ts';
import { newUuid } from '../../uuid.ts';
import { paletteDeals, paletteRows, type PaletteEntry } from './palette.ts';

const alder = newTransactionRow('Project Alder');
const stamp = { userId: newUuid(), madeAt: '2026-01-01T00:00:00.000Z' };
let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.transactions.add(alder);
  return async () => db.delete();
});

async function addItem(name: string, document: DocumentRow | null): Promise<string> {
  const uuid = newUuid();
  if (document) await db.documents.add(document);
  await db.items.add(newItemRow({ uuid, transaction: alder.uuid, name }, document, stamp));
  return uuid;
}

async function rowsIn(mirror: MirrorDatabase): Promise<PaletteEntry[]> {
  const all: PaletteEntry[] = [];
  await paletteRows(mirror, (part) => {
    all.push(...part);
    return true;
  });
  return all;
}

it('lists each document once: by its item on the checklist, by itself in the upload queue', async () => {
  const onChecklist = { ...newDocumentRow(alder.uuid), inQueue: false };
  const deed = await addItem('Deed', onChecklist);
  const letter = await addItem('Letter', null);
  const queued = { ...newDocumentRow(alder.uuid), name: 'Scan' };
  // Belongs to an item that was deleted in the meantime.
  const left = { ...newDocumentRow(alder.uuid), inQueue: false };
  await db.documents.bulkAdd([queued, left]);
  const seen = (await rowsIn(db)).map(({ id, name, hint, document }) => ({
    id,
    name,
    hint,
    document,
  }));
  const hint = 'Project Alder';
  expect(seen).toHaveLength(3);
  expect(seen).toEqual(
    expect.arrayContaining([
      { id: deed, name: 'Deed', hint, document: onChecklist.uuid },
      { id: letter, name: 'Letter', hint, document: null },
      { id: queued.uuid, name: 'Scan', hint, document: queued.uuid },
    ]),
  );
});

it('lists headers by their elements, and tasks', async () => {
  const header = newUuid();
  const place = { elementUuid: header, transaction: alder.uuid };
  await db.elements.add(newElementRow(place, { label: 'Corporate' }, stamp));
  await db.elements.add(
    newElementRow({ elementUuid: newUuid(), transaction: alder.uuid }, { item: newUuid() }, stamp),
  );
  const task = newUuid();
  await db.tasks.add(newTaskRow({ uuid: task, transaction: alder.uuid, name: 'Call the agent' }, stamp));
  expect((await rowsIn(db)).map(({ id, kind, name }) => ({ id, kind, name }))).toEqual([
    { id: task, kind: 'task', name: 'Call the agent' },
    { id: header, kind: 'header', name: 'Corporate' },
  ]);
});

it('lists all of many thousands', async () => {
  const rows = Array.from({ length: 1234 }, (_, index) =>
    newItemRow({ uuid: newUuid(), transaction: alder.uuid, name: String(index) }, null, stamp),
  );
  await db.items.bulkAdd(rows);
  const names = (await rowsIn(db)).map(({ name }) => Number(name)).toSorted((a, b) => a - b);
  expect(names).toEqual(rows.map((_, index) => index));
});

it('stops reading when nobody needs more', async () => {
  const rows = Array.from({ length: 1234 }, (_, index) =>
    newItemRow({ uuid: newUuid(), transaction: alder.uuid, name: String(index) }, null, stamp),
  );
  await db.items.bulkAdd(rows);
  const parts: number[] = [];
  await paletteRows(db, (part) => parts.push(part.length) < 2);
  expect(parts).toEqual([500, 500]);
});

it('knows when a deal was last opened, and leaves out former deals', async () => {
  const now = Date.now();
  await noteOpened(db, alder.uuid, now);
  const daniel: ParticipantRow = {
    uuid: newUuid(),
    userUuid: newUuid(),
    fullName: 'Daniel Okafor',
    email: 'd@okafor.example',
    creator: false,
    deleted: false,
    sendEsigningNotifications: false,
    createdAt: stamp.madeAt,
    version: 1,
    modifiedAt: stamp.madeAt,
    modifiedBy: null,
  };
  const gone = { ...daniel, userUuid: newUuid(), fullName: 'Gone', deleted: true };
  await db.transactions.update(alder.uuid, { participants: [daniel, gone] });
  expect(await paletteDeals(db)).toMatchObject([
    { kind: 'deal', name: 'Project Alder', openedAt: now },
    { kind: 'person', name: 'Daniel Okafor', hint: 'd@okafor.example' },
  ]);
});
