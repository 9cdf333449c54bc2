import { expect, it } from 'vitest';
import { createRepresentative } from '../../../commands/signing/signatories/representatives.ts';
import { createSignatory } from '../../../commands/signing/signatories/signatories.ts';
import { createTransaction } from '../../../commands/transactions/create-transaction.ts';
import { MirrorDatabase } from '../../../database.ts';
import { newUuid } from '../../../uuid.ts';
import { contactsOnDevice, signatoriesToCopy } from './contacts.ts';
import { updateRow } from '../../../commands/collections/standard-commands.ts';

it('signatories and relations that differ from the server’s can’t be copied, and are counted', async () => {
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

it('contacts are the signatories of the organization’s other deals on the device, each combination of name and email address once', async () => {
  const db = new MirrorDatabase(newUuid(), 'relaxed');
  const [own, other] = [newUuid(), newUuid()];
  const deal = async (organization: string, people: readonly [name: string, email: string][]) => {
    const uuid = newUuid();
    await createTransaction(db, { uuid, name: uuid, clientName: '', matterNumber: '', closingDate: null });
    await db.transactions.update(uuid, { organization });
    for (const [fullName, email] of people)
      await createSignatory(db, { transaction: uuid, uuid: newUuid(), fullName, isOrg: false, email });
    return uuid;
  };
  const here = await deal(own, [['Wei Chen', 'wei@one.test']]);
  await deal(own, [
    ['Omar Reyes', 'omar@one.test'],
    ['Jane Doe', 'jane@one.test'],
  ]);
  await deal(own, [
    ['jane doe', 'JANE@one.test'],
    ['Jane Doe', 'jane@two.test'],
  ]);
  await deal(other, [['Client of Another Firm', 'client@other.test']]);
  const suggested = async () => (await contactsOnDevice(db, here)).map(({ email }) => email);
  expect(await suggested()).toEqual([]);

  await db.users.put({ uuid: db.userId, organization: own } as never);
  expect(await suggested()).toEqual(['jane@one.test', 'jane@two.test', 'omar@one.test']);
  await db.delete();
});
