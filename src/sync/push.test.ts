import { expect, it } from 'vitest';
import { newTransactionRow } from '../../tests/support/rows.ts';
import { TOP } from '../contract/rules/child-lists.ts';
import { createHeader } from '../db/commands/create-header.ts';
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
