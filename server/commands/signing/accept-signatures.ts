import { sql } from 'kysely';
import type * as z from 'zod';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import type {
  acceptanceSchema,
  acceptedAssignmentsSchema,
  rejectedAssignmentsSchema,
} from '../../../src/contract/entities/signing/assignment.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import {
  isExecuted,
  type AssignmentStatus,
} from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { readRow, readRowsByIds } from '../../present/read-rows.ts';
import { invalid, notFound, Refusal } from '../../refusal.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import { askAgain } from '../packets/ask-again.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import {
  appendSigningEvent,
  type NewEvent,
  type SigningActor,
} from '../../store/deals/packets/signing-events.ts';
import { appendToLedger } from '../../store/deals/ledger.ts';
import { assertOwnPackets } from '../paper/assert-own-packets.ts';
import { assertSeesPages } from '../paper/held-page-access.ts';
import { packetsWith } from '../paper/signed-pages.ts';
import { assertMayDecide, packetsOfSignatures } from '../packets/packet-sender.ts';
import { assertInForm } from './assert-in-form.ts';
import { changeStatuses } from './change-statuses.ts';

type Assignment = DealRows['assignments'][number];

/** Accepts a signature: it is executed, and held until its release. An accepted signature stays as it is. */
export async function acceptSignature(
  scope: DealWrite,
  { id, pages }: { id: string } & z.output<typeof acceptanceSchema>,
  by: SigningActor,
): Promise<Assignment> {
  await acceptSignatures(scope, { assignments: [id], pages }, by);
  return readRow(scope.tx, 'assignments', scope.deal.uuid, id);
}

/**
 * @throws {Refusal} `invalid` if one of them was not signed, or came back on a page that can't be read or that the user didn't look at;
 * `changed_meanwhile` if that page has changed since. Then none is accepted.
 */
export async function acceptSignatures(
  scope: DealWrite,
  { assignments, pages = [] }: z.output<typeof acceptedAssignmentsSchema>,
  by: SigningActor,
): Promise<DealRows['assignments']> {
  await assertLookedAt(scope, assignments, pages);
  await assertInForm(scope, assignments, { among: ['signed_pending_acceptance'], what: 'accepted' });
  return decide(scope, assignments, {
    isDecided: isExecuted,
    mayBe: (status) => status === 'signed_pending_acceptance',
    changes: { status: 'executed', rejected_reason: null },
    refusal: 'Only a signed page can be accepted.',
    event: { kind: 'accepted', by },
  });
}

/**
 * Rejects a signature. Its signatory is asked to sign the page again, unless `send_again` is false. Repeating it changes
 * nothing.
 */
export async function rejectSignature(
  scope: DealWrite,
  { id, ...given }: { id: string; reason?: string | undefined; send_again?: boolean | undefined },
  by: SigningActor,
): Promise<Assignment> {
  await rejectSignatures(scope, { assignments: [id], ...given }, by);
  return readRow(scope.tx, 'assignments', scope.deal.uuid, id);
}

/**
 * Rejects signatures, and with each the others on the same sheet, because the sheet is signed again as a whole.
 * @throws {Refusal} `invalid` if one of them was not signed or is already released, or shares a sheet with a released one;
 * then none is rejected
 */
export async function rejectSignatures(
  scope: DealWrite,
  { assignments, reason = '', send_again = true }: z.output<typeof rejectedAssignmentsSchema>,
  by: SigningActor,
): Promise<DealRows['assignments']> {
  const whole = [...assignments, ...(await givenOnSameSheets(scope, assignments))];
  await assertNoneBesideReleased(scope, assignments);
  return decide(scope, [...new Set(whole)], {
    isDecided: (status) => status === 'rejected',
    mayBe: (status) => status === 'signed_pending_acceptance' || status === 'executed',
    changes: { status: 'rejected', rejected_reason: reason === '' ? null : reason },
    refusal: 'Only a signed page that hasn’t been released can be rejected.',
    event: { kind: 'rejected', by, details: { reason } },
    followUp: async (rows) => (send_again ? askAgain(scope, rows, reason) : undefined),
  });
}

