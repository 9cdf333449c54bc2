import { expect, it } from 'vitest';
import { newTransactionRow } from '../../tests/support/rows.ts';
import { TOP } from '../contract/rules/child-lists.ts';
import { createHeader } from '../db/commands/create-header.ts';
import { deleteDocument } from '../db/commands/delete-document.ts';
import { renameHeader } from '../db/commands/rename-header.ts';
import { updateTransaction } from '../db/commands/update-transaction.ts';
import { MirrorDatabase } from '../db/database.ts';
import { newUuid } from '../db/uuid.ts';
import { pushNext } from './push.ts';
import type { RequestOptions, Transport } from './transport.ts';

it('[PUSH8] an edit of a row that the server had not told yet says so: what others did to it unseen is a conflict', async () => {
  const db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.meta.put({ key: 'epoch', value: 1 });
  const deal = { ...newTransactionRow('Birch'), version: 7 };
  const uuid = newUuid();
  await db.transactions.put(deal);
  await createHeader(db, { transaction: deal.uuid, uuid, label: 'Closing', parent: TOP, after: null });
  await renameHeader(db, { transaction: deal.uuid, uuid, label: 'Signing' });
  await updateTransaction(db, { uuid: deal.uuid, edits: { name: 'Alder' } });

  const sent: (RequestOptions | undefined)[] = [];
  const transport = {
    async send(_request: unknown, options?: RequestOptions) {
      sent.push(options);
      return { kind: 'ok', body: {}, etag: null, serverNow: null };
    },
  } as unknown as Transport;
  for (let count = 0; count < 3; count += 1) await pushNext({ db, epoch: 1 }, transport, deal.uuid);

  // An edit that makes a row is made upon nothing; versions of a deal begin with 1.
  expect(sent.map((options) => options?.baseVersion)).toEqual([undefined, 1, 7]);
  await db.delete();
});

it.each([
  { code: 'not_found', outbox: ['acked'], refused: 0 },
  { code: 'forbidden', outbox: [], refused: 1 },
])(
  '[REJ13] a deletion of what the server does not have is done, whoever has deleted it; one that is refused otherwise is told ($code)',
  async ({ code, outbox, refused }) => {
    const db = new MirrorDatabase(newUuid(), 'relaxed');
    await db.meta.put({ key: 'epoch', value: 1 });
    const deal = newTransactionRow('Birch');
    await db.transactions.put(deal);
    await deleteDocument(db, { transaction: deal.uuid, uuid: newUuid() });
    const message = 'There is no such document.';
    const transport = {
      send: async () => ({ kind: 'rejected', code, message, error: { code, error_message: message } }),
    } as unknown as Transport;
    await pushNext({ db, epoch: 1 }, transport, deal.uuid);
    expect((await db.outbox.toArray()).map(({ state }) => state)).toEqual(outbox);
    expect(await db.rejected.count()).toBe(refused);
    expect(await db.notices.count()).toBe(refused);
    await db.delete();
  },
);
