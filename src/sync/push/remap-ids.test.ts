import { expect, it } from 'vitest';
import { newDocumentRow, newTransactionRow } from '../../../tests/support/rows.ts';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { addDocumentsToTransaction } from '../../db/commands/documents/add-documents-to-transaction.ts';
import { createHeader } from '../../db/commands/checklist/create-header.ts';
import { moveElements } from '../../db/commands/checklist/move-elements.ts';
import { updateItem } from '../../db/commands/checklist/update-item.ts';
import { MirrorDatabase } from '../../db/database.ts';
import type { FrozenRequest } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { pushNext } from './push.ts';
import type { Transport } from '../transport/transport.ts';
import { exportUnsentWork } from '../unsent-work/export-unsent-work.ts';

it.each([
  ['wait', false],
  ['were written to a file', true],
])(
  '[PUSH7] a row that somebody else put on the checklist takes over our edits that %s',
  async (_how, isFrozen) => {
    const db = new MirrorDatabase(newUuid(), 'relaxed');
    await db.meta.put({ key: 'epoch', value: 1 });
    const deal = newTransactionRow('Birch');
    const document = newDocumentRow(deal.uuid);
    const [transaction, header] = [deal.uuid, newUuid()];
    await db.transactions.put(deal);
    await db.documents.put(document);
    await createHeader(db, { transaction, uuid: header, label: 'Closing', parent: TOP, after: null });
    await addDocumentsToTransaction(db, { transaction, documentIds: [document.uuid] });
    const [ours] = await db.items.toArray();
    const [place] = (await db.elements.toArray()).filter(({ item }) => item !== null);
    if (!ours || !place) throw new Error('the document has no item');
    await updateItem(db, { transaction, uuid: ours.uuid, edits: { name: 'Renamed' } });
    await moveElements(db, { transaction, ids: [place.uuid], parent: header, after: null });

    if (isFrozen) await exportUnsentWork(db, { userId: db.userId, email: 'a@demo.test' }, new Date());

    const theirs = { item: newUuid(), element: newUuid() };
    const told = [{ document_id: document.uuid, item_uuid: theirs.item, element_uuid: theirs.element }];
    const sent: FrozenRequest[] = [];
    const transport = {
      async send(request: FrozenRequest) {
        sent.push(request);
        return { kind: 'ok', body: told, etag: null, serverNow: null };
      },
    } as unknown as Transport;
    await pushNext({ db, epoch: 1 }, transport, transaction);
    await pushNext({ db, epoch: 1 }, transport, transaction);

    expect(await db.items.toArray()).toMatchObject([{ uuid: theirs.item, name: 'Renamed' }]);
    expect(await db.elements.get(place.uuid)).toBeUndefined();
    expect(await db.elements.get(theirs.element)).toMatchObject({ item: theirs.item });
    expect((await db.childLists.get(`${transaction}/${header}`))?.children).toEqual([theirs.element]);
    expect((await db.childLists.get(`${transaction}/${TOP}`))?.children).toEqual([header]);
    const [, , rename, move] = await db.outbox.orderBy('seq').toArray();
    expect(rename).toMatchObject({
      args: { uuid: theirs.item },
      refersTo: [theirs.item],
      touches: [theirs.item],
    });
    expect(move).toMatchObject({ args: { ids: [theirs.element], parent: header } });
    await pushNext({ db, epoch: 1 }, transport, transaction);
    await pushNext({ db, epoch: 1 }, transport, transaction);
    expect(sent.slice(2)).toMatchObject([
      { input: { id: theirs.item, name: 'Renamed' } },
      { input: { element_uuids: [theirs.element] } },
    ]);
    await db.delete();
  },
);
