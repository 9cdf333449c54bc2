import { countsAsSignature } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { capacitiesOf, isSameTitle } from '../../../../contract/rules/signing/signatories/capacity.ts';
import { sentOrSigned } from '../../../../contract/rules/signing/signatories/sent-or-signed.ts';
import type { MirrorDatabase } from '../../../database.ts';

/** Which entry for a person stays when they are merged, or why they can't be. */
export type MergeQuestion =
  | { kind: 'possible'; kept: string; duplicates: string[] }
  /** Pages were sent to, or signed by, more than one of them. */
  | { kind: 'sent' }
  /** One that would be deleted signs with this group. Its fields on the group's pages would be lost. */
  | { kind: 'in_group'; group: string }
  /** Two of them sign for this entity with this title. */
  | { kind: 'same_capacity'; entity: string; title: string };

/**
 * Finds out whether entries for one person can be merged. The first one stays, unless pages were sent to another one, or
 * another one signs with a group.
 * @param people at least two, and no entities
 */
export async function mergeQuestion(
  db: MirrorDatabase,
  transaction: string,
  people: readonly string[],
): Promise<MergeQuestion> {
  const tables = [
    db.signatories,
    db.representatives,
    db.assignments,
    db.packets,
    db.dynamicAssignments,
    db.signingGroups,
  ] as const;
  const [signatories, relations, assignments, packets, followed, groups] = await db.transaction(
    'r',
    [...tables],
    async () =>
      Promise.all([
        db.signatories.where({ transaction }).toArray(),
        db.representatives.where({ transaction }).toArray(),
        db.assignments.where({ transaction }).toArray(),
        db.packets.where({ transaction }).toArray(),
        db.dynamicAssignments.where({ transaction }).toArray(),
        db.signingGroups.where({ transaction }).toArray(),
      ]),
  );
  const parties = signatories.map(({ uuid, fullName, isOrg }) => ({ uuid, name: fullName, isOrg }));
  const capacities = capacitiesOf(parties, relations);
  const undeletable = sentOrSigned(capacities, { assignments, packets });
  const bound = people.filter((uuid) => undeletable.has(uuid));
  if (bound.length > 1) return { kind: 'sent' };
  const ofGroup = assignments.filter(
    ({ signatory, signingGroupAssignment: group, status }) =>
      group !== null && people.includes(signatory) && countsAsSignature(status),
  );
  const kept =
    bound[0] ?? people.find((uuid) => ofGroup.some((each) => each.signatory === uuid)) ?? people[0] ?? '';
  const lost = ofGroup.find(({ signatory }) => signatory !== kept);
  if (lost) {
    const assigned = followed.find(({ uuid }) => uuid === lost.signingGroupAssignment);
    return {
      kind: 'in_group',
      group: groups.find(({ uuid }) => uuid === assigned?.signingGroup)?.name ?? '',
    };
  }
  const represented = relations.filter(({ signatory }) => people.includes(signatory));
  for (const [index, { entity, title }] of represented.entries()) {
    const isRepeated = represented
      .slice(0, index)
      .some((other) => other.entity === entity && isSameTitle(other.title, title));
    if (isRepeated) return { kind: 'same_capacity', entity: capacities.party(entity)?.name ?? '', title };
  }
  return { kind: 'possible', kept, duplicates: people.filter((uuid) => uuid !== kept) };
}
