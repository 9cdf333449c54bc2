import { sql } from 'kysely';
import { representativeCollection } from '../../../src/contract/collections/representatives.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import { chainOf } from '../../../src/contract/rules/signing/signatories/auth-rep.ts';
import {
  capacitiesOf,
  refuseRelation,
  type Capacities,
  type GrowingCapacities,
  type Relation,
} from '../../../src/contract/rules/signing/signatories/capacity.ts';
import { invalid } from '../../refusal.ts';
import { selectRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { Tx } from '../../store/tables.ts';

/** Returns who can sign for whom in a deal. */
export async function readCapacities({
  tx,
  deal,
}: {
  tx: Tx;
  deal: { uuid: string };
}): Promise<GrowingCapacities> {
  const signatories = await selectRows(tx, signatoryCollection, { deal: deal.uuid });
  const relations = await selectRows(tx, representativeCollection, { deal: deal.uuid });
  return capacitiesOf(
    signatories.map(({ uuid, full_name, is_org }) => ({ uuid, name: full_name, isOrg: is_org })),
    relations,
  );
}

/** @throws {Refusal} `invalid`, with an explanation, if the relation isn't allowed */
export async function assertMayRepresent(scope: DealWrite, relation: Omit<Relation, 'order'>): Promise<void> {
  assertAllowed(await readCapacities(scope), relation);
}

/** Like `assertMayRepresent`, for every relation of restored signatories. */
export async function assertMayRepresentAgain(
  scope: DealWrite,
  signatories: readonly string[],
): Promise<void> {
  const capacities = await readCapacities(scope);
  const relations = signatories.flatMap((uuid) => [
    ...capacities.representatives(uuid),
    ...capacities.represents(uuid),
  ]);
  for (const relation of new Set(relations)) assertAllowed(capacities, relation);
}

function assertAllowed(capacities: Capacities, relation: Omit<Relation, 'order'>): void {
  const refused = refuseRelation(capacities, relation);
  if (refused) throw invalid(refused.message, 'signatory');
}

/** Checks that each `auth_rep` leads from its signatory to a person. @throws {Refusal} `invalid` */
export async function assertCapacities(
  scope: DealWrite,
  asked: readonly { signatory: string; auth_rep?: string | null | undefined }[],
): Promise<void> {
  const named = asked.flatMap(({ auth_rep }) => auth_rep ?? []);
  if (named.length === 0) return;
  const rows = await scope.tx
    .selectFrom('representatives')
    .select(['uuid', 'entity'])
    .where(sql<boolean>`uuid = any(${named}::uuid[])`)
    .execute();
  const entityOf = new Map(rows.map(({ uuid, entity }) => [uuid, entity]));
  const isIndirect = ({ signatory, auth_rep }: (typeof asked)[number]) =>
    typeof auth_rep === 'string' && entityOf.get(auth_rep) !== signatory;
  const indirect = asked.filter(isIndirect);
  if (indirect.length === 0) return;
  const capacities = await readCapacities(scope);
  const isForeign = indirect.some(
    ({ signatory, auth_rep = null }) => chainOf(capacities, signatory, auth_rep) === null,
  );
  if (isForeign) throw invalid('This representative doesn’t sign for this entity.', 'auth_rep');
}
