import { beforeEach, describe, expect, it } from 'vitest';
import { MirrorDatabase } from '../../database.ts';
import type { TransactionRow } from '../../rows.ts';
import { newUuid } from '../../uuid.ts';
import { addParticipantDefinition } from './add-participant.ts';
import { archiveTransaction } from './archive-transaction.ts';
import { createTransaction } from './create-transaction.ts';
import { leaveTransaction } from './leave-transaction.ts';
import { updateParticipants } from './update-participants.ts';

const priya = { uuid: newUuid(), fullName: 'Priya Nair', email: 'priya@demo.test' };
const daniel = { uuid: newUuid(), fullName: 'Daniel Okafor', email: 'daniel@demo.test' };
let db: MirrorDatabase;
let transaction: string;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  transaction = newUuid();
  const details = { name: 'Birch', clientName: '', matterNumber: '', closingDate: null };
  await createTransaction(db, { uuid: transaction, ...details });
  return async () => db.delete();
});

async function deal(): Promise<TransactionRow> {
  const row = await db.transactions.get(transaction);
  if (!row) throw new Error('the deal is not shown');
  return row;
}

const namesOf = async () => (await deal()).participants.map(({ fullName }) => fullName);

/** The edits that will be sent, and the number of edits in their act. */
async function edits(): Promise<unknown[]> {
  const rows = await db.outbox.toArray();
  return rows
    .filter(({ name }) => name.startsWith('participant.'))
    .map(({ name, args, batch }) => [name, (args as { fullName: string }).fullName, batch?.count]);
}

describe('an update of the participants', () => {
  it('sends only the difference, as one act', async () => {
    await updateParticipants(db, { transaction, add: [priya, daniel], remove: [] });
    await updateParticipants(db, { transaction, add: [priya], remove: [daniel.uuid, newUuid()] });
    expect(await edits()).toEqual([
      ['participant.add', 'Priya Nair', 2],
      ['participant.add', 'Daniel Okafor', 2],
      ['participant.remove', 'Daniel Okafor', 1],
    ]);
    expect(await namesOf()).toEqual(['', 'Priya Nair']);
    expect((await deal()).deletedParticipants).toMatchObject([{ fullName: 'Daniel Okafor', deleted: true }]);
  });

  it('sends nothing if nothing changes', async () => {
    await updateParticipants(db, { transaction, add: [], remove: [] });
    expect(await edits()).toEqual([]);
  });

  it('restores a participant under their old id', async () => {
    await updateParticipants(db, { transaction, add: [priya], remove: [] });
    const [, { uuid } = { uuid: '' }] = (await deal()).participants;
    await updateParticipants(db, { transaction, add: [], remove: [priya.uuid] });
    await updateParticipants(db, { transaction, add: [priya], remove: [] });
    expect((await deal()).participants[1]).toMatchObject({ uuid, deleted: false });
    expect((await deal()).deletedParticipants).toEqual([]);
  });

  it('[PUSH7] continues under the server’s id if somebody else added the same person', () => {
    const [uuid, given] = [newUuid(), newUuid()];
    const { uuid: user, ...named } = priya;
    const args = { transaction, uuid, user, ...named };
    expect(addParticipantDefinition.remaps?.(args, { uuid: given })).toEqual(new Map([[uuid, given]]));
    expect(addParticipantDefinition.remaps?.(args, { uuid })).toEqual(new Map());
  });
});

it('a user who leaves a deal no longer sees it; an admin of their organization does, without being a participant', async () => {
  await updateParticipants(db, { transaction, add: [priya], remove: [] });
  const row = await deal();
  const user = { uuid: db.userId, organization: row.organization, role: 'admin' } as never;
  await db.users.put(user);
  await archiveTransaction(db, { uuid: transaction, archived: true });
  await leaveTransaction(db, { uuid: transaction });
  expect(await deal()).toMatchObject({ archived: false, participants: [{ fullName: 'Priya Nair' }] });
  await db.users.delete(db.userId);
  await leaveTransaction(db, { uuid: transaction });
  expect(await db.transactions.get(transaction)).toBeUndefined();
});

it('[PUSH6] a deal that is archived and restored before anything is sent sends only the last state', async () => {
  await archiveTransaction(db, { uuid: transaction, archived: true });
  expect((await deal()).archived).toBe(true);
  await archiveTransaction(db, { uuid: transaction, archived: false });
  expect((await deal()).archived).toBe(false);
  const sent = (await db.outbox.toArray()).filter(({ name }) => name === 'transaction.archive');
  expect(sent.map(({ args }) => args)).toEqual([{ uuid: transaction, archived: false }]);
});
