import { expect, it } from 'vitest';
import { newTransactionRow } from '../../../../tests/support/rows.ts';
import { assignmentRow } from '../../../../tests/support/signing/signing-rows.ts';
import { newItemRow } from '../../commands/checklist/new-rows.ts';
import { generatedPage } from '../../commands/signing/pages/new-page.ts';
import { createSignatory } from '../../commands/signing/signatories/signatories.ts';
import { MirrorDatabase } from '../../database.ts';
import { newUuid } from '../../uuid.ts';
import { closingBoardOf } from './closing-board.ts';

it('says which outstanding signatures are on pages that were marked in an earlier version', async () => {
  const me = newUuid();
  const db = new MirrorDatabase(me, 'relaxed');
  const deal = { ...newTransactionRow('Project Alder'), organization: newUuid() };
  const transaction = deal.uuid;
  const stamp = { madeAt: '2026-01-01T00:00:00.000Z', userId: me };
  try {
    await createSignatory(db, { transaction, uuid: 'jane', fullName: 'Jane Doe', isOrg: false });
    const item = newItemRow({ transaction, uuid: 'lease', name: 'Lease' }, null, stamp);
    await db.items.put({ ...item, document: 'version 2' });
    for (const [order, document] of ['version 1', 'version 2', null].entries()) {
      const uuid = `page of ${document}`;
      const page = generatedPage({ uuid, transaction, item: 'lease', order }, stamp);
      await db.signaturePages.put({ ...page, source: document === null ? 'generated' : 'file', document });
      await db.assignments.put(assignmentRow({ uuid, transaction, item: 'lease', itemPageUuid: uuid }));
    }
    const { outstanding } = (await closingBoardOf(db, deal)).free;
    const shown = outstanding.flatMap(({ pages }) =>
      pages.map(({ uuid, document, isOfEarlierVersion }) => [uuid, document, isOfEarlierVersion] as const),
    );
    expect(shown.toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
      ['page of null', 'Lease', false],
      ['page of version 1', 'Lease', true],
      ['page of version 2', 'Lease', false],
    ]);
  } finally {
    await db.delete();
  }
});
