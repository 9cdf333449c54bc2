import type { TransactionRow } from '../../src/db/rows.ts';
import { newUuid } from '../../src/db/uuid.ts';

const AT = '2026-01-01T00:00:00.000Z';

/** A deal's row as the mirror holds it. */
export function newTransactionRow(name: string): TransactionRow {
  const creator = newUuid();
  return {
    uuid: newUuid(),
    name,
    description: '',
    clientName: '',
    clientNumber: '',
    matterNumber: '',
    closingDate: null,
    createdAt: AT,
    createdBy: { uuid: creator, name: 'Margaret Whitfield' },
    isSample: false,
    archived: false,
    kind: 'packets',
    organization: newUuid(),
    url: '',
    numDocuments: 0,
    participants: [],
    version: 1,
    modifiedAt: AT,
    modifiedBy: creator,
  };
}
