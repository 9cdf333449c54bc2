import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ImportLine } from '../../../contract/rules/checklist/checklist-import.ts';
import { MirrorDatabase } from '../../database.ts';
import { newUuid } from '../../uuid.ts';
import { importChecklist } from './import-checklist.ts';

const LINES: ImportLine[] = [
  { row: 1, depth: 0, kind: 'header', name: 'Corporate' },
  { row: 2, depth: 1, kind: 'document', name: 'Bylaws' },
  { row: 3, depth: 0, kind: 'task', name: 'Wire the funds' },
];

let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
});
afterEach(async () => db.delete());

it('creates the deal and its whole checklist as edits that reach the server in order', async () => {
  const deal = await importChecklist(db, 'Project Rowan', LINES);
  const edits = await db.outbox.orderBy('seq').toArray();
  expect(edits.map(({ name, lane }) => [name, lane])).toEqual([
    ['transaction.create', deal],
    ['header.create', deal],
    ['item.create', deal],
    ['task.create', deal],
  ]);
  expect((await db.items.toArray()).map(({ name }) => name)).toEqual(['Bylaws']);
});

it('a failure in the middle leaves nothing behind, and a second try creates one complete deal', async () => {
  let broken = true;
  db.outbox.hook('creating', (_key, row) => {
    if (broken && row.name === 'task.create')
      throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  await expect(importChecklist(db, 'Project Rowan', LINES)).rejects.toThrow('The disk is full.');
  const rows = async () =>
    Promise.all(
      [db.transactions, db.elements, db.items, db.tasks, db.outbox].map(async (table) => table.count()),
    );
  expect(await rows()).toEqual([0, 0, 0, 0, 0]);
  broken = false;
  await importChecklist(db, 'Project Rowan', LINES);
  expect(await rows()).toEqual([1, 3, 1, 1, 4]);
});
