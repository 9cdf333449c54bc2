import { beforeEach, describe, expect, it } from 'vitest';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { createHeader } from '../../db/commands/checklist/create-header.ts';
import { createTransaction } from '../../db/commands/transactions/create-transaction.ts';
import { moveElements } from '../../db/commands/checklist/move-elements.ts';
import { renameHeader } from '../../db/commands/checklist/rename-header.ts';
import { setCustomValues } from '../../db/commands/signing/signatories/custom-values.ts';
import { retryRejected } from '../../db/commands/tray/retry-rejected.ts';
import { updateTransaction } from '../../db/commands/transactions/update-transaction.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { writeChanges } from '../../db/outbox/fold.ts';
import type { Conflict, FileRow, OutboxRow } from '../../db/rows.ts';
import { trayEntries } from '../../db/queries/status/rejected.ts';
import { newUuid } from '../../db/uuid.ts';
import { newDocumentRow, newFileRow, newTransactionRow } from '../../../tests/support/rows.ts';
import { reject, type Refusal } from '../push/lane.ts';
import { shelveFiles } from '../push/shelve-files.ts';

const REFUSED: Refusal = { toast: 'No.', reason: 'No.', code: 'invalid' };

let db: MirrorDatabase;
let deal: string;

/** Puts one of the server's deals on the device, with an empty checklist. */
beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  const row = newTransactionRow('Project Alder');
  deal = row.uuid;
  await db.meta.put({ key: 'epoch', value: 1 });
  await db.transactions.put(row);
  return async () => db.delete();
});

async function addHeader(label: string, parent: string = TOP): Promise<string> {
  const uuid = newUuid();
  await createHeader(db, { transaction: deal, uuid, label, parent, after: null });
  return uuid;
}

/** Makes the server reject a waiting edit, and returns that edit. */
async function refuse(at: number, refusal: Partial<Refusal> = {}): Promise<OutboxRow> {
  const row = (await outbox())[at];
  if (!row) throw new Error(`no edit at ${at}`);
  await reject({ db, epoch: 1 }, row, { ...REFUSED, ...refusal });
  return row;
}

async function outbox(): Promise<OutboxRow[]> {
  return db.outbox.orderBy('seq').toArray();
}

async function tray() {
  return db.rejected.toArray();
}

async function labels(): Promise<(string | null)[]> {
  return (await db.elements.orderBy('uuid').toArray()).map((row) => row.label);
}

function conflictOver(fields: string[], current: Conflict['current']): Conflict {
  return { fields, current, changedBy: 'Priya Nair', changedAt: '2026-11-21T10:42:00.000Z' };
}

describe('a rejected edit', () => {
  it('shows the old name of its row once that is no longer on the device', async () => {
    const header = await addHeader('Closing');
    await db.outbox.clear();
    await renameHeader(db, { transaction: deal, uuid: header, label: 'Completion' });
    await renameHeader(db, { transaction: deal, uuid: header, label: 'Completion matters' });
    await refuse(0, { code: 'not_found' });
    await db.elements.delete(header);
    expect((await trayEntries(db)).map(({ subject }) => subject)).toEqual(['Closing']);
  });
});

