import { expect, it } from 'vitest';
import { assignmentRow } from '../../../../tests/support/signing/signing-rows.ts';
import { MirrorDatabase } from '../../database.ts';
import { newUuid } from '../../uuid.ts';
import { releasesDone } from './releases-done.ts';

const AT = '2026-03-02T09:00:00.000Z';

function release(uuid: string, releasedBy: string, signatures: string[]) {
  return {
    uuid,
    transaction: 'deal',
    name: '',
    items: [],
    assignments: signatures,
    effectiveDate: null,
    conditions: [],
    confirmations: [],
    signatures,
    status: 'released' as const,
    releasedBy,
    releasedAt: AT,
    withdrawnReason: null,
    createdAt: AT,
    createdBy: 'partner',
    version: 1,
    modifiedAt: AT,
    modifiedBy: 'partner',
  };
}

it('names the person who released documents if they are a colleague, on the transaction or not', async () => {
  const db = new MirrorDatabase(newUuid(), 'relaxed');
  const rows = [
    assignmentRow({ item: 'spa' }),
    assignmentRow({ item: 'spa' }),
    assignmentRow({ item: 'nda' }),
  ];
  const signatures = rows.map(({ uuid }) => uuid);
  try {
    await db.assignments.bulkAdd(rows);
    await db.members.add({ uuid: 'admin', fullName: 'Ada Admin', email: 'ada@firm.test', isOrgAdmin: true });
    await db.releases.bulkAdd([
      release('one', 'admin', signatures),
      release('two', 'guest', []),
      { ...release('three', 'admin', []), status: 'open', releasedBy: null, releasedAt: null },
    ]);
    const done = await releasesDone(db, 'deal');
    expect(done.map(({ row, documents, colleague }) => [row.uuid, documents, colleague])).toEqual([
      ['one', 2, 'Ada Admin'],
      ['two', 0, null],
    ]);
  } finally {
    await db.delete();
  }
});
