import { expect, it } from 'vitest';
import { createRepresentative } from '../../../commands/signing/signatories/representatives.ts';
import { createSignatory } from '../../../commands/signing/signatories/signatories.ts';
import { MirrorDatabase } from '../../../database.ts';
import { newUuid } from '../../../uuid.ts';
import { signatoriesToCopy } from './contacts.ts';
import { updateRow } from '../../../commands/collections/standard-commands.ts';

it('signatories and relations that the server doesn’t have as they are here can’t be copied, and are counted', async () => {
  const db = new MirrorDatabase(newUuid(), 'relaxed');
  const transaction = newUuid();
  const [corp, jane, edited, added] = [newUuid(), newUuid(), newUuid(), newUuid()];
  const [known, unsent, ofEdited] = [newUuid(), newUuid(), newUuid()];
  for (const uuid of [corp, jane, edited])
    await createSignatory(db, { transaction, uuid, fullName: uuid, isOrg: uuid === corp });
  const relation = async (uuid: string, signatory: string, title: string) =>
    createRepresentative(db, { transaction, uuid, entity: corp, signatory, title });
  await relation(known, jane, 'President');
  await db.signatories.toCollection().modify({ version: 1 });
  await db.representatives.toCollection().modify({ version: 1 });
  await db.outbox.toCollection().modify({ state: 'acked' });

  await updateRow(db, 'signatories', { transaction, uuid: edited, edits: { fullName: 'Jane Smith' } });
  await createSignatory(db, { transaction, uuid: added, fullName: 'John', isOrg: false });
  await relation(unsent, jane, 'Secretary');
  await relation(ofEdited, edited, 'Chair');

  const { signatories, relations, unsynced } = await signatoriesToCopy(db, transaction);
  expect(signatories.map(({ uuid }) => uuid).toSorted()).toEqual([corp, jane].toSorted());
  expect(relations.map(({ uuid }) => uuid)).toEqual([known]);
  expect(unsynced).toEqual({ signatories: 2, relations: 1 });
  await db.delete();
});
