import type * as z from 'zod';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import type {
  acceptedAssignmentsSchema,
  rejectedAssignmentsSchema,
} from '../../../src/contract/entities/assignment.ts';
import type { DealRows } from '../../../src/contract/entities/changes.ts';
import { isExecuted, type AssignmentStatus } from '../../../src/contract/rules/signing/assignment-status.ts';
import { readRow, readRowsByIds } from '../../present/read-rows.ts';
import { invalid, notFound } from '../../refusal.ts';
import { changeRows, selectRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

type Assignment = DealRows['assignments'][number];

/** Accepts a signature: it is executed, and held until its release. An accepted signature stays as it is. */
export async function acceptSignature(scope: DealWrite, { id }: { id: string }): Promise<Assignment> {
  await acceptSignatures(scope, { assignments: [id] });
  return readRow(scope.tx, 'assignments', scope.deal.uuid, id);
}

/** @throws {Refusal} `invalid` if one of them was not signed; then none is accepted */
export async function acceptSignatures(
  scope: DealWrite,
  { assignments }: z.output<typeof acceptedAssignmentsSchema>,
): Promise<DealRows['assignments']> {
  return decide(scope, assignments, {
    isDecided: isExecuted,
    mayBe: (status) => status === 'signed_pending_acceptance',
    changes: { status: 'executed', rejected_reason: null },
    refusal: 'Only a signed page can be accepted.',
  });
}

/** Rejects a signature, so that the page has to be signed again. A rejected signature stays as it is. */
export async function rejectSignature(
  scope: DealWrite,
  { id, reason }: { id: string; reason?: string | undefined },
): Promise<Assignment> {
  await rejectSignatures(scope, { assignments: [id], reason });
  return readRow(scope.tx, 'assignments', scope.deal.uuid, id);
}

/** @throws {Refusal} `invalid` if one of them was not signed or is already released; then none is rejected */
export async function rejectSignatures(
  scope: DealWrite,
  { assignments, reason = '' }: z.output<typeof rejectedAssignmentsSchema>,
): Promise<DealRows['assignments']> {
  return decide(scope, assignments, {
    isDecided: (status) => status === 'rejected',
    mayBe: (status) => status === 'signed_pending_acceptance' || status === 'executed',
    changes: { status: 'rejected', rejected_reason: reason === '' ? null : reason },
    refusal: 'Only a signed page that hasn’t been released can be rejected.',
  });
}

type Decision = {
  isDecided: (status: AssignmentStatus) => boolean;
  mayBe: (status: AssignmentStatus) => boolean;
  changes: { status: AssignmentStatus; rejected_reason: string | null };
  refusal: string;
};

async function decide(
  scope: DealWrite,
  assignments: readonly string[],
  { isDecided, mayBe, changes, refusal }: Decision,
): Promise<DealRows['assignments']> {
  const { tx, deal, stamp } = scope;
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: assignments });
  if (rows.length < new Set(assignments).size) throw notFound('This assignment');
  const open = rows.filter(({ status }) => !isDecided(status));
  if (!open.every(({ status }) => mayBe(status))) throw invalid(refusal, 'assignments');
  const uuids = open.map(({ uuid }) => uuid);
  await changeRows(tx, 'assignments', uuids, { ...changes, ...stamp });
  for (const uuid of uuids) scope.put('assignments', uuid, { fields: ['status'] });
  return readRowsByIds(tx, 'assignments', deal.uuid, assignments);
}
