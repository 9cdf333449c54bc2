import { beforeEach, describe, expect, it } from 'vitest';
import { newTransactionRow } from '../../../tests/support/rows.ts';
import { TOP } from '../../contract/rules/child-lists.ts';
import { createItem } from '../commands/create-item.ts';
import { discardRejected } from '../commands/discard-rejected.ts';
import { MirrorDatabase } from '../database.ts';
import type { RejectedRow } from '../rows.ts';
import { newUuid } from '../uuid.ts';
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
  it('shows refused edits, the latest first, with what falls with each in the order of making', async () => {
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

  it('lets go of an edit with those that depend on it, and of a file with its bytes', async () => {
    await db.rejected.bulkAdd([refused('old'), refused('dependent', { because: 'old' }), refused('new')]);
    await db.fileBytes.bulkAdd(['old', 'dependent', 'new'].map((uuid) => ({ uuid, bytes: new Blob(['x']) })));
    await discardRejected(db, 'old');
    expect(await db.fileBytes.toCollection().primaryKeys()).toEqual(['new']);
    expect((await trayEntries(db)).map(({ edit }) => edit.id)).toEqual(['new']);
  });

  it('[REJ9] names the deal, and says which edits cannot be tried again', async () => {
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

  it('says what the thing is called now that an edit changes', async () => {
    await db.rejected.add(refused('a', { name: 'transaction.update', args: { uuid: deal.uuid, edits: {} } }));
    expect((await trayEntries(db))[0]?.subject).toBe('Project Alder');
  });

  it('says what the one entry is called that was to be moved', async () => {
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
