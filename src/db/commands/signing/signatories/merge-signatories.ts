import { wentOut } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { capacitiesOf } from '../../../../contract/rules/signing/signatories/capacity.ts';
import { takenByMerge, type Merge } from '../../../../contract/rules/signing/signatories/merging.ts';
import { signerOf } from '../../../../contract/rules/signing/signatories/signer.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { requestTo, type CommandDefinition, type Step } from '../../../outbox/command.ts';
import { runSteps, step } from '../../../outbox/mutate.ts';
import { newUuid } from '../../../uuid.ts';
import { dependentsOf, rowsAlong, type DeleteArgs } from '../../collections/delete-row.ts';
import { STANDARD } from '../../collections/standard-commands.ts';
import { takenValueSteps } from './custom-values.ts';
import { updateRepresentativeDefinition } from './representatives.ts';
import { createSigningGroupMemberDefinition } from './signing-groups.ts';

export interface MergeArgs extends DeleteArgs {
  /** The signatory that took over everything the deleted one had. */
  kept: string;
  /** The assignments that it signs from then on. */
  moved: string[];
}

const { delete: deletion, restore: restoring } = STANDARD.signatories;

/** Deletes a duplicate, once another signatory has taken over what it had. */
export const mergeSignatoryDefinition: CommandDefinition<MergeArgs> = {
  name: 'signatory.merge',
  lane: ({ transaction }) => transaction,
  keys: (args) => deletion.keys(args),
  structural: false,
  creates: () => [],
  refersTo: ({ uuid, kept }) => [uuid, kept],
  touches: ({ uuid }) => [uuid],
  apply: (draft, args, stamp) => deletion.apply(draft, args, stamp),
  // What is sent to the person in the meantime can't be given back.
  inverse({ transaction, uuid, along = [], moved }, before) {
    const row = before.get('signatories', uuid);
    if (!row) return [];
    const stored = async (db: MirrorDatabase) =>
      (await db.assignments.bulkGet(moved)).every((each) => !each || !wentOut(each.status));
    const args = { transaction, row, ...rowsAlong(before, along) };
    return [step(restoring, args, { shown: () => true, stored })];
  },
  request: ({ uuid, kept }) => requestTo('signatories', 'merge', { id: uuid, into: kept }),
  without: (args, replaced) => (replaced.has(args.uuid) ? null : args),
  refreshes: deletion.refreshes,
  failure: 'There was a problem attempting to merge the signatories',
};

/** Gives one signatory everything that other entries for the same person have, and deletes those entries, as one act. */
export async function mergeSignatories(
  db: MirrorDatabase,
  { transaction, kept, duplicates }: { transaction: string; kept: string; duplicates: readonly string[] },
): Promise<Step[]> {
  const undo: Step[] = [];
  // Each sees what the kept one has taken over before.
  for (const gone of duplicates)
    undo.unshift(...(await runSteps(db, await mergeSteps(db, transaction, { kept, gone }))));
  return undo;
}

async function mergeSteps(db: MirrorDatabase, transaction: string, merge: Merge): Promise<Step[]> {
  const { kept, gone } = merge;
  const [people, relations, members, assignments, pages, values] = await Promise.all([
    db.signatories.where({ transaction }).toArray(),
    db.representatives.where({ transaction }).toArray(),
    db.signingGroupMembers.where({ transaction }).toArray(),
    db.assignments.where({ transaction }).toArray(),
    db.signaturePages.where({ transaction }).toArray(),
    takenValueSteps(db, transaction, merge),
  ]);
  const generated = new Set(pages.filter(({ source }) => source === 'generated').map(({ uuid }) => uuid));
  const taken = takenByMerge(merge, { assignments, members }, (page) => generated.has(page));
  const capacities = capacitiesOf(
    people.map(({ uuid, fullName, isOrg }) => ({ uuid, name: fullName, isOrg })),
    relations,
  );
  const represented = relations.filter(({ signatory }) => signatory === gone);
  const signed = taken.assignments.map(({ uuid }) => uuid);
  const moved = assignments
    .filter((each) => signerOf(capacities, each.signatory, each.authRep)?.uuid === gone)
    .map(({ uuid }) => uuid);
  const [own, duplicate] = [kept, gone].map((each) => people.find(({ uuid }) => uuid === each));
  const facts = {
    ...(own?.email === '' && duplicate?.email && { email: duplicate.email }),
    ...(own?.address === '' && duplicate?.address && { address: duplicate.address }),
  };
  const [ofSignatory, ofRelations, ofAssignments] = await Promise.all([
    dependentsOf(db, 'signatories', [gone]),
    dependentsOf(
      db,
      'representatives',
      represented.map(({ uuid }) => uuid),
    ),
    dependentsOf(db, 'assignments', signed),
  ]);
  const staying = new Set([
    ...represented.map(({ uuid }) => uuid),
    ...signed,
    ...[...ofRelations, ...ofAssignments].map(({ key }) => key),
  ]);
  const along = ofSignatory.filter(({ key }) => !staying.has(key));
  return [
    ...(Object.keys(facts).length > 0
      ? [step(STANDARD.signatories.update, { transaction, uuid: kept, edits: facts })]
      : []),
    ...represented.map(({ uuid }) =>
      step(updateRepresentativeDefinition, { transaction, uuid, edits: { signatory: kept } }),
    ),
    ...signed.map((uuid) =>
      step(STANDARD.assignments.update, { transaction, uuid, edits: { signatory: kept } }),
    ),
    ...taken.members.map(({ group, authRep }) =>
      step(createSigningGroupMemberDefinition, {
        transaction,
        uuid: newUuid(),
        group,
        signatory: kept,
        authRep,
        order: members.filter((each) => each.group === group).length,
      }),
    ),
    ...values,
    step(mergeSignatoryDefinition, { transaction, uuid: gone, kept, moved, along }),
  ];
}