/** Returns the signatures that were given on the sheets of these, electronically or on paper, and that can still be rejected. */
async function givenOnSameSheets({ tx, deal }: DealWrite, assignments: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select assignments.uuid
    from packets
      join packet_pages as page on page.packet = packets.uuid
      join assignments on assignments.uuid = any(page.assignments)
    where packets.transaction = ${deal.uuid} and packets.status = 'completed' and packets.deleted_at is null
      and page.kind = 'signature' and page.assignments && ${assignments}::uuid[]
      and assignments.status in ('signed_pending_acceptance', 'executed')
      and assignments.executed_document_page is null
    union
    select beside.uuid
    from assignments as named
      join assignments as beside on beside.executed_document_page = named.executed_document_page
    where named.transaction = ${deal.uuid} and named.uuid = any(${assignments}::uuid[])
      and beside.status in ('signed_pending_acceptance', 'executed') and beside.deleted_at is null
  `.execute(tx);
  return rows.map(({ uuid }) => uuid);
}

/**
 * Refuses to reject a held signature if another signature on its sheet has been released. Such a sheet isn't signed again, and after
 * the rejection nothing would keep others from getting the whole sheet, with the rejected signature.
 * @throws {Refusal} `invalid`
 */
async function assertNoneBesideReleased(
  { tx, deal }: DealWrite,
  assignments: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from assignments as released
      where released.transaction = ${deal.uuid} and released.status = 'released' and released.deleted_at is null
        and released.uuid <> all(${assignments}::uuid[])
        and (
          exists (
            select from packet_pages as page join packets on packets.uuid = page.packet
            where page.transaction = released.transaction and page.kind = 'signature' and packets.status = 'completed'
              and released.executed_document_page is null
              and released.uuid = any(page.assignments) and page.assignments && ${assignments}::uuid[]
          )
          or exists (
            select from assignments as beside
            where beside.uuid = any(${assignments}::uuid[])
              and beside.executed_document_page = released.executed_document_page
          )
        )
    ) as found
  `.execute(tx);
  if (rows[0]?.found)
    throw invalid(
      'Another signature on the same page was already released, so this one can’t be rejected. If the page is wrong, add an amendment as a separate document.',
      'assignments',
    );
}

type Decision = {
  isDecided: (status: AssignmentStatus) => boolean;
  mayBe: (status: AssignmentStatus) => boolean;
  changes: { status: AssignmentStatus; rejected_reason: string | null };
  refusal: string;
  /** Returns what the evidence of their packets records. */
  event: NewEvent;
  /** Handles what follows for the signatures that were decided. */
  followUp?: (rows: readonly RowOf<'assignments'>[]) => Promise<void>;
};

/**
 * Checks that the pages of signatures on paper are the ones that the user looked at. Pages without a PDF could never be delivered.
 * @throws {Refusal} `invalid`; `not_allowed` for pages that the user may not see; `changed_meanwhile`
 */
async function assertLookedAt(
  scope: DealWrite,
  assignments: readonly string[],
  seen: readonly { uuid: string; version: number }[],
): Promise<void> {
  const { tx, deal } = scope;
  const pages = await tx
    .selectFrom('assignments')
    .innerJoin('executed_document_pages as page', 'page.uuid', 'assignments.executed_document_page')
    .innerJoin('executed_documents as file', 'file.uuid', 'page.executed_document')
    .select(['page.uuid', 'page.version', 'page.pdf_file_key', 'page.outcome', 'page.candidates'])
    .select(['page.assignments', 'file.collected_for'])
    .where('assignments.uuid', 'in', [...assignments])
    .where('assignments.transaction', '=', deal.uuid)
    .where('assignments.status', '=', 'signed_pending_acceptance')
    .execute();
  if (pages.some(({ pdf_file_key: key }) => key === null))
    throw invalid(
      'The page of this signature can’t be read, so it can’t be accepted. Scan the page again and upload the new scan.',
      'assignments',
    );
  const shown = [...pages, ...(await continuationsOf(scope, pages))];
  await assertSeesPages(scope, shown);
  const versionOf = new Map(seen.map(({ uuid, version }) => [uuid, version]));
  if (shown.some(({ uuid }) => !versionOf.has(uuid)))
    throw invalid(
      'This signature came back on paper. Review its page under “Returned pages” and accept it there.',
      'pages',
    );
  if (shown.some(({ uuid, version }) => versionOf.get(uuid) !== version))
    throw new Refusal(
      'changed_meanwhile',
      'A page has changed since you looked at it. Look at it again, then accept it.',
      { fields: ['pages'] },
    );
}