describe('a rejected edit that is retried', () => {
  it('[REJ6] is a new edit, shown immediately, and no longer in the tray', async () => {
    const header = await addHeader('Closing');
    const { id } = await refuse(0);
    expect(await labels()).toEqual([]);
    expect(await retryRejected(db, id)).toBe('retried');
    expect(await tray()).toEqual([]);
    expect(await labels()).toEqual(['Closing']);
    const waiting = await outbox();
    expect(waiting).toMatchObject([{ name: 'header.create', state: 'pending', creates: [header] }]);
    expect(waiting[0]?.id).not.toBe(id);
    expect(waiting[0]?.request).toBeUndefined();
  });

  it('[REJ6] takes its dependent edits with it, in the old order', async () => {
    const parent = await addHeader('Closing');
    const child = await addHeader('Certificates', parent);
    await renameHeader(db, { transaction: deal, uuid: child, label: 'Officer certificates' });
    const other = await addHeader('Tax');
    const { id } = await refuse(0);
    expect((await tray()).length).toBe(3);
    await retryRejected(db, id);
    expect(await tray()).toEqual([]);
    expect((await outbox()).map((row) => row.name)).toEqual([
      'header.create',
      'header.create',
      'header.create',
      'header.rename',
    ]);
    expect((await outbox()).map((row) => row.refersTo[0])).toEqual([other, parent, child, child]);
    expect(await labels()).toEqual(['Closing', 'Officer certificates', 'Tax']);
  });

  it('[REJ6] is based on the current row', async () => {
    await updateTransaction(db, { uuid: deal, edits: { name: 'Project Birch' } });
    const { id } = await refuse(0);
    await db.transactions.update(deal, { version: 9 });
    await retryRejected(db, id);
    expect((await outbox())[0]?.baseVersion).toBe(9);
  });

  it('[REJ13] goes to the end of the checklist if its parent is gone', async () => {
    const gone = newUuid();
    const header = await addHeader('Tax', gone);
    const child = await addHeader('Opinions', header);
    const { id } = await refuse(0);
    await retryRejected(db, id);
    expect((await outbox()).map(({ args }) => args)).toMatchObject([
      { uuid: header, parent: TOP, after: undefined },
      { uuid: child, parent: header, after: null },
    ]);
  });

  it('[REJ15] is sent after the restore of the deleted row, and keeps that row’s name', async () => {
    const header = await addHeader('Closing');
    await db.outbox.clear();
    await renameHeader(db, { transaction: deal, uuid: header, label: 'Completion' });
    const { id } = await refuse(0, { code: 'not_found' });
    await db.elements.delete(header);
    await retryRejected(db, id, { restore: true });
    expect(await outbox()).toMatchObject([
      {
        name: 'deleted.restore',
        args: { transaction: deal, kind: 'element', uuid: header, called: 'Closing' },
      },
      { name: 'header.rename', args: { uuid: header, label: 'Completion' }, called: 'Closing' },
    ]);
    expect(await tray()).toEqual([]);
  });

  it('[REJ15] is based on the version that the user last saw, so that nothing newer is overwritten without asking', async () => {
    const header = await addHeader('Closing');
    await db.outbox.clear();
    await db.elements.update(header, { version: 7 });
    await renameHeader(db, { transaction: deal, uuid: header, label: 'Completion' });
    const { id } = await refuse(0, { code: 'not_found' });
    await db.elements.delete(header);
    await retryRejected(db, id, { restore: true });
    expect(await outbox()).toMatchObject([
      { name: 'deleted.restore' },
      { name: 'header.rename', baseVersion: 7 },
    ]);
  });

  it('[REJ15] treats every change by others as a conflict if the tray does not know its version', async () => {
    const header = await addHeader('Closing');
    await db.outbox.clear();
    await db.elements.update(header, { version: 7 });
    await renameHeader(db, { transaction: deal, uuid: header, label: 'Completion' });
    const { id } = await refuse(0, { code: 'not_found' });
    await db.rejected.toCollection().modify((row) => {
      delete row.baseVersion;
    });
    await db.elements.delete(header);
    await retryRejected(db, id, { restore: true });
    expect((await outbox())[1]?.baseVersion).toBe(0);
  });

  it('[REJ6] is either in the tray or in the outbox, no matter what fails in between', async () => {
    await addHeader('Closing');
    const { id } = await refuse(0);
    const failing = () => {
      throw new Error('the disk is full');
    };
    db.outbox.hook('creating', failing);
    await expect(retryRejected(db, id)).rejects.toThrow('the disk is full');
    db.outbox.hook('creating').unsubscribe(failing);
    expect((await tray()).map((row) => row.id)).toEqual([id]);
    expect(await outbox()).toEqual([]);
    expect(await labels()).toEqual([]);
  });

  it('[REJ6] is sent once, no matter how many tabs retry it', async () => {
    await addHeader('Closing');
    const { id } = await refuse(0);
    const answers = await Promise.all([retryRejected(db, id), retryRejected(db, id)]);
    expect(answers.toSorted()).toEqual(['retried', 'settled']);
    expect((await outbox()).length).toBe(1);
  });

  it('[REJ8] gets new ids if its own are taken, and so do its dependent edits', async () => {
    const taken = await addHeader('Closing');
    await addHeader('Certificates', taken);
    const { id } = await refuse(0, { code: 'uuid_taken' });
    await retryRejected(db, id);
    const [parent, child] = await outbox();
    expect(parent?.creates[0]).not.toBe(taken);
    expect(child?.args).toMatchObject({ parent: parent?.creates[0] });
    expect(JSON.stringify(await outbox())).not.toContain(taken);
  });

  it('[REJ8] moves files that wait for its deal to the deal’s new id', async () => {
    const uuid = newUuid();
    await createTransaction(db, { uuid, name: 'New', clientName: '', matterNumber: '', closingDate: null });
    const file = await stagedFile(uuid);
    const { id } = await refuse(0, { code: 'uuid_taken' });
    expect(await db.rejected.get(file)).toMatchObject({ because: id });
    await retryRejected(db, id);
    expect(await tray()).toEqual([]);
    const lane = (await outbox())[0]?.lane;
    expect(lane).not.toBe(uuid);
    expect(await db.files.toArray()).toMatchObject([{ uuid: file, transaction: lane, name: 'Escrow' }]);
    expect(await db.fileBytes.count()).toBe(1);
  });

  it('[REJ10] includes what the user has changed in it', async () => {
    const header = await addHeader('Closng');
    const { id } = await refuse(0);
    await retryRejected(db, id, { wording: 'Closing' });
    expect((await outbox())[0]?.args).toMatchObject({ uuid: header, label: 'Closing' });
    expect(await labels()).toEqual(['Closing']);
  });

  it('[REJ9] stays in the tray if its deal is no longer on the device', async () => {
    await addHeader('Closing');
    const { id } = await refuse(0);
    await writeChanges(db, [{ table: 'transactions', key: deal, row: null }]);
    expect(await retryRejected(db, id)).toBe('deal_gone');
    expect((await tray()).map((row) => row.id)).toEqual([id]);
    expect(await outbox()).toEqual([]);
  });

  it('[REJ9] stays in the tray if it cannot be read', async () => {
    await addHeader('Closing');
    const { id } = await refuse(0);
    await db.rejected.update(id, { args: { label: 3 } });
    expect(await retryRejected(db, id)).toBe('unreadable');
    expect((await tray()).map((row) => row.id)).toEqual([id]);
  });

  it('[REJ9] leaves an unreadable dependent edit in the tray on its own', async () => {
    const parent = await addHeader('Closing');
    await moveElements(db, { transaction: deal, ids: [parent], parent: TOP, after: null });
    const { id } = await refuse(0);
    await db.rejected.filter((row) => row.because === id).modify({ args: null });
    expect(await retryRejected(db, id)).toBe('retried');
    expect(await tray()).toMatchObject([{ name: 'element.move', code: 'unreadable' }]);
    expect((await tray())[0]?.because).toBeUndefined();
  });
});

