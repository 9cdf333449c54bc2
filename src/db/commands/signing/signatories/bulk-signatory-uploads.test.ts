import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MirrorDatabase } from '../../../database.ts';
import { undoSteps } from '../../tray/undo-steps.ts';
import { newUuid } from '../../../uuid.ts';
import { addSignatoryList, type UploadedRow } from './bulk-signatory-uploads.ts';
import { createSignatory } from './signatories.ts';

const transaction = newUuid();
const customKey = newUuid();

let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
});
afterEach(async () => db.delete());

/** An entity with its signatory and a value. */
function row(number: number): UploadedRow {
  const [fund, manager] = [newUuid(), newUuid()];
  const facts = { email: '', address: '', entityDescription: '' };
  return {
    row: number,
    signatories: [
      { ...facts, uuid: fund, fullName: `Fund ${number}`, isOrg: true },
      { ...facts, uuid: manager, fullName: `Manager ${number}`, isOrg: false, email: 'm@fund.com' },
    ],
    representatives: [{ uuid: newUuid(), entity: fund, signatory: manager, title: 'Manager', order: 0 }],
    values: [{ uuid: newUuid(), signatory: fund, customKey, value: '$5' }],
  };
}

const add = async (rows: UploadedRow[]) => addSignatoryList(db, { transaction, fileName: 'list.csv', rows });
const counts = async () =>
  Promise.all(
    [db.bulkSignatoryUploads, db.signatories, db.representatives, db.customValues].map((table) =>
      table.count(),
    ),
  );

describe('a list of signatories', () => {
  it('is in the mirror as one edit, after the deal’s existing signatories', async () => {
    await createSignatory(db, { transaction, uuid: newUuid(), fullName: 'Ali Hassan', isOrg: false });
    await add([row(1), row(2)]);
    expect(
      (await db.signatories.toArray()).toSorted((a, b) => a.order - b.order).map(({ fullName }) => fullName),
    ).toEqual(['Ali Hassan', 'Fund 1', 'Manager 1', 'Fund 2', 'Manager 2']);
    expect(await counts()).toEqual([1, 5, 2, 2]);
    const edits = await db.outbox.orderBy('seq').toArray();
    expect(edits.map(({ name }) => name)).toEqual(['signatory.create', 'bulk-signatory-upload.create']);
    const [list] = await db.bulkSignatoryUploads.toArray();
    expect(list).toMatchObject({ fileName: 'list.csv', numRows: 2, numCreated: 4 });
  });

  it('is removed by undo and restored by redo', async () => {
    const redo = (await undoSteps(db, await add([row(1), row(2)]))) ?? [];
    expect(await counts()).toEqual([0, 0, 0, 0]);
    const undo = (await undoSteps(db, redo)) ?? [];
    expect(await counts()).toEqual([1, 4, 2, 2]);
    await undoSteps(db, undo);
    expect(await counts()).toEqual([0, 0, 0, 0]);
  });

  it('saves changes to existing signatories as separate edits', async () => {
    const [fund, ali] = [newUuid(), newUuid()];
    await createSignatory(db, { transaction, uuid: fund, fullName: 'Fund', isOrg: true });
    await createSignatory(db, { transaction, uuid: ali, fullName: 'Ali', isOrg: false });
    const known: UploadedRow = {
      row: 2,
      signatories: [],
      representatives: [{ uuid: newUuid(), entity: fund, signatory: ali, title: '', order: 0 }],
      values: [{ uuid: newUuid(), signatory: ali, customKey, value: '$1' }],
    };
    const steps = await add([row(1), known]);
    const edits = (await db.outbox.orderBy('seq').toArray()).map(({ name }) => name).slice(2);
    expect(edits).toEqual(['bulk-signatory-upload.create', 'representative.create', 'custom-value.set']);
    expect(await counts()).toEqual([1, 4, 2, 2]);
    await undoSteps(db, steps);
    expect(await counts()).toEqual([0, 2, 0, 0]);
    await db.outbox.clear();
    await add([known]);
    expect((await db.outbox.toArray()).map(({ name }) => name)).toEqual([
      'representative.create',
      'custom-value.set',
    ]);
  });

  it('adds 500 rows on the device', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => row(n + 1));
    await add(rows);
    expect(await counts()).toEqual([1, 1000, 500, 500]);
  });
});