/** Returns the other sheets of these returned pages that also came back and have no signature line. */
async function continuationsOf(
  { tx, deal }: DealWrite,
  pages: readonly { assignments: readonly string[] }[],
) {
  if (pages.length === 0) return [];
  return tx
    .selectFrom('executed_document_pages as page')
    .innerJoin('executed_documents as file', 'file.uuid', 'page.executed_document')
    .select(['page.uuid', 'page.version', 'page.outcome', 'page.candidates', 'page.assignments'])
    .select('file.collected_for')
    .where('page.transaction', '=', deal.uuid)
    .where('page.outcome', '=', 'continuation')
    .where('page.deleted_at', 'is', null)
    .where(sql<boolean>`page.candidates && ${pages.flatMap(({ assignments }) => assignments)}::uuid[]`)
    .execute();
}

/** The organizations that collected signatures on paper. */
async function collectorsOnPaper(
  { tx }: DealWrite,
  rows: readonly RowOf<'assignments'>[],
): Promise<{ sent_for: string }[]> {
  const pages = rows.flatMap(({ executed_document_page }) => executed_document_page ?? []);
  if (pages.length === 0) return [];
  return tx
    .selectFrom('executed_document_pages as page')
    .innerJoin('executed_documents as file', 'file.uuid', 'page.executed_document')
    .select('file.collected_for as sent_for')
    .distinct()
    .where('page.uuid', 'in', pages)
    .execute();
}

/**
 * Returns the packets whose evidence records a decision. A page that came back on paper may be decided while the rest of its
 * packet is still out, so the packet need not be finished.
 */
async function recordedIn(
  scope: DealWrite,
  finished: readonly RowOf<'packets'>[],
  onPaper: readonly RowOf<'assignments'>[],
): Promise<RowOf<'packets'>[]> {
  const live = await packetsWith(
    scope,
    onPaper.map(({ uuid }) => uuid),
  );
  const known = new Set(finished.map(({ uuid }) => uuid));
  return [...finished, ...live.filter(({ uuid, sent_at }) => sent_at !== null && !known.has(uuid))];
}

async function decide(
  scope: DealWrite,
  assignments: readonly string[],
  { isDecided, mayBe, changes, refusal, event, followUp }: Decision,
): Promise<DealRows['assignments']> {
  const { tx, deal } = scope;
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: assignments });
  if (rows.length < new Set(assignments).size) throw notFound('This assignment');
  const open = rows.filter(({ status }) => !isDecided(status));
  if (!open.every(({ status }) => mayBe(status))) throw invalid(refusal, 'assignments');
  const uuids = open.map(({ uuid }) => uuid);
  const packets = await packetsOfSignatures(scope, uuids);
  const onPaper = open.filter(({ executed_document_page }) => executed_document_page !== null);
  const online = new Set(open.filter((row) => !onPaper.includes(row)).map(({ uuid }) => uuid));
  // For a page on paper, the organization that uploaded it decides. Its packet may never have been emailed.
  const collectors = [
    ...packets.filter((packet) => packet.assignments.some((each) => online.has(each))),
    ...(await collectorsOnPaper(scope, onPaper)),
  ];
  await assertOwnPackets(
    scope,
    onPaper.map(({ uuid }) => uuid),
    'accept or reject it',
  );
  if (open.length > 0) assertMayDecide(scope, collectors, 'accept or reject its signatures');
  await changeStatuses(scope, uuids, changes);
  const decided = new Set(uuids);
  for (const packet of await recordedIn(scope, packets, onPaper)) {
    const details = { ...event.details, assignments: packet.assignments.filter((each) => decided.has(each)) };
    await appendSigningEvent(scope, packet.uuid, { ...event, details });
  }
  if (open.length > 0)
    await appendToLedger(scope, {
      event: event.kind === 'accepted' ? 'held' : 'rejected',
      by: event.by,
      subject: null,
      details: { ...event.details, signatures: uuids },
    });
  await followUp?.(open);
  return readRowsByIds(tx, 'assignments', deal.uuid, assignments);
}
