import { byOrder } from '../../../contract/rules/checklist/order.ts';
import {
  coveredBy,
  missingSignatures,
  releaseReadiness,
  type MissingSignature,
  type ReleaseReadiness,
  type ReleasingDeal,
  type Signature,
} from '../../../contract/rules/closing/release.ts';
import type { CollationProblem } from '../../../contract/rules/closing/collation-problems.ts';
import { isExecuted } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import { isOfEarlierVersion } from '../../../contract/rules/signing/pages/file-pages.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { CollectionRow, TransactionRow } from '../../rows.ts';

export type ReleaseRow = CollectionRow<'releases'>;

/** A document with its signatures that are to be released. */
export interface CoveredDocument {
  item: string;
  name: string;
  signatures: number;
  held: number;
}

/** A page that isn't held yet. */
export interface OutstandingPage {
  uuid: string;
  document: string;
  status: Signature['status'];
  /** It was marked in an earlier version of the document, so its signature can't be collected. */
  isOfEarlierVersion: boolean;
}

/** A signatory with pages that aren't held yet. */
export interface OutstandingParty {
  signatory: string;
  name: string;
  pages: OutstandingPage[];
}

/** A document whose executed document would lack a signature. */
export interface IncompleteDocument {
  item: string;
  name: string;
  /** The number of its signature pages that nobody signs. */
  unassigned: number;
  /** The people whose signatures were rejected and not requested again. */
  rejected: string[];
}

/** Signatures that are to be released together. */
export interface Covered {
  documents: CoveredDocument[];
  incomplete: IncompleteDocument[];
  outstanding: OutstandingParty[];
  signatures: number;
  held: number;
}

/** An open release and its readiness. */
export interface OpenRelease extends Covered {
  row: ReleaseRow;
  readiness: ReleaseReadiness<Signature>;
  /** The organizations that collected its pages. */
  collectors: string[];
}

/** Documents or signatures that were released together. */
export interface PastRelease {
  row: ReleaseRow;
  documents: number;
  /** The items of those documents. */
  items: string[];
}

/** A signatory whose pages can be released on their own. */
export interface ReleasableParty {
  signatory: string;
  name: string;
  assignments: string[];
}

/** A released document, and the state of its executed document. */
export interface CollatedDocument {
  item: string;
  name: string;
  state: 'done' | 'running' | CollationProblem;
  /** When it was requested. */
  since: string;
}

export interface ClosingBoard {
  open: OpenRelease[];
  /** Released or withdrawn, latest first. */
  past: PastRelease[];
  /** Documents that are completely released. */
  collated: CollatedDocument[];
  /** Everything that isn't released. */
  unreleased: Covered;
  /** The part of it that is in no open release. */
  free: Covered;
  parties: ReleasableParty[];
  /** The names of organizations that sent packets. */
  firms: ReadonlyMap<string, string>;
  /** The names of the user's colleagues. */
  colleagues: ReadonlyMap<string, string>;
}

/** What the closing board of a deal shows. */
export async function closingBoardOf(
  db: MirrorDatabase,
  deal: Pick<TransactionRow, 'uuid' | 'organization' | 'releaseConfirmations' | 'participants'>,
): Promise<ClosingBoard> {
  const own = { transaction: deal.uuid };
  const tables = [
    db.releases,
    db.assignments,
    db.signaturePages,
    db.packets,
    db.executedDocuments,
    db.executedDocumentPages,
    db.items,
    db.signatories,
    db.members,
  ];
  const [releases, assignments, signaturePages, packets, files, pages, items, signatories, members] =
    await db.transaction('r', tables, async () =>
      Promise.all([
        db.releases.where(own).toArray(),
        db.assignments.where(own).toArray(),
        db.signaturePages.where(own).toArray(),
        db.packets.where(own).toArray(),
        db.executedDocuments.where(own).toArray(),
        db.executedDocumentPages.where(own).toArray(),
        db.items.where(own).toArray(),
        db.signatories.where(own).toArray(),
        db.members.toArray(),
      ]),
    );
  const all = signaturesOf(assignments, collectorsIn(packets, files, pages));
  const inOrder = signatories.toSorted(byOrder);
  const current = new Map(items.map(({ uuid, document }) => [uuid, document]));
  const earlier = new Set(
    signaturePages.filter((page) => isOfEarlierVersion(page, current.get(page.item))).map(({ uuid }) => uuid),
  );
  const toSign = signaturePages.filter(({ uuid, item }) => current.has(item) && !earlier.has(uuid));
  const cover = openCover(items, inOrder, { missing: missingSignatures(toSign, all), earlier });
  const releasing: ReleasingDeal = {
    organization: deal.organization,
    confirmationsNeeded: deal.releaseConfirmations ?? 2,
    present: organizationsOn(deal, packets),
  };
  const itemOf = new Map(all.map(({ uuid, item }) => [uuid, item]));
  const unreleased = coveredBy({ items: items.map(({ uuid }) => uuid), assignments: [] }, all);
  const open = releases
    .filter(({ status }) => status === 'open')
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
    .map((row): OpenRelease => {
      const readiness = releaseReadiness(factsOf(row), all, releasing);
      const collectors = readiness.covered.map(({ collectedBy }) => collectedBy ?? deal.organization);
      return { row, readiness, collectors: [...new Set(collectors)], ...cover(readiness.covered) };
    });
  const taken = new Set(open.flatMap(({ readiness }) => readiness.covered.map(({ uuid }) => uuid)));
  return {
    open,
    past: releases
      .filter(({ status }) => status !== 'open')
      .toSorted((one, other) => other.modifiedAt.localeCompare(one.modifiedAt))
      .map((row) => {
        const items = [...new Set(row.signatures.flatMap((each) => itemOf.get(each) ?? []))];
        return { row, documents: items.length, items };
      }),
    collated: items.flatMap(
      ({ uuid: item, name, collation, collationRequestedAt: since, collationProblem }) =>
        since === null
          ? []
          : { item, name, since, state: collation === 'none' ? (collationProblem ?? 'running') : collation },
    ),
    unreleased: cover(unreleased),
    free: cover(unreleased.filter(({ uuid }) => !taken.has(uuid))),
    parties: inOrder.flatMap(({ uuid: signatory, fullName: name }) => {
      const theirs = unreleased.filter((each) => each.signatory === signatory).map(({ uuid }) => uuid);
      return theirs.length === 0 ? [] : [{ signatory, name, assignments: theirs }];
    }),
    firms: new Map(
      packets.flatMap(({ sentFor }) => (sentFor ? [[sentFor.uuid, sentFor.name] as const] : [])),
    ),
    colleagues: new Map(members.map(({ uuid, fullName }) => [uuid, fullName])),
  };
}

