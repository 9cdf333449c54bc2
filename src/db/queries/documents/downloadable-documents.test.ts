import { beforeEach, expect, it } from 'vitest';
import { newDocumentRow } from '../../../../tests/support/rows.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { newElementRow, newItemRow } from '../../commands/checklist/new-rows.ts';
import { assignDocuments } from '../../commands/signing/assignments/assign-documents.ts';
import { filePage } from '../../commands/signing/pages/new-page.ts';
import { MirrorDatabase } from '../../database.ts';
import { newUuid } from '../../uuid.ts';
import { downloadableDocuments } from './downloadable-documents.ts';

const transaction = newUuid();
const [item, element, page, signature] = [newUuid(), newUuid(), newUuid(), newUuid()];
let db: MirrorDatabase;

/** A lease of two versions. A page of the first one is marked and assigned. */
beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  const stamp = { userId: db.userId, madeAt: '2026-03-01T12:00:00.000Z' };
  const [first, second] = [newDocumentRow(transaction), newDocumentRow(transaction)];
  await db.items.add({
    ...newItemRow({ uuid: item, transaction, name: 'Lease' }, second, stamp),
    forSigning: true,
  });
  await db.elements.add(newElementRow({ elementUuid: element, transaction }, { item }, stamp));
  const list = { key: `${transaction}/${TOP}`, transaction, parent: TOP, children: [element] };
  await db.childLists.put(list);
  const place = { uuid: page, transaction, item, order: 0, document: first.uuid, refPageNumber: 2 };
  await db.signaturePages.add(filePage(place, stamp));
  const assigned = { uuid: signature, item, page, pageOrder: 0, signatory: newUuid(), authRep: null };
  await assignDocuments(db, { transaction, assignments: [assigned] }, []);
  return async () => db.delete();
});

const kinds = async () => (await downloadableDocuments(db, transaction, null)).kinds;

it('a page that was marked in an earlier version is offered only once a signature on it is released', async () => {
  expect(await kinds()).toEqual(['executed_item']);
  await db.assignments.update(signature, { status: 'released' });
  expect(await kinds()).toEqual(['executed_item', 'executed_sigs', 'unexecuted_item', 'nonexecutable_item']);
});
