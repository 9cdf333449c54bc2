import type { MatrixColumn } from '../../../src/app/signing/matrix/matrix-columns.ts';
import type { CollectionRow } from '../../../src/db/rows.ts';

const AT = '2026-03-02T09:00:00.000Z';
const birth = { createdAt: AT, createdBy: 'partner', version: 1, modifiedAt: AT, modifiedBy: 'partner' };

let made = 0;

/** An assignment with a uuid of its own. */
export function assignmentRow(change: Partial<CollectionRow<'assignments'>>): CollectionRow<'assignments'> {
  made += 1;
  return {
    uuid: `assignment-${made}`,
    transaction: 'deal',
    item: 'spa',
    itemPageUuid: `page-${made}`,
    signatory: 'jane',
    authRep: null,
    status: 'assigned',
    header: null,
    customText: '',
    requiresNotary: false,
    requiresWitness: false,
    signingGroupAssignment: null,
    rejectedReason: null,
    ...birth,
    ...change,
  };
}

export function dynamicAssignmentRow(
  item: string,
  signingGroup: string,
): CollectionRow<'dynamicAssignments'> {
  return {
    uuid: `${item}/${signingGroup}`,
    transaction: 'deal',
    signingGroup,
    item,
    itemPageUuid: `page-of-${item}`,
    header: null,
    ...birth,
  };
}

/** A column of the signature matrix: a person, or an entity with these capacities. */
export function column(uuid: string, authReps?: readonly string[]): MatrixColumn {
  return {
    uuid,
    name: uuid,
    isOrg: authReps !== undefined,
    capacities: (authReps ?? [null]).map((authRep) => ({ authRep, signer: authRep ?? '', sentence: '' })),
    representsOnly: false,
  };
}
