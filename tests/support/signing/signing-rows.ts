import type { MatrixColumn } from '../../../src/app/signing/matrix/grid/matrix-columns.ts';
import type { CollectionRow } from '../../../src/db/rows.ts';

const AT = '2026-03-02T09:00:00.000Z';
const birth = { createdAt: AT, createdBy: 'partner', version: 1, modifiedAt: AT, modifiedBy: 'partner' };

let made = 0;

/** Returns an assignment with a unique uuid. */
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

/** Returns a packet with these signatures, created at this minute. */
export function packetRow(
  minute: number,
  assignments: readonly string[],
  change: Partial<CollectionRow<'packets'>> = {},
): CollectionRow<'packets'> {
  return {
    uuid: `packet-${minute}`,
    transaction: 'deal',
    signatory: 'jane',
    status: 'ready',
    assignments: [...assignments],
    options: { coverAndIndex: false, slipPages: false },
    numPages: 1,
    warnings: [],
    errorMessage: null,
    latestDocument: null,
    certificateDocument: null,
    deedPackage: null,
    esigningService: 'counterpart',
    sentAt: null,
    sentFor: null,
    remindedAt: null,
    viewedAt: null,
    completedTimestamp: null,
    deedSubmissionTimestamp: null,
    expiresAt: null,
    queued: null,
    declinedReason: null,
    cancelledReason: null,
    wrongPerson: null,
    hasAccessCode: false,
    supersededAt: null,
    ...birth,
    createdAt: `2026-03-02T10:${String(minute).padStart(2, '0')}:00.000Z`,
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

/** Returns a column of the signature matrix: a person, or an entity with these capacities. */
export function column(uuid: string, authReps?: readonly string[]): MatrixColumn {
  return {
    uuid,
    name: uuid,
    isOrg: authReps !== undefined,
    capacities: (authReps ?? [null]).map((authRep) => ({ authRep, signer: authRep ?? '', sentence: '' })),
    representsOnly: false,
  };
}