/** The organizations of people who may edit the deal. If a server omits it, a release may wait for any of them. */
function organizationsOn(
  { participants }: Pick<TransactionRow, 'participants'>,
  packets: readonly CollectionRow<'packets'>[],
): Set<string> {
  const editing = participants.filter(({ access }) => access !== 'view');
  const known = editing.flatMap(({ organization }) => organization ?? []);
  const isUnknown = editing.some(({ organization }) => organization === undefined);
  const all = isUnknown ? packets.flatMap(({ sentFor }) => sentFor?.uuid ?? []) : [];
  return new Set([...known, ...all]);
}

function factsOf({ items, assignments, conditions, confirmations, signatures }: ReleaseRow) {
  return {
    items,
    assignments,
    conditions: conditions.map(({ metAt }) => ({ met: metAt !== null })),
    confirmations,
    signatures,
  };
}

/** Returns the organization that collected each signature, in a packet or on paper. */
function collectorsIn(
  packets: readonly CollectionRow<'packets'>[],
  files: readonly CollectionRow<'executedDocuments'>[],
  pages: readonly CollectionRow<'executedDocumentPages'>[],
): ReadonlyMap<string, string | null> {
  const collectors = new Map(
    packets
      .filter(({ status }) => status === 'completed')
      .flatMap((packet) => packet.assignments.map((each) => [each, packet.sentFor?.uuid ?? null] as const)),
  );
  const collectorOf = new Map(files.map(({ uuid, collectedFor }) => [uuid, collectedFor]));
  for (const { executedDocument, assignments } of pages)
    for (const each of assignments) collectors.set(each, collectorOf.get(executedDocument) ?? null);
  return collectors;
}

function signaturesOf(
  assignments: readonly CollectionRow<'assignments'>[],
  collectors: ReadonlyMap<string, string | null>,
): Signature[] {
  return assignments.map(({ uuid, item, itemPageUuid: page, signatory, authRep, status }) => ({
    uuid,
    item,
    page,
    signatory,
    authRep,
    status,
    collectedBy: collectors.get(uuid) ?? null,
  }));
}

/**
 * Returns a function that groups signatures by document and by signatory, in the order of both lists.
 * @param earlier the pages that were marked in earlier versions
 */
function openCover(
  items: readonly { uuid: string; name: string }[],
  signatories: readonly { uuid: string; fullName: string }[],
  { missing, earlier }: { missing: readonly MissingSignature[]; earlier: ReadonlySet<string> },
): (signatures: readonly Signature[]) => Covered {
  const names = new Map(items.map(({ uuid, name }) => [uuid, name]));
  const people = new Map(signatories.map(({ uuid, fullName }) => [uuid, fullName]));
  const missingOf = Map.groupBy(missing, ({ item }) => item);
  return (signatures) => {
    const byItem = Map.groupBy(signatures, ({ item }) => item);
    const outstanding = Map.groupBy(
      signatures.filter(({ status }) => !isExecuted(status)),
      ({ signatory }) => signatory,
    );
    return {
      documents: items.flatMap(({ uuid: item, name }) => {
        const own = byItem.get(item);
        return own ? [{ item, name, signatures: own.length, held: heldOf(own) }] : [];
      }),
      incomplete: items.flatMap(({ uuid: item, name }) => {
        const own = byItem.has(item) ? missingOf.get(item) : undefined;
        if (!own) return [];
        const rejected = [...new Set(own.map((each) => each.signatory))].flatMap((signatory) =>
          signatory === null ? [] : (people.get(signatory) ?? []),
        );
        return [
          { item, name, unassigned: own.filter(({ signatory }) => signatory === null).length, rejected },
        ];
      }),
      outstanding: signatories.flatMap(({ uuid: signatory, fullName: name }) => {
        const own = outstanding.get(signatory);
        if (!own) return [];
        const pages = own.map(({ uuid, item, page, status }) => ({
          uuid,
          document: names.get(item) ?? '',
          status,
          isOfEarlierVersion: earlier.has(page),
        }));
        return [{ signatory, name, pages }];
      }),
      signatures: signatures.length,
      held: heldOf(signatures),
    };
  };
}

function heldOf(signatures: readonly Signature[]): number {
  return signatures.filter(({ status }) => isExecuted(status)).length;
}
