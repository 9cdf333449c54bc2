import type { MirrorDatabase } from '../../../database.ts';
import type { Step } from '../../../outbox/command.ts';
import { runSteps, step } from '../../../outbox/mutate.ts';
import { createRepresentativeDefinition, updateRepresentativeDefinition } from './representatives.ts';
import { createSignatoryDefinition, type SignatoryFacts } from './signatories.ts';

/** A signatory to add. Absent fields are empty. */
export type NewParty = { uuid: string } & Pick<SignatoryFacts, 'fullName' | 'isOrg'> &
  Partial<SignatoryFacts>;

/** A relation to add: `signatory` signs for `entity`. Either may be new. */
export interface NewRelation {
  uuid: string;
  entity: string;
  signatory: string;
  title: string;
}

interface AddSignatoriesArgs {
  transaction: string;
  parties: readonly NewParty[];
  relations: readonly NewRelation[];
}

const NO_FACTS = { email: '', address: '', entityDescription: '', instapagesConfig: null };

/** Adds signatories after the deal's existing ones, and relations after their entities' existing ones, as one act. */
export async function addSignatories(
  db: MirrorDatabase,
  { transaction, parties, relations }: AddSignatoriesArgs,
): Promise<Step[]> {
  return runSteps(db, [
    ...(await partySteps(db, transaction, parties)),
    ...(await Promise.all(
      relations.map(async (relation, at) => {
        const before = relations.slice(0, at).filter(({ entity }) => entity === relation.entity).length;
        return relationStep(db, { transaction, ...relation }, before);
      }),
    )),
  ]);
}

/** Returns the step that adds a relation after its entity's existing ones and `before` new ones. */
export async function relationStep(
  db: MirrorDatabase,
  relation: NewRelation & { transaction: string },
  before = 0,
): Promise<Step> {
  const others = await db.representatives.where({ entity: relation.entity }).count();
  return step(createRepresentativeDefinition, { ...relation, order: others + before });
}

interface ReplaceRepresentativeArgs {
  transaction: string;
  /** The relation, which stays, so that everything that is signed through it follows. */
  uuid: string;
  /** The person who signs from now on. */
  by: string;
  /** The new signatory, if the person is new. */
  added: NewParty | null;
}

/** Lets somebody else sign for an entity, as one act. */
export async function replaceRepresentative(
  db: MirrorDatabase,
  { transaction, uuid, by, added }: ReplaceRepresentativeArgs,
): Promise<Step[]> {
  return runSteps(db, [
    ...(await partySteps(db, transaction, added ? [added] : [])),
    step(updateRepresentativeDefinition, { transaction, uuid, edits: { signatory: by } }),
  ]);
}

/** Returns the steps that add signatories after the deal's existing ones. */
export async function partySteps(
  db: MirrorDatabase,
  transaction: string,
  parties: readonly NewParty[],
): Promise<Step[]> {
  const others = await db.signatories.where({ transaction }).count();
  return parties.map((party, at) =>
    step(createSignatoryDefinition, { ...NO_FACTS, ...party, transaction, order: others + at }),
  );
}
