import { byOrder } from '../../../../contract/rules/checklist/order.ts';
import { capacitiesOf, type Capacities } from '../../../../contract/rules/signing/signatories/capacity.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow } from '../../../rows.ts';

export type SignatoryRow = CollectionRow<'signatories'>;
export type AssignmentRow = CollectionRow<'assignments'>;

export interface GroupMember {
  row: CollectionRow<'signingGroupMembers'>;
  signatory: SignatoryRow;
}

/** A document that a group signs. */
export interface GroupDocument {
  row: CollectionRow<'dynamicAssignments'>;
  name: string;
  /** The members' individual assignments. A device that was offline when the document was added doesn't have them yet. */
  assignments: AssignmentRow[];
}

export interface Group {
  row: CollectionRow<'signingGroups'>;
  /** In their order. */
  members: GroupMember[];
  documents: GroupDocument[];
}

export interface SigningGroups {
  /** From oldest to newest. */
  groups: Group[];
  /** All signatories of the deal, in order. */
  signatories: SignatoryRow[];
  capacities: Capacities;
}

/** A deal's signing groups with their members and documents, from one snapshot of the mirror. */
export async function signingGroupsOf(db: MirrorDatabase, transaction: string): Promise<SigningGroups> {
  const tables = [
    db.signatories,
    db.representatives,
    db.signingGroups,
    db.signingGroupMembers,
    db.dynamicAssignments,
    db.assignments,
    db.items,
  ];
  const [signatories, relations, groups, members, [dynamic, assignments, items]] = await db.transaction(
    'r',
    tables,
    async () =>
      Promise.all([
        db.signatories.where({ transaction }).toArray(),
        db.representatives.where({ transaction }).toArray(),
        db.signingGroups.where({ transaction }).toArray(),
        db.signingGroupMembers.where({ transaction }).toArray(),
        documentsOf(db, transaction),
      ]),
  );
  const byUuid = new Map(signatories.map((row) => [row.uuid, row]));
  const inOrder = members.toSorted(byOrder);
  return {
    groups: groups.toSorted(byAge).map((row) => ({
      row,
      members: inOrder.flatMap((member) => {
        const signatory = byUuid.get(member.signatory);
        return member.group === row.uuid && signatory ? [{ row: member, signatory }] : [];
      }),
      documents: dynamic.flatMap((document, at) => {
        const item = items[at];
        if (document.signingGroup !== row.uuid || !item) return [];
        const own = assignments.filter((each) => each.signingGroupAssignment === document.uuid);
        return [{ row: document, name: item.name, assignments: own }];
      }),
    })),
    signatories: signatories.toSorted(byOrder),
    capacities: capacitiesOf(
      signatories.map(({ uuid, fullName, isOrg }) => ({ uuid, name: fullName, isOrg })),
      relations,
    ),
  };
}

/** The documents of all groups, the assignments that follow them, and their items. */
async function documentsOf(db: MirrorDatabase, transaction: string) {
  const dynamic = await db.dynamicAssignments.where({ transaction }).toArray();
  const uuids = dynamic.map(({ uuid }) => uuid);
  const [assignments, items] = await Promise.all([
    db.assignments.where('signingGroupAssignment').anyOf(uuids).toArray(),
    db.items.bulkGet(dynamic.map(({ item }) => item)),
  ]);
  return [dynamic, assignments, items] as const;
}

function byAge(one: { createdAt: string; uuid: string }, other: { createdAt: string; uuid: string }): number {
  return one.createdAt.localeCompare(other.createdAt) || (one.uuid < other.uuid ? -1 : 1);
}
