import { byOrder } from '../../../../contract/rules/checklist/order.ts';
import {
  canRetry,
  uploadPercent,
  UPLOAD_STATUSES,
} from '../../../../contract/rules/documents/upload-status.ts';
import {
  countsAsSignature,
  isExecuted,
} from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { chainOf } from '../../../../contract/rules/signing/signatories/auth-rep.ts';
import {
  capacitiesOf,
  capacitySentence,
  chains,
  type Capacities,
} from '../../../../contract/rules/signing/signatories/capacity.ts';
import { isOfEarlierVersion } from '../../../../contract/rules/signing/pages/file-pages.ts';
import { isUnmatched } from '../../../../contract/rules/signing/pages/scanned-page.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow, FileRow, TransactionRow } from '../../../rows.ts';
import { inChecklistOrder } from '../signatories/signatory-documents.ts';
import { signatureAccess } from './signature-access.ts';

type AssignmentRow = CollectionRow<'assignments'>;
type PageRow = CollectionRow<'executedDocumentPages'>;

/** A signature: its document, signer and capacity, in words. */
export interface Signature {
  assignment: AssignmentRow;
  document: string;
  who: string;
  /** The signatory and everyone who signs for it. */
  parties: readonly string[];
}

/** A returned page with its file. */
export interface ReturnedPage {
  row: PageRow;
  file: CollectionRow<'executedDocuments'>;
  /** The signatures on this signed page. */
  signatures: Signature[];
}

/** A page whose signatures are accepted or rejected. */
export interface PageToReview extends ReturnedPage {
  /** The other sheets of its signature page that came back and have no signature line. */
  continuations: readonly ReturnedPage[];
}

/** A page that somebody has to match. */
export interface PageToMatch extends ReturnedPage {
  /** Null if the user can see the page; otherwise, the name of the person who uploaded it, or '' if it isn't known. */
  heldBy: string | null;
}

/** A file on its way to the server. */
export interface ReturnedUpload {
  uuid: string;
  name: string;
  percent: number;
  failed: boolean;
  /** Whether retrying may help. */
  canRetry: boolean;
  /** Why it failed, or why its last try failed. */
  reason: string | null;
}

export interface ReturnedPages {
  uploads: ReturnedUpload[];
  /** Newest first. */
  files: { row: CollectionRow<'executedDocuments'>; pages: ReturnedPage[] }[];
  /** Pages that the user can match, in order. Those that they can see come first. */
  toMatch: PageToMatch[];
  /** Pages whose signatures await the user's acceptance. */
  toReview: PageToReview[];
  /** The signatures that a page may be for: those that weren't given yet, on pages that are still signed. In the order of the signatories and of the checklist. */
  outstanding: Signature[];
  /** All signatures by their uuids. */
  signatures: ReadonlyMap<string, Signature>;
}

