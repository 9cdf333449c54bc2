import { chainOf } from '../../../../contract/rules/signing/signatories/auth-rep.ts';
import { capacitiesOf, capacitySentence } from '../../../../contract/rules/signing/signatories/capacity.ts';
import { byOrder } from '../../../../contract/rules/checklist/order.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { CollectionRow } from '../../../rows.ts';

/** One signature on a document. */
export interface DocumentSignature {
  assignment: CollectionRow<'assignments'>;
  name: string;
  /**
   * The capacity, to be read after the name: "by Jane Doe, President". Null for a person who signs for themselves.
   */
  capacity: string | null;
}

/** A signing group that signs a document, with the signatures of its members. */
export interface GroupSignatures {
  dynamicAssignment: CollectionRow<'dynamicAssignments'>;
  name: string;
  members: number;
  signatures: DocumentSignature[];
}

/** The signers of a document. */
export interface DocumentSignatures {
  /** Signatures that follow no group, in the order of the signatories. */
  signatures: DocumentSignature[];
  groups: GroupSignatures[];
}

/** Reads the signers of one document, from one snapshot of the mirror. */
export async function documentSignatures(
  db: MirrorDatabase,
  transaction: string,
  item: string,
): Promise<DocumentSignatures> {
  const tables = [
    db.signatories,
    db.representatives,
    db.signingGroups,
    db.signingGroupMembers,
    db.assignments,
    db.dynamicAssignments,
  ];
  const [signatories, relations, groups, members, assignments, dynamics] = await db.transaction(
    'r',
    tables,
    async () =>
      Promise.all([
        db.signatories.where({ transaction }).toArray(),
        db.representatives.where({ transaction }).toArray(),
        db.signingGroups.where({ transaction }).toArray(),
        db.signingGroupMembers.where({ transaction }).toArray(),
        db.assignments.where({ item }).toArray(),
        db.dynamicAssignments.where({ item }).toArray(),
      ]),
  );
  const parties = signatories
    .toSorted(byOrder)
    .map(({ uuid, fullName, isOrg }) => ({ uuid, name: fullName, isOrg }));
  const capacities = capacitiesOf(parties, relations);
  const byGroup = Map.groupBy(assignments, ({ signingGroupAssignment }) => signingGroupAssignment);
  const signaturesOf = (dynamic: string | null): DocumentSignature[] => {
    const bySignatory = Map.groupBy(byGroup.get(dynamic) ?? [], ({ signatory }) => signatory);
    return parties.flatMap(({ uuid, name, isOrg }) =>
      (bySignatory.get(uuid) ?? []).map((assignment) => {
        const chain = isOrg ? chainOf(capacities, uuid, assignment.authRep) : null;
        const sentence = chain && capacitySentence(capacities, uuid, chain);
        return { assignment, name, capacity: sentence?.slice(name.length + 1) ?? null };
      }),
    );
  };
  return {
    signatures: signaturesOf(null),
    groups: dynamics.flatMap((dynamicAssignment) => {
      const group = groups.find(({ uuid }) => uuid === dynamicAssignment.signingGroup);
      if (!group) return [];
      return [
        {
          dynamicAssignment,
          name: group.name,
          members: members.filter((member) => member.group === group.uuid).length,
          signatures: signaturesOf(dynamicAssignment.uuid),
        },
      ];
    }),
  };
}
