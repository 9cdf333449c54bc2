import { expect, it } from 'vitest';
import { newDocumentRow, newTransactionRow } from '../../../tests/support/rows.ts';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { addDocumentsToTransaction } from '../../db/commands/documents/add-documents-to-transaction.ts';
import { createHeader } from '../../db/commands/checklist/create-header.ts';
import { renameHeader } from '../../db/commands/checklist/rename-header.ts';
import { updateTransaction } from '../../db/commands/transactions/update-transaction.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { BIRTHMARK_KEY, type FrozenRequest } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { pushNext } from './push.ts';
import type { RequestOptions, Transport } from '../transport/transport.ts';

it('[PUSH8] an edit of a row that the server had not sent yet says so, and unseen changes by others are a conflict', async () => {
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

  // An edit that creates a row has no base; versions of a deal start with 1.
  expect(sent.map((options) => options?.baseVersion)).toEqual([undefined, 1, 7]);
  await db.delete();
});

it('[PUSH10] each edit names the mirror in which it was made, and an imported one its original mirror', async () => {
  const db = new MirrorDatabase(newUuid(), 'relaxed');
  const [here, elsewhere] = [newUuid(), newUuid()];
  await db.meta.bulkPut([
    { key: 'epoch', value: 1 },
    { key: BIRTHMARK_KEY, value: here },
  ]);
  const deal = newTransactionRow('Birch');
  await db.transactions.put(deal);
  await updateTransaction(db, { uuid: deal.uuid, edits: { name: 'Alder' } });
  await updateTransaction(db, { uuid: deal.uuid, edits: { clientName: 'Meridian' } });
  const [, second] = await db.outbox.toArray();
  await db.outbox.update(second!.seq, { origin: elsewhere });

  const sent: (string | undefined)[] = [];
  const transport = {
    async send(_request: unknown, options?: RequestOptions) {
      sent.push(options?.origin);
      return { kind: 'ok', body: {}, etag: null, serverNow: null };
    },
  } as unknown as Transport;
  for (let count = 0; count < 2; count += 1) await pushNext({ db, epoch: 1 }, transport, deal.uuid);
  expect(sent).toEqual([here, elsewhere]);
  await db.delete();
});

it('[PUSH4] documents that the server added only partially are shown that way, and the toast names the deleted one', async () => {
  const db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.meta.put({ key: 'epoch', value: 1 });
  const deal = newTransactionRow('Birch');
  const [spa, nda] = ['SPA', 'NDA'].map((name) => ({ ...newDocumentRow(deal.uuid), name }));
  await db.transactions.put(deal);
  await db.documents.bulkAdd([spa!, nda!]);
  await addDocumentsToTransaction(db, { transaction: deal.uuid, documentIds: [spa!.uuid, nda!.uuid] });
  expect((await db.items.toArray()).map(({ name }) => name).toSorted()).toEqual(['NDA', 'SPA']);

  const transport = {
    async send({ input }: FrozenRequest) {
      const { documents } = input as { documents: { document_id: string }[] };
      const body = documents.filter(({ document_id }) => document_id === spa!.uuid);
      return { kind: 'ok', body, etag: null, serverNow: null };
    },
  } as unknown as Transport;
  await pushNext({ db, epoch: 1 }, transport, deal.uuid);
  expect((await db.items.toArray()).map(({ name }) => name)).toEqual(['SPA']);
  expect(await db.notices.toArray()).toMatchObject([
    {
      level: 'success',
      message:
        '1 document successfully added to transaction. “NDA” was deleted in the meantime and could not be added.',
    },
  ]);
  await db.delete();
});