/** A deal's returned files and pages, and the signatures that are still outstanding, from one snapshot of the mirror. */
export async function returnedPagesOf(db: MirrorDatabase, transaction: string): Promise<ReturnedPages> {
  const tables = [
    db.files,
    db.executedDocuments,
    db.executedDocumentPages,
    db.assignments,
    db.signaturePages,
    db.signatories,
    db.representatives,
    db.items,
    db.elements,
    db.childLists,
    db.packets,
    db.users,
    db.transactions,
  ];
  const [
    uploads,
    files,
    pages,
    assignments,
    signaturePages,
    signatories,
    relations,
    items,
    elements,
    lists,
    packets,
    members,
    deal,
  ] = await db.transaction('r', tables, async () =>
    Promise.all([
      db.files.where({ transaction }).toArray(),
      db.executedDocuments.where({ transaction }).toArray(),
      db.executedDocumentPages.where({ transaction }).toArray(),
      db.assignments.where({ transaction }).toArray(),
      db.signaturePages.where({ transaction }).toArray(),
      db.signatories.where({ transaction }).toArray(),
      db.representatives.where({ transaction }).toArray(),
      db.items.where({ transaction }).toArray(),
      db.elements.where({ transaction }).toArray(),
      db.childLists.where({ transaction }).toArray(),
      db.packets.where({ transaction }).toArray(),
      db.users.toArray(),
      db.transactions.get(transaction),
    ]),
  );
  const inOrder = signatories.toSorted(byOrder);
  const capacities = capacitiesOf(
    inOrder.map(({ uuid, fullName, isOrg }) => ({ uuid, name: fullName, isOrg })),
    relations,
  );
  const names = new Map(items.map(({ uuid, name }) => [uuid, name]));
  const signatures = new Map(
    assignments.map((each) => [each.uuid, asSignature(each, capacities, names.get(each.item) ?? '')]),
  );
  const current = new Map(items.map(({ uuid, document }) => [uuid, document]));
  const earlier = new Set(
    signaturePages.flatMap((page) => (isOfEarlierVersion(page, current.get(page.item)) ? page.uuid : [])),
  );
  const there = new Set(files.map(({ uuid }) => uuid));
  const byFile = Map.groupBy(pages, ({ executedDocument }) => executedDocument);
  const shown = files
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    .map((row) => ({
      row,
      pages: (byFile.get(row.uuid) ?? [])
        .toSorted((one, other) => one.page - other.page || one.part - other.part)
        .map((page) => ({
          row: page,
          file: row,
          signatures: page.assignments.flatMap((each) => signatures.get(each) ?? []),
        })),
    }));
  const all = shown.flatMap((file) => file.pages);
  const access = signatureAccess(db.userId, { packets, members, deal, files, pages });
  const place = new Map(inOrder.map(({ uuid }, index) => [uuid, index]));
  const byPlace = inChecklistOrder(elements, lists);
  return {
    signatures,
    uploads: uploads.filter((file) => isShown(file, there)).map(asUpload),
    files: shown,
    toMatch: all
      .filter((page) => isUnmatched(page.row) && access.matches(page))
      .map((page) => ({ ...page, heldBy: access.sees(page) ? null : nameOf(page.file.createdBy, deal) }))
      .toSorted((one, other) => Number(one.heldBy !== null) - Number(other.heldBy !== null)),
    toReview: all
      .filter(
        (page) =>
          page.signatures.some(({ assignment }) => assignment.status === 'signed_pending_acceptance') &&
          access.decides(page),
      )
      .map((page) => ({
        ...page,
        continuations: all.filter(
          ({ row }) =>
            row.outcome === 'continuation' &&
            row.candidates.some((each) => page.row.assignments.includes(each)),
        ),
      })),
    outstanding: [...signatures.values()]
      .filter(
        ({ assignment: { status, itemPageUuid } }) => isOutstanding(status) && !earlier.has(itemPageUuid),
      )
      .toSorted(
        (one, other) =>
          (place.get(one.assignment.signatory) ?? 0) - (place.get(other.assignment.signatory) ?? 0) ||
          byPlace(one.assignment, other.assignment) ||
          one.document.localeCompare(other.document),
      ),
  };
}

function nameOf(person: string, deal: TransactionRow | undefined): string {
  return deal?.participants.find(({ userUuid }) => userUuid === person)?.fullName ?? '';
}

function isOutstanding(status: AssignmentRow['status']): boolean {
  return countsAsSignature(status) && !isExecuted(status) && status !== 'signed_pending_acceptance';
}

function isShown({ returned, status, uuid }: FileRow, there: ReadonlySet<string>): boolean {
  return returned === true && status !== 'REMOVED' && !there.has(uuid);
}

function asUpload({ uuid, name, status, sentBytes, size, errorMessage, lastError }: FileRow): ReturnedUpload {
  const { failed } = UPLOAD_STATUSES[status];
  return {
    uuid,
    name,
    percent: uploadPercent(status, size > 0 ? sentBytes / size : 0),
    failed,
    canRetry: canRetry(status),
    reason: (failed ? errorMessage : lastError) ?? null,
  };
}

function asSignature(assignment: AssignmentRow, capacities: Capacities, document: string): Signature {
  const { signatory, authRep } = assignment;
  // As on its page: if no capacity was chosen, the first chain signs.
  const chain = chainOf(capacities, signatory, authRep) ?? chains(capacities, signatory)[0] ?? [];
  return {
    assignment,
    document,
    who: capacitySentence(capacities, signatory, chain),
    parties: [signatory, ...chain.map((relation) => relation.signatory)],
  };
}
