import { byOrder } from '../../checklist/order.ts';
import { capacitiesOf, refuseRelation, type Party, type Relation } from './capacity.ts';

/** The fields of a signatory that copying needs. */
export interface CopiedParty extends Party {
  email: string;
}

/** Signatories and the relations among them. */
interface PartiesAndRelations {
  /** In order. */
  parties: readonly CopiedParty[];
  relations: readonly Relation[];
}

export interface CopyPlan {
  /** The counterpart of each copied signatory, new or existing, in order. */
  counterparts: ReadonlyMap<string, string>;
  /** The copied signatories that need a new counterpart. */
  added: string[];
  /** The relations to add. `source` is the original. */
  relations: (Relation & { source: string })[];
}

/**
 * Returns what copying signatories adds to a deal (docs/product/signatories.md, "Copying from another transaction"):
 * signatories whose kind, name and email address the deal doesn't have yet, and the relations among all copied signatories.
 * Relations that already exist or aren't allowed are left out.
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

/** The part of a plan that one call copies. */
export interface CopyPart {
  /** The copied signatories with their counterparts. */
  counterparts: [source: string, uuid: string][];
  /** The counterparts that this part creates. */
  added: ReadonlySet<string>;
  relations: CopyPlan['relations'];
}

/**
 * Splits a plan into parts of at most `most` signatories, in order. A call copies the relations among its signatories, so
 * relations between signatories of two parts are copied by later parts, which name both again.
 */
export function partsOf({ counterparts, added, relations }: CopyPlan, most: number): CopyPart[] {
  const all = [...counterparts];
  const parts: { uuids: Set<string>; counterparts: [string, string][] }[] = [];
  for (let at = 0; at < all.length; at += most) {
    const some = all.slice(at, at + most);
    parts.push({ uuids: new Set(some.map(([, uuid]) => uuid)), counterparts: some });
  }
  const firsts = parts.length;
  const sourceOf = new Map(all.map(([source, uuid]) => [uuid, source]));
  const isIn = ({ uuids }: { uuids: ReadonlySet<string> }, { entity, signatory }: Relation) =>
    uuids.has(entity) && uuids.has(signatory);
  for (const relation of relations) {
    if (parts.some((part) => isIn(part, relation))) continue;
    let last = parts.at(-1);
    if (!last || parts.length === firsts || last.uuids.size > most - 2) {
      last = { uuids: new Set(), counterparts: [] };
      parts.push(last);
    }
    for (const uuid of [relation.entity, relation.signatory]) {
      if (last.uuids.has(uuid)) continue;
      last.uuids.add(uuid);
      last.counterparts.push([sourceOf.get(uuid) ?? '', uuid]);
    }
  }
  const created = new Set(added.map((source) => counterparts.get(source)));
  return parts.map((part, at) => ({
    counterparts: part.counterparts,
    added: new Set(at < firsts ? [...part.uuids].filter((uuid) => created.has(uuid)) : []),
    relations: relations.filter((each) => parts.find((other) => isIn(other, each)) === part),
  }));
}

/** Two signatories are the same if their kinds, names and addresses are equal, ignoring case. */
function identityOf({ isOrg, name, email }: CopiedParty): string {
  return `${isOrg} ${name.trim().toLowerCase()} <${email.trim().toLowerCase()}>`;
}
