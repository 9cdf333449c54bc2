import { beforeEach, describe, expect, it } from 'vitest';
import { newDocumentRow, newTransactionRow } from '../../../tests/support/rows.ts';
import { removeFromQueue } from '../../db/commands/documents/remove-from-queue.ts';
import { retryRejected } from '../../db/commands/tray/retry-rejected.ts';
import { updateParticipants } from '../../db/commands/transactions/update-participants.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { newUuid } from '../../db/uuid.ts';
import { pushNext } from './push.ts';
import { setAside } from './set-aside.ts';
import type { Transport } from '../transport/transport.ts';

const deal = newTransactionRow('Project Alder');
let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.meta.put({ key: 'epoch', value: 1 });
  await db.transactions.put(deal);
  return async () => db.delete();
});

/** Removes this many documents from the queue at once, as the user. */
async function remove(count: number, together = true): Promise<string[]> {
  const documents = Array.from({ length: count }, () => newDocumentRow(deal.uuid));
  await db.documents.bulkAdd(documents);
  const uuids = documents.map(({ uuid }) => uuid);
  await removeFromQueue(db, { transaction: deal.uuid, uuids, together });
  return uuids;
}

/** Makes the server apply the next edit, or reject it. */
async function answer(...kinds: ('ok' | 'rejected' | 'kept')[]): Promise<void> {
  for (const kind of kinds) {
    const transport = {
      async send() {
        if (kind === 'ok') return { kind, body: undefined, etag: null, serverNow: null };
        const code = kind === 'kept' ? 'on_checklist' : 'forbidden';
        return { kind: 'rejected', code, message: 'No.', error: { code, error_message: 'No.' } };
      },
    } as unknown as Transport;
    await pushNext({ db, epoch: 1 }, transport, deal.uuid);
  }
}

async function said(): Promise<string[]> {
  return (await db.notices.toArray()).filter(({ level }) => level !== 'error').map(({ message }) => message);
}

describe('[PUSH9] documents that are removed from the queue together', () => {
  it('are reported as deleted after the server’s last response', async () => {
    await remove(3);
    await answer('ok', 'ok');
    expect(await said()).toEqual([]);
    await answer('ok');
    expect(await said()).toEqual(['3 documents have been deleted from the Upload Queue.']);
  });

  it.for([
    [['rejected', 'ok', 'ok'], ['2 documents have been deleted from the Upload Queue.']],
    [['ok', 'ok', 'rejected'], ['2 documents have been deleted from the Upload Queue.']],
    [['rejected', 'ok', 'rejected'], ['1 document has been deleted from the Upload Queue.']],
    [['rejected', 'rejected', 'rejected'], []],
  ] as const)('are counted by the server’s responses: %j', async ([answers, messages]) => {
    await remove(3);
    await answer(...answers);
    expect(await said()).toEqual(messages);
  });

  it.for([
    [['kept'], ['1 file was kept because it is on the checklist.']],
    [['kept', 'kept'], ['2 files were kept because they are on the checklist.']],
    [
      ['kept', 'ok', 'kept'],
      [
        '1 document has been deleted from the Upload Queue.',
        '2 files were kept because they are on the checklist.',
      ],
    ],
    [
      ['ok', 'kept', 'rejected'],
      [
        '1 document has been deleted from the Upload Queue.',
        '1 file was kept because it is on the checklist.',
      ],
    ],
  ] as const)(
    '[REJ14] are kept if they are on the checklist by then, and the user is notified: %j',
    async ([answers, messages]) => {
      await remove(answers.length);
      await answer(...answers);
      expect((await said()).toSorted()).toEqual([...messages].toSorted());
      // The user loses nothing, so there is nothing to decide.
      expect(await db.rejected.toArray()).toMatchObject(
        answers.filter((each) => each === 'rejected').map(() => ({ code: 'forbidden' })),
      );
    },
  );

  it('[REJ14] do not return to the queue if they were kept, until the server says where they are', async () => {
    const [uuid = ''] = await remove(1);
    await answer('kept');
    expect(await db.documents.get(uuid)).toBeUndefined();
    const awaiting = ['documents', 'items', 'signaturePages', 'assignments'];
    expect(await db.outbox.toArray()).toMatchObject([{ state: 'acked', awaiting }]);
  });

  it('are counted even if some left the outbox before the last response', async () => {
    await remove(2);
    await answer('ok');
    await db.outbox.filter((row) => row.state === 'acked').delete();
    await answer('rejected');
    expect(await said()).toEqual(['1 document has been deleted from the Upload Queue.']);
  });

  it('are counted without one that the user sets aside while another is being sent', async () => {
    await remove(2);
    const [, second] = await db.outbox.toArray();
    const transport = {
      async send() {
        await setAside(db, second!.id);
        return { kind: 'ok', body: undefined, etag: null, serverNow: null };
      },
    } as unknown as Transport;
    await pushNext({ db, epoch: 1 }, transport, deal.uuid);
    expect(await said()).toEqual(['1 document has been deleted from the Upload Queue.']);
  });

  it('are retried as a separate act if rejected, without a report', async () => {
    await remove(2);
    await answer('ok', 'rejected');
    await db.notices.clear();
    const [refused] = await db.rejected.toArray();
    expect(await retryRejected(db, refused!.id)).toBe('retried');
    await answer('ok');
    expect(await said()).toEqual([]);
  });

  it('[REJ3] delay nothing if one of them was damaged on the device', async () => {
    await remove(2);
    const [first] = await db.outbox.toArray();
    await db.table('outbox').update(first!.seq, { batch: 'damaged' });
    await answer('ok');
    expect(await db.rejected.toArray()).toMatchObject([{ code: 'unreadable' }]);
    expect(await db.outbox.toArray()).toMatchObject([{ state: 'acked' }]);
  });

  it('are counted separately for each act', async () => {
    await remove(2);
    await remove(1, false);
    await answer('rejected', 'ok', 'ok');
    expect(await said()).toEqual([
      '1 document has been deleted from the Upload Queue.',
      'Document has been removed from the Upload Queue.',
    ]);
  });
});

describe('[PUSH9] people who are added to a deal and removed from it at once', () => {
  const people = ['Priya Nair', 'Daniel Okafor', 'Ann Lee'].map((fullName) => ({
    uuid: newUuid(),
    fullName,
    email: '',
  }));

  it.for([
    [['ok', 'ok', 'ok'], ['Participants successfully updated']],
    [['rejected', 'ok', 'ok'], []],
    [['ok', 'rejected', 'ok'], []],
    [['ok', 'ok', 'rejected'], []],
  ] as const)('are reported as updated once everything is done: %j', async ([answers, messages]) => {
    await updateParticipants(db, { transaction: deal.uuid, add: people, remove: [] });
    await answer(...answers);
    expect(await said()).toEqual(messages);
  });
});
