import { beforeEach, describe, expect, it } from 'vitest';
import { newDocumentRow, newTransactionRow } from '../../../../tests/support/rows.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { createHeader } from '../../commands/checklist/create-header.ts';
import { createItem } from '../../commands/checklist/create-item.ts';
import { discardRejected } from '../../commands/tray/discard-rejected.ts';
import { MirrorDatabase } from '../../database.ts';
import type { RejectedRow } from '../../rows.ts';
import { newUuid } from '../../uuid.ts';
import { trayEntries } from './rejected.ts';

const deal = newTransactionRow('Project Alder');
let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.transactions.put(deal);
  return async () => db.delete();
});

function refused(id: string, part: Partial<RejectedRow> = {}): RejectedRow {
  return {
    id,
    lane: deal.uuid,
    name: 'header.create',
    args: { transaction: deal.uuid, uuid: newUuid(), label: 'Closing' },
    madeAt: '2026-11-21T10:40:00Z',
    rejectedAt: '2026-11-21T10:41:00Z',
    reason: 'No.',
    code: 'invalid',
    ...part,
  };
}

describe('the tray', () => {
  it('shows rejected edits, latest first, each with its dependent edits in order of creation', async () => {
    await db.rejected.bulkAdd([
      refused('old'),
      refused('new', { rejectedAt: '2026-11-21T10:42:00Z' }),
      refused('second', { because: 'old', seq: 3 }),
      refused('first', { because: 'old', seq: 2 }),
    ]);
    const entries = await trayEntries(db);
    expect(entries.map(({ edit }) => edit.id)).toEqual(['new', 'old']);
    expect(entries[1]?.dependents.map(({ id }) => id)).toEqual(['first', 'second']);
  });

  it('discards an edit with its dependent edits, and a file with its bytes', async () => {
    await db.rejected.bulkAdd([refused('old'), refused('dependent', { because: 'old' }), refused('new')]);
    await db.fileBytes.bulkAdd(['old', 'dependent', 'new'].map((uuid) => ({ uuid, bytes: new Blob(['x']) })));
    await discardRejected(db, 'old');
    expect(await db.fileBytes.toCollection().primaryKeys()).toEqual(['new']);
    expect((await trayEntries(db)).map(({ edit }) => edit.id)).toEqual(['new']);
  });

  it('[REJ9] names the deal, and says which edits cannot be retried', async () => {
    const elsewhere = newUuid();
    await db.rejected.bulkAdd([
      refused('a'),
      refused('b', { lane: elsewhere }),
      refused('c', { code: 'unreadable', args: null }),
      refused('d', { lane: elsewhere, name: 'transaction.create' }),
    ]);
    const told = (await trayEntries(db)).map(({ edit, deal: name, stuck }) => [edit.id, name, stuck]);
    expect(told.toSorted((x, y) => (String(x[0]) < String(y[0]) ? -1 : 1))).toEqual([
      ['a', 'Project Alder', null],
      ['b', null, 'deal_gone'],
      ['c', 'Project Alder', 'unreadable'],
      ['d', null, null],
    ]);
  });

  it('shows the current name of the row that an edit changes', async () => {
    await db.rejected.add(refused('a', { name: 'transaction.update', args: { uuid: deal.uuid, edits: {} } }));
    expect((await trayEntries(db))[0]?.subject).toBe('Project Alder');
  });

  it('names a document after its item on the checklist', async () => {
    const item = newUuid();
    const named = { transaction: deal.uuid, uuid: item, elementUuid: newUuid(), name: 'Credit Agreement' };
    await createItem(db, { ...named, parent: TOP, after: null });
    const placed = { ...newDocumentRow(deal.uuid), name: 'draft_v3_final', itemId: item, inQueue: false };
    const queued = { ...newDocumentRow(deal.uuid), name: 'Side letter' };
    await db.documents.bulkAdd([placed, queued]);
    const deletion = (uuid: string) => ({
      name: 'document.delete',
      args: { transaction: deal.uuid, uuid },
    });
    await db.rejected.bulkAdd([
      refused('placed', deletion(placed.uuid)),
      refused('queued', deletion(queued.uuid)),
    ]);
    const subjects = (await trayEntries(db)).map(({ edit, subject }) => [edit.id, subject]);
    expect(Object.fromEntries(subjects)).toEqual({ placed: 'Credit Agreement', queued: 'Side letter' });
  });

  it('shows the old name of a row that two people renamed', async () => {
    const uuid = newUuid();
    await createHeader(db, { transaction: deal.uuid, uuid, label: 'Completion', parent: TOP });
    const rename = { name: 'header.rename', args: { uuid, label: 'Closing' }, called: 'Corporate' };
    const conflict = { current: {}, changedBy: null, changedAt: null };
    await db.rejected.bulkAdd([
      refused('renamed', { ...rename, conflict: { ...conflict, fields: ['label'] } }),
      refused('refused', rename),
    ]);
    const named = (await trayEntries(db)).map(({ edit, subject }) => [edit.id, subject]);
    expect(Object.fromEntries(named)).toEqual({ renamed: 'Corporate', refused: 'Completion' });
  });

  it('[REJ15] offers to restore a row that was deleted in the meantime, for 30 days and until the server refuses', async () => {
    const [gone, lost, here] = [newUuid(), newUuid(), newUuid()];
    await createHeader(db, { transaction: deal.uuid, uuid: here, label: 'Closing', parent: TOP });
    const rename = (uuid: string) => ({
      name: 'header.rename',
      code: 'not_found',
      args: { uuid, label: 'A' },
    });
    await db.rejected.bulkAdd([
      refused('gone', rename(gone)),
      refused('here again', rename(here)),
      refused('another deal', { ...rename(gone), lane: newUuid() }),
      refused('another refusal', { ...rename(gone), code: 'invalid' }),
      refused('in vain', rename(lost)),
      refused('restore', { name: 'deleted.restore', code: 'not_found', args: { uuid: lost } }),
    ]);
    const offered = async (at: string) =>
      (await trayEntries(db, new Date(at))).filter(({ restorable }) => restorable).map(({ edit }) => edit.id);
    expect(await offered('2026-12-20T10:00:00Z')).toEqual(['gone']);
    expect(await offered('2026-12-22T10:00:00Z')).toEqual([]);
  });

  it('shows the name of the single row that was to be moved', async () => {
    const element = newUuid();
    const item = {
      transaction: deal.uuid,
      uuid: newUuid(),
      elementUuid: element,
      name: 'Tax opinion',
      parent: TOP,
      after: null,
    };
    await createItem(db, item);
    const move = { name: 'element.move', args: { ids: [element], parent: newUuid(), after: null } };
    await db.rejected.add(refused('a', move));
    expect((await trayEntries(db))[0]?.subject).toBe('Tax opinion');
  });
});
