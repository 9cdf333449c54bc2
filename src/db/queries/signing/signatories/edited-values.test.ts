import { beforeEach, expect, it } from 'vitest';
import { createSignatory } from '../../../commands/signing/signatories/signatories.ts';
import { MirrorDatabase } from '../../../database.ts';
import { newUuid } from '../../../uuid.ts';
import { editedValues } from './edited-values.ts';
import { createRow } from '../../../commands/collections/standard-commands.ts';

const [transaction, customKey] = [newUuid(), newUuid()];
let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  return async () => db.delete();
});

it('names the field and the signatory of each value, and skips what is not on the device', async () => {
  await createRow(db, 'customKeys', { transaction, uuid: customKey, key: 'Tax ID' });
  const jane = newUuid();
  await createSignatory(db, { transaction, uuid: jane, fullName: 'Jane Doe', isOrg: false });
  const values = [
    { uuid: 'v1', signatory: jane, customKey, value: '1' },
    { uuid: 'v2', signatory: newUuid(), customKey, value: '2' },
  ];
  expect([...(await editedValues(db, { transaction, values }))]).toEqual([['v1', 'Tax ID of Jane Doe']]);
  expect([...(await editedValues(db, { uuid: 'x', edits: {} }))]).toEqual([]);
});
