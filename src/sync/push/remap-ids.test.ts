import { expect, it } from 'vitest';
import { newDocumentRow, newTransactionRow } from '../../../tests/support/rows.ts';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { addDocumentsToTransaction } from '../../db/commands/documents/add-documents-to-transaction.ts';
import { createHeader } from '../../db/commands/checklist/create-header.ts';
import { moveElements } from '../../db/commands/checklist/move-elements.ts';
import { createAssignments, deleteAssignments } from '../../db/commands/signing/assignments/assignments.ts';
import { duplicateSignatories } from '../../db/commands/signing/signatories/duplicate-signatories.ts';
import { undoSteps } from '../../db/commands/tray/undo-steps.ts';
import { MirrorDatabase } from '../../db/database.ts';
import type { FrozenRequest } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { pushNext } from './push.ts';
import type { Transport } from '../transport/transport.ts';
import { exportUnsentWork } from '../unsent-work/export-unsent-work.ts';
import { updateRow } from '../../db/commands/collections/standard-commands.ts';

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
    await updateRow(db, 'items', { transaction, uuid: ours.uuid, edits: { name: 'Renamed' } });
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

/** A server that answers each request with the result of `answer`, and what it was sent. */
function serverThat(answer: (request: FrozenRequest) => unknown) {
  const sent: FrozenRequest[] = [];
  const transport = {
    async send(request: FrozenRequest) {
      sent.push(request);
      return { kind: 'ok', body: answer(request), etag: null, serverNow: null };
    },
  } as unknown as Transport;
  return { sent, transport };
}

it.each([
  ['undo', 1],
  ['undo, redo and undo', 3],
])(
  '[PUSH11] a waiting %s of a copy doesn’t delete a signatory or relation that a colleague has added, but deletes our own',
  async (_how, times) => {
    const db = new MirrorDatabase(newUuid(), 'relaxed');
    await db.meta.put({ key: 'epoch', value: 1 });
    const transaction = newUuid();
    const [fund, corp, jane, john] = [newUuid(), newUuid(), newUuid(), newUuid()];
    const facts = { email: '', address: '', entityDescription: '', instapagesConfig: null };
    const relation = (entity: string, signatory: string, title: string) => ({
      uuid: newUuid(),
      entity,
      signatory,
      title,
      order: 0,
    });
    let steps = await duplicateSignatories(db, {
      transaction,
      signatories: [
        { ...facts, uuid: fund, fullName: 'Fund', isOrg: true },
        { ...facts, uuid: corp, fullName: 'Corp.', isOrg: true },
        { ...facts, uuid: jane, fullName: 'Jane', isOrg: false },
        { ...facts, uuid: john, fullName: 'John', isOrg: false },
      ],
      relations: [
        relation(fund, corp, 'general partner'),
        relation(corp, jane, 'President'),
        relation(corp, john, 'Secretary'),
      ],
    });
    const ours = new Map((await db.signatories.toArray()).map((row) => [row.fullName, row.uuid]));
    const relations = new Map((await db.representatives.toArray()).map((row) => [row.title, row.uuid]));
    for (let count = 0; count < times; count += 1) steps = (await undoSteps(db, steps)) ?? [];

    const theirs = { corp: newUuid(), jane: newUuid(), relation: newUuid() };
    const representative = { uuid: theirs.relation, signatory: theirs.jane, title: 'President', order: 0 };
    const { sent, transport } = serverThat(({ endpoint }) =>
      endpoint === 'signatories.bulkDuplicate'
        ? [
            { uuid: ours.get('Fund'), organization_relations: [] },
            { uuid: theirs.corp, organization_relations: [{ uuid: theirs.relation, representative }] },
            { uuid: theirs.jane, organization_relations: [] },
            { uuid: ours.get('John'), organization_relations: [] },
          ]
        : {},
    );
    while ((await pushNext({ db, epoch: 1 }, transport, transaction)).outcome === 'sent');

    const deleted = sent.flatMap(({ endpoint, input }) =>
      endpoint.endsWith('.delete') ? Object.values(input as { id: string; rep?: string }).slice(-1) : [],
    );
    expect(new Set(deleted)).toEqual(
      new Set([
        ours.get('Fund'),
        ours.get('John'),
        relations.get('general partner'),
        relations.get('Secretary'),
      ]),
    );
    expect((await db.signatories.toArray()).map(({ uuid }) => uuid).toSorted()).toEqual(
      [theirs.corp, theirs.jane].toSorted(),
    );
    expect((await db.representatives.toArray()).map(({ uuid }) => uuid)).toEqual([theirs.relation]);
    await db.delete();
  },
);

it('[PUSH11] a waiting removal of two assignments leaves the one that a colleague has made, even if it was written to a file', async () => {
  const db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.meta.put({ key: 'epoch', value: 1 });
  const transaction = newUuid();
  const [one, other] = [1, 2].map(() => ({
    uuid: newUuid(),
    item: newUuid(),
    page: newUuid(),
    pageOrder: 0,
    signatory: newUuid(),
    authRep: null,
  }));
  if (!one || !other) throw new Error('there are two');
  await createAssignments(db, { transaction, assignments: [one, other] });
  await deleteAssignments(db, { transaction, assignments: [one, other] });
  await exportUnsentWork(db, { userId: db.userId, email: 'a@demo.test' }, new Date());
  const [theirs, theirPage] = [newUuid(), newUuid()];
  const { sent, transport } = serverThat(() => [
    { uuid: theirs, item_page_uuid: theirPage },
    { uuid: other.uuid, item_page_uuid: other.page },
  ]);
  for (let count = 0; count < 2; count += 1) await pushNext({ db, epoch: 1 }, transport, transaction);
  expect(sent[1]?.input).toEqual({ transaction, assignments: [other.uuid] });
  expect((await db.assignments.toArray()).map(({ uuid }) => uuid)).toEqual([theirs]);
  await db.delete();
});
