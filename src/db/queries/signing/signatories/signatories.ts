import { byOrder } from '../../../../contract/rules/checklist/order.ts';
import {
  isExecuted,
  isOut,
  countsAsSignature,
} from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import {
  capacitiesOf,
  capacitySentence,
  chains,
  type Capacities,
} from '../../../../contract/rules/signing/signatories/capacity.ts';
import { sentOrSigned } from '../../../../contract/rules/signing/signatories/sent-or-signed.ts';
import { signerOf } from '../../../../contract/rules/signing/signatories/signer.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { equal } from '../../../equal.ts';
import type { CollectionRow } from '../../../rows.ts';
import type { DealRows } from '../../../views/deal-rows.ts';
import { rowsView, type RowsView } from '../../../views/rows-view.ts';

type SignatoryRow = CollectionRow<'signatories'>;
type AssignmentRow = CollectionRow<'assignments'>;

/** A signatory in the list. */
export interface ListedSignatory {
  row: SignatoryRow;
  /** How an entity signs, one sentence for each capacity. Empty for a person. */
  ways: string[];
  /** The entities that the signatory signs for, with the title. */
  represents: { entity: string; title: string }[];
  /** An entity that nobody signs for. */
  isUnclear: boolean;
  /** Names of the signing groups that the signatory is in. */
  groups: string[];
  /** Assigned signatures, including those that a person gives for an entity, and how many were accepted. */
  total: number;
  done: number;
  /** Signatures that were sent but not given yet. */
  waiting: number;
  /**
   * Whether a page was sent or signed through the signatory, or a packet was sent to them. If so, the record of that keeps
   * them from being deleted.
   */
  isSentOrSigned: boolean;
}

export interface DealSignatories {
  /** In their order. */
  signatories: ListedSignatory[];
  byUuid: ReadonlyMap<string, ListedSignatory>;
  capacities: Capacities;
  /** Whether a page was sent or signed through a relation, which keeps it from being removed. */
  isSentOrSigned: (relation: string) => boolean;
}

const TABLES = [
  'signatories',
  'representatives',
  'signingGroups',
  'signingGroupMembers',
  'assignments',
  'packets',
] as const;

type Tables = DealRows<(typeof TABLES)[number]>;

/** The signatories of a deal with their capacities, groups and signatures, kept in memory while a screen shows them. */
export function signatoriesView(db: MirrorDatabase, transaction: string): RowsView<DealSignatories> {
  return rowsView(db, transaction, {
    tables: TABLES,
    compose: (rows, before) => composeSignatories(rows, before?.shown),
  });
}

/**
 * Builds the list. A row that names one that isn't on the device is left out.
 * @param before the list as it was: its signatories are kept where nothing changed
 */
export function composeSignatories(rows: Tables, before?: DealSignatories): DealSignatories {
  const parties = Array.from(rows.signatories.values(), ({ uuid, fullName, isOrg }) => ({
    uuid,
    name: fullName,
    isOrg,
  }));
  const capacities = capacitiesOf(parties, rows.representatives.values());
  const groups = groupsBySignatory(rows);
  const signatures = signaturesBySigner(capacities, rows.assignments.values());
  const undeletable = sentOrSigned(capacities, {
    assignments: rows.assignments.values(),
    packets: rows.packets.values(),
  });
  const signatories = [...rows.signatories.values()].toSorted(byOrder).map((row): ListedSignatory => {
    const ways = row.isOrg
      ? chains(capacities, row.uuid).map((chain) => capacitySentence(capacities, row.uuid, chain))
      : [];
    const represents = capacities.represents(row.uuid).map(({ entity, title }) => ({
      entity: capacities.party(entity)?.name ?? '',
      title,
    }));
    const counts = signatures.get(row.uuid) ?? NO_SIGNATURES;
    const listed = {
      ...counts,
      row,
      ways,
      represents,
      isUnclear: row.isOrg && ways.length === 0,
      groups: groups.get(row.uuid) ?? [],
      isSentOrSigned: undeletable.has(row.uuid),
    };
    const last = before?.byUuid.get(row.uuid);
    return last && equal(last, listed) ? last : listed;
  });
  return {
    signatories,
    byUuid: new Map(signatories.map((each) => [each.row.uuid, each])),
    capacities,
    isSentOrSigned: (relation) => undeletable.has(relation),
  };
}

function groupsBySignatory({ signingGroups, signingGroupMembers }: Tables): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { group, signatory } of signingGroupMembers.values()) {
    const name = signingGroups.get(group)?.name;
    const own = found.get(signatory) ?? [];
    if (name !== undefined && !own.includes(name)) found.set(signatory, [...own, name]);
  }
  return found;
}

type SignatureCounts = Pick<ListedSignatory, 'total' | 'done' | 'waiting'>;
const NO_SIGNATURES: SignatureCounts = { total: 0, done: 0, waiting: 0 };

function signaturesBySigner(
  capacities: Capacities,
  assignments: Iterable<AssignmentRow>,
): Map<string, SignatureCounts> {
  const counts = new Map<string, SignatureCounts>();
  const signers = new Map<string, string | null>();
  for (const assignment of assignments) {
    if (!countsAsSignature(assignment.status)) continue;
    const done = isExecuted(assignment.status) ? 1 : 0;
    const waiting = isOut(assignment.status) ? 1 : 0;
    const capacity = `${assignment.signatory} ${assignment.authRep ?? ''}`;
    if (!signers.has(capacity))
      signers.set(capacity, signerOf(capacities, assignment.signatory, assignment.authRep)?.uuid ?? null);
    const signer = signers.get(capacity) ?? assignment.signatory;
    for (const uuid of new Set([assignment.signatory, signer])) {
      const count = counts.get(uuid) ?? NO_SIGNATURES;
      counts.set(uuid, {
        total: count.total + 1,
        done: count.done + done,
        waiting: count.waiting + waiting,
      });
    }
  }
  return counts;
}
