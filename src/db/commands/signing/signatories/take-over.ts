import {
  countsAsSignature,
  wentOut,
} from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { capacitiesOf, type Relation } from '../../../../contract/rules/signing/signatories/capacity.ts';
import { takenOver } from '../../../../contract/rules/signing/signatories/taken-over.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { requestTo, type CommandDefinition, type Step } from '../../../outbox/command.ts';
import { runSteps, step, type Stands } from '../../../outbox/mutate.ts';
import { partySteps, relationStep, type NewParty } from './add-signatories.ts';
import { updateSigningGroupMemberDefinition } from './signing-groups.ts';
import { STANDARD } from '../../collections/standard-commands.ts';

/** A row that the new representative takes over, and its previous capacity. */
interface TakenOver {
  uuid: string;
  was: string | null;
}

export interface TakeOverArgs {
  transaction: string;
  entity: string;
  /** The relation of the previous representative. */
  from: string;
  /** The relation of the new one. */
  to: string;
  /** The open assignments that this device knows about. */
  assignments: TakenOver[];
  members: TakenOver[];
}

/** Gives one representative's open assignments and memberships to another representative of the same entity. What was sent or signed doesn't change. */
export const takeOverDefinition: CommandDefinition<TakeOverArgs> = {
  name: 'representative.take-over',
  lane: ({ transaction }) => transaction,
  keys: ({ assignments, members }) => [
    ...assignments.map(({ uuid }) => ({ table: 'assignments' as const, key: uuid })),
    ...members.map(({ uuid }) => ({ table: 'signingGroupMembers' as const, key: uuid })),
  ],
  structural: false,
  creates: () => [],
  refersTo: ({ entity, from, to }) => [entity, from, to],
  touches: ({ to, assignments, members }) => [to, ...[...assignments, ...members].map(({ uuid }) => uuid)],
  apply(draft, { to: authRep, assignments, members }) {
    for (const { uuid, was } of assignments) {
      const row = draft.get('assignments', uuid);
      if (row?.authRep === was && !wentOut(row.status) && countsAsSignature(row.status))
        draft.put('assignments', uuid, { ...row, authRep });
    }
    for (const { uuid, was } of members) {
      const row = draft.get('signingGroupMembers', uuid);
      if (row?.authRep === was) draft.put('signingGroupMembers', uuid, { ...row, authRep });
    }
  },
  inverse({ transaction, to, assignments, members }) {
    const moved = new Set([...assignments, ...members].map(({ uuid }) => uuid));
    const isOther = (row: { uuid: string; authRep: string | null }) =>
      row.authRep === to && !moved.has(row.uuid);
    // Otherwise, undo would delete the relation through which something else is now signed.
    const stored = async (db: MirrorDatabase) => {
      const others = await Promise.all([
        db.assignments.where({ transaction }).filter(isOther).count(),
        db.signingGroupMembers.where({ transaction }).filter(isOther).count(),
      ]);
      return others.every((count) => count === 0);
    };
    const when = (at: number, shown: Stands['shown']) => (at === 0 ? { shown, stored } : shown);
    // Row by row, because by the rule for replacing, a page would stay with the new representative if the previous one signs
    // another page of its document. Members come last, because the server compares a group's pages with them.
    return [
      ...assignments.map(({ uuid, was }, at) =>
        step(
          STANDARD.assignments.update,
          { transaction, uuid, edits: { authRep: was } },
          when(at, (shown) => {
            const row = shown.get('assignments', uuid);
            return row?.authRep === to && !wentOut(row.status);
          }),
        ),
      ),
      ...members.map(({ uuid, was }, at) =>
        step(
          updateSigningGroupMemberDefinition,
          { transaction, uuid, authRep: was },
          when(at, (shown) => shown.get('signingGroupMembers', uuid)?.authRep === to),
        ),
      ),
    ];
  },
  request: ({ entity, from, to }) =>
    requestTo('representatives', 'replace', {
      entity_pk: entity,
      existing_representative_pk: from,
      new_representative_pk: to,
      open_only: true,
    }),
  refreshes: ['assignments', 'signingGroupMembers'],
  failure: 'There was a problem attempting to replace the representative',
};

interface TakeOverBy {
  transaction: string;
  entity: string;
  /** The relation of the previous representative. */
  from: string;
  /** The new relation, which is added. */
  to: Pick<Relation, 'uuid' | 'signatory' | 'title'>;
  /** The signatory of that relation, if new. */
  added: NewParty | null;
}

/** Adds a representative to an entity and gives them another representative's open assignments and memberships, as one act. */
export async function takeOver(
  db: MirrorDatabase,
  { transaction, entity, from, to, added }: TakeOverBy,
): Promise<Step[]> {
  const relation = await relationStep(db, { transaction, entity, ...to });
  const [signatories, relations, assignments, members] = await Promise.all([
    db.signatories.where({ transaction }).toArray(),
    db.representatives.where({ transaction }).toArray(),
    db.assignments.where({ transaction }).toArray(),
    db.signingGroupMembers.where({ transaction }).toArray(),
  ]);
  const parties = signatories.map(({ uuid, fullName, isOrg }) => ({ uuid, name: fullName, isOrg }));
  if (added) parties.push({ uuid: added.uuid, name: added.fullName, isOrg: added.isOrg });
  const capacities = capacitiesOf(parties, [...relations, { ...to, entity, order: relations.length }]);
  const open = takenOver(capacities, { entity, from, to: to.uuid }, { assignments, members });
  const among = (rows: readonly { uuid: string; authRep: string | null }[], uuids: readonly string[]) => {
    const wanted = new Set(uuids);
    return rows.flatMap(({ uuid, authRep: was }) => (wanted.has(uuid) ? [{ uuid, was }] : []));
  };
  const args = {
    transaction,
    entity,
    from,
    to: to.uuid,
    assignments: among(assignments, open.assignments),
    members: among(members, open.members),
  };
  return runSteps(db, [
    ...(await partySteps(db, transaction, added ? [added] : [])),
    relation,
    step(takeOverDefinition, args),
  ]);
}
