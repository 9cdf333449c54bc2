import { byOrder } from '../checklist/order.ts';
import { capacitiesOf, refuseRelation, type Party, type Relation } from './capacity.ts';

/** The fields of a signatory that copying needs. */
export interface CopiedParty extends Party {
  email: string;
}

/** Signatories and the relations among them. */
interface PartiesAndRelations {
  /** In their order. */
  parties: readonly CopiedParty[];
  relations: readonly Relation[];
}

export interface CopyPlan {
  /** The counterpart of each copied signatory, new or not, in their order. */
  counterparts: ReadonlyMap<string, string>;
  /** The copied signatories that need a new counterpart. */
  added: string[];
  /** The relations to add. `source` is the one that is copied. */
  relations: (Relation & { source: string })[];
}

/**
 * Returns what copying signatories adds to a deal (docs/product/signatories.md, "Copying from another transaction"): those whose
 * kind, name and email address no signatory there has, and the relations among all that were copied. Relations that exist or that
 * aren't allowed are left out.
 * @param copied signatories of other deals, with their relations
 * @param own the deal's signatories and relations
 * @param idOf returns the id of a row's copy
 */
export function planCopies(
  copied: PartiesAndRelations,
  own: PartiesAndRelations,
  idOf: (source: string) => string,
): CopyPlan {
  const capacities = capacitiesOf(own.parties, own.relations);
  const known = new Map(own.parties.map((party) => [identityOf(party), party.uuid]));
  const counterparts = new Map<string, string>();
  const added: string[] = [];
  for (const party of copied.parties) {
    const identity = identityOf(party);
    // An id is in use if the same request was carried out before, even if somebody has renamed the copy since.
    const isThere = capacities.party(idOf(party.uuid)) !== undefined;
    const counterpart = isThere ? idOf(party.uuid) : (known.get(identity) ?? idOf(party.uuid));
    counterparts.set(party.uuid, counterpart);
    if (capacities.party(counterpart)) continue;
    known.set(identity, counterpart);
    capacities.addParty({ ...party, uuid: counterpart });
    added.push(party.uuid);
  }
  const places = new Map([...counterparts.keys()].map((uuid, at) => [uuid, at]));
  const place = ({ entity }: Relation) => places.get(entity) ?? 0;
  const relations: CopyPlan['relations'] = [];
  for (const { uuid: source, entity: from, signatory: to, title } of copied.relations.toSorted(
    (one, other) => place(one) - place(other) || byOrder(one, other),
  )) {
    const [entity, signatory] = [counterparts.get(from), counterparts.get(to)];
    if (entity === undefined || signatory === undefined) continue;
    const order = capacities.representatives(entity).length;
    const relation = { uuid: idOf(source), entity, signatory, title, order };
    if (refuseRelation(capacities, relation)) continue;
    capacities.addRelation(relation);
    relations.push({ ...relation, source });
  }
  return { counterparts, added, relations };
}

/** Two signatories are the same if their kinds, names and addresses are, ignoring case. */
function identityOf({ isOrg, name, email }: CopiedParty): string {
  return `${isOrg} ${name.trim().toLowerCase()} <${email.trim().toLowerCase()}>`;
}
