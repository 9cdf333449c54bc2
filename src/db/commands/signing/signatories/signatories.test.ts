import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MirrorDatabase } from '../../../database.ts';
import { newUuid } from '../../../uuid.ts';
import { undoSteps } from '../../tray/undo-steps.ts';
import { addSignatoryList } from './bulk-signatory-uploads.ts';
import { setCustomValues } from './custom-values.ts';
import { createSignatory, deleteSignatories } from './signatories.ts';
import { updateRow } from '../../collections/standard-commands.ts';

const transaction = newUuid();

let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
});
afterEach(async () => db.delete());

const add = async (fullName: string, uuid = newUuid()) => ({
  uuid,
  undo: await createSignatory(db, { transaction, uuid, fullName, isOrg: false }),
});
const giveValue = async (signatory: string) =>
  setCustomValues(db, {
    transaction,
    values: [{ signatory, customKey: newUuid(), value: '$5', existing: null }],
  });
const names = async () => new Set((await db.signatories.toArray()).map(({ fullName }) => fullName));

describe('adding a signatory', () => {
  it('can be undone, even if the server trimmed a text', async () => {
    const { uuid, undo } = await add('Jane Doe ');
    await db.signatories.update(uuid, { fullName: 'Jane Doe', version: 4 });
    expect(await undoSteps(db, undo)).not.toBeNull();
    expect(await names()).toEqual(new Set());
  });

  it('[UNDO2] can’t be undone once somebody has changed their details', async () => {
    const { uuid, undo } = await add('Jane Doe');
    await updateRow(db, 'signatories', { transaction, uuid, edits: { email: 'jane@alpha.test' } });
    expect(await undoSteps(db, undo)).toBeNull();
    expect(await names()).toEqual(new Set(['Jane Doe']));
  });

  it('[UNDO2] can’t be undone once they have a value', async () => {
    const { uuid, undo } = await add('Jane Doe');
    await giveValue(uuid);
    expect(await undoSteps(db, undo)).toBeNull();
    expect(await names()).toEqual(new Set(['Jane Doe']));
  });
});

describe('adding a list of signatories', () => {
  const list = async (signatory: string) =>
    addSignatoryList(db, {
      transaction,
      fileName: 'list.csv',
      rows: [
        {
          row: 1,
          signatories: [
            {
              uuid: signatory,
              fullName: 'Jane Doe',
              email: '',
              isOrg: false,
              address: '',
              entityDescription: '',
            },
          ],
          representatives: [],
          values: [{ uuid: newUuid(), signatory, customKey: newUuid(), value: '$5' }],
        },
      ],
    });

  it('[UNDO2] can’t be undone once one of its values has changed', async () => {
    const undo = await list(newUuid());
    await db.customValues.toCollection().modify({ value: '$6' });
    expect(await undoSteps(db, undo)).toBeNull();
    expect(await names()).toEqual(new Set(['Jane Doe']));
  });

  it('[UNDO2] can’t be undone once something else belongs to its signatories', async () => {
    const jane = newUuid();
    const undo = await list(jane);
    await giveValue(jane);
    expect(await undoSteps(db, undo)).toBeNull();
    expect(await names()).toEqual(new Set(['Jane Doe']));
  });
});

describe('deleting several signatories', () => {
  it('is one act, and undo restores everything that was deleted with them', async () => {
    const [jane, john] = [await add('Jane Doe'), await add('John Roe')];
    await giveValue(jane.uuid);
    const undo = await deleteSignatories(db, { transaction, uuids: [jane.uuid, john.uuid] });
    expect([await names(), await db.customValues.count()]).toEqual([new Set(), 0]);
    await undoSteps(db, undo);
    expect([await names(), await db.customValues.count()]).toEqual([new Set(['Jane Doe', 'John Roe']), 1]);
  });

  it('[UNDO1] deletes none of them if one can’t be deleted', async () => {
    const [jane, john] = [await add('Jane Doe'), await add('John Roe')];
    let edits = 0;
    db.outbox.hook('creating', () => {
      edits += 1;
      if (edits === 2) throw new Error('The disk is full.');
    });
    const both = { transaction, uuids: [jane.uuid, john.uuid] };
    await expect(deleteSignatories(db, both)).rejects.toThrow('The disk is full.');
    expect(await names()).toEqual(new Set(['Jane Doe', 'John Roe']));
  });
});