describe('in a conflict', () => {
  const current = { uuid: 'x', version: 12, name: 'Project Beech', closing_date: null };

  async function conflict(fields: string[], edits: Parameters<typeof updateTransaction>[1]['edits']) {
    await updateTransaction(db, { uuid: deal, edits });
    return refuse(0, { code: 'changed_meanwhile', conflict: conflictOver(fields, current) });
  }

  it('[REJ7] "mine" is sent based on the version that was shown', async () => {
    const { id } = await conflict(['name'], { name: 'Project Birch' });
    await db.transactions.update(deal, { version: 13, name: 'A third person’s' });
    await retryRejected(db, id);
    expect(await outbox()).toMatchObject([{ baseVersion: 12, args: { edits: { name: 'Project Birch' } } }]);
  });

  it('[REJ7] "theirs" stays, and nothing is sent, if the edit contains nothing else', async () => {
    const { id } = await conflict(['name'], { name: 'Project Birch' });
    expect(await retryRejected(db, id, { keepTheirs: true })).toBe('settled');
    expect(await tray()).toEqual([]);
    expect(await outbox()).toEqual([]);
  });

  it('[REJ7] "theirs" stays, and the rest of the edit is sent', async () => {
    const { id } = await conflict(['client_name'], { clientName: 'Mine', closingDate: '2026-12-01' });
    expect(await retryRejected(db, id, { keepTheirs: true })).toBe('retried');
    expect(await outbox()).toMatchObject([{ args: { uuid: deal, edits: { closingDate: '2026-12-01' } } }]);
    expect(JSON.stringify(await outbox())).not.toContain('Mine');
  });
});

