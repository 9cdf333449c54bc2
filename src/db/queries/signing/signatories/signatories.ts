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
import { signerOf } from '../../../../contract/rules/signing/signatories/signer.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow } from '../../../rows.ts';

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
}

export interface DealSignatories {
  /** In their order. */
  signatories: ListedSignatory[];
  byUuid: ReadonlyMap<string, ListedSignatory>;
  capacities: Capacities;
}

/** The signatories of a deal with their capacities, groups and signatures, from one snapshot of the mirror. */
export async function dealSignatories(db: MirrorDatabase, transaction: string): Promise<DealSignatories> {
  const tables = [
    db.signatories,
    db.representatives,
    db.signingGroups,
    db.signingGroupMembers,
    db.assignments,
  ] as const;
  const [signatories, representatives, groups, members, assignments] = await db.transaction(
    'r',
    [...tables],
    async () =>
      Promise.all([
        db.signatories.where({ transaction }).toArray(),
        db.representatives.where({ transaction }).toArray(),
        db.signingGroups.where({ transaction }).toArray(),
        db.signingGroupMembers.where({ transaction }).toArray(),
        db.assignments.where({ transaction }).toArray(),
      ]),
  );
  return composeSignatories({ signatories, representatives, groups, members, assignments });
}

interface SigningRows {
  signatories: readonly SignatoryRow[];
  representatives: readonly CollectionRow<'representatives'>[];
  groups: readonly CollectionRow<'signingGroups'>[];
  members: readonly CollectionRow<'signingGroupMembers'>[];
  assignments: readonly AssignmentRow[];
}

/** Builds the list. A row that names one that isn't on the device is left out. */
export function composeSignatories(rows: SigningRows): DealSignatories {
  const parties = rows.signatories.map(({ uuid, fullName, isOrg }) => ({ uuid, name: fullName, isOrg }));
  const capacities = capacitiesOf(parties, rows.representatives);
  const groups = groupsBySignatory(rows);
  const signatures = signaturesBySigner(capacities, rows.assignments);
  const signatories = rows.signatories.toSorted(byOrder).map((row): ListedSignatory => {
    const ways = row.isOrg
      ? chains(capacities, row.uuid).map((chain) => capacitySentence(capacities, row.uuid, chain))
      : [];
    const represents = capacities.represents(row.uuid).map(({ entity, title }) => ({
      entity: capacities.party(entity)?.name ?? '',
      title,
    }));
    const own = groups.get(row.uuid) ?? [];
    return {
      row,
      ways,
      represents,
      isUnclear: row.isOrg && ways.length === 0,
      groups: own,
      ...(signatures.get(row.uuid) ?? NO_SIGNATURES),
    };
  });
  return { signatories, byUuid: new Map(signatories.map((each) => [each.row.uuid, each])), capacities };
}

function groupsBySignatory({ groups, members }: SigningRows): Map<string, string[]> {
  const names = new Map(groups.map(({ uuid, name }) => [uuid, name]));
  const found = new Map<string, string[]>();
  for (const { group, signatory } of members) {
    const name = names.get(group);
    const own = found.get(signatory) ?? [];
    if (name !== undefined && !own.includes(name)) found.set(signatory, [...own, name]);
  }
  return found;
}

type SignatureCounts = Pick<ListedSignatory, 'total' | 'done' | 'waiting'>;
const NO_SIGNATURES: SignatureCounts = { total: 0, done: 0, waiting: 0 };

function signaturesBySigner(
  capacities: Capacities,
  assignments: readonly AssignmentRow[],
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