describe('values that others have changed', () => {
  const value = (text: string) => ({
    signatory: newUuid(),
    customKey: newUuid(),
    value: text,
    existing: null,
  });

  async function conflict() {
    await setCustomValues(db, { transaction: deal, values: [value('mine'), value('other')] });
    const { uuid = '' } = (await db.customValues.toArray()).find((row) => row.value === 'mine') ?? {};
    const theirs = conflictOver([uuid], { [uuid]: 'theirs', version: 12 });
    return refuse(0, { code: 'changed_meanwhile', conflict: theirs });
  }

  it('[REJ7] are sent based on the version that was shown, if the user keeps their own', async () => {
    const { id } = await conflict();
    await retryRejected(db, id);
    expect(await outbox()).toMatchObject([{ baseVersion: 12, args: { values: [{}, {}] } }]);
  });

  it('[REJ7] stay as they are if the user keeps theirs, and the other values are sent', async () => {
    const { id } = await conflict();
    expect(await retryRejected(db, id, { keepTheirs: true })).toBe('retried');
    expect(await outbox()).toMatchObject([{ args: { values: [{ value: 'other' }] } }]);
  });
});

describe('a file in the tray', () => {
  it('[REJ9] returns to its deal’s queue, with its name and its bytes', async () => {
    const id = await shelvedFile(deal);
    expect(await retryRejected(db, id)).toBe('retried');
    expect(await tray()).toEqual([]);
    expect(await db.files.toArray()).toMatchObject([
      { uuid: id, transaction: deal, name: 'Escrow, final', signingType: 'fully_executed', status: 'QUEUED' },
    ]);
    expect(await db.fileBytes.count()).toBe(1);
  });

  it('[REJ9] that was to be a version of an item still is one when its deal returns', async () => {
    const uuid = await stagedFile(deal, { versionOf: 'item-1' });
    await db.transaction('rw', [db.files, db.fileBytes, db.rejected], async () =>
      shelveFiles(db, deal, { reason: 'Your access was changed.', code: 'not_allowed' }),
    );
    expect(await tray()).toMatchObject([{ id: uuid, args: { uuid, versionOf: 'item-1' } }]);
    expect(await retryRejected(db, uuid)).toBe('retried');
    expect(await db.files.toArray()).toMatchObject([{ uuid, status: 'QUEUED', versionOf: 'item-1' }]);
  });

  it('[UP12] whose content has reached the deal in another way waits for the user', async () => {
    const id = await shelvedFile(deal, 'aa11');
    await db.documents.add({ ...newDocumentRow(deal), name: 'Escrow, signed', sha256: 'aa11' });
    expect(await retryRejected(db, id)).toBe('retried');
    expect(await db.files.toArray()).toMatchObject([{ uuid: id, duplicateOf: 'Escrow, signed' }]);
  });

  it('[REJ9] stays, with its bytes, while its deal is not on the device', async () => {
    const id = await shelvedFile(newUuid());
    expect(await retryRejected(db, id)).toBe('deal_gone');
    expect((await tray()).map((row) => row.id)).toEqual([id]);
    expect(await db.fileBytes.count()).toBe(1);
  });
});

async function shelvedFile(transaction: string, sha256?: string): Promise<string> {
  const id = newUuid();
  await db.fileBytes.add({ uuid: id, bytes: new Blob(['%PDF-1.7']) });
  await db.rejected.add({
    id,
    lane: transaction,
    name: 'file.upload',
    args: {
      transaction,
      fileName: 'Escrow.pdf',
      name: 'Escrow, final',
      signingType: 'fully_executed',
      sha256,
    },
    madeAt: '2026-11-21T10:40:00.000Z',
    rejectedAt: '2026-11-21T10:41:00.000Z',
    reason: 'No.',
    code: 'not_found',
  });
  return id;
}

async function stagedFile(transaction: string, given: Partial<FileRow> = {}): Promise<string> {
  const uuid = newUuid();
  await db.fileBytes.add({ uuid, bytes: new Blob(['%PDF-1.7']) });
  await db.files.add(newFileRow(transaction, { ...given, uuid }));
  return uuid;
}
