import { byOrder } from '../../checklist/order.ts';

/** The fields of a signatory that capacities need. */
export interface Party {
  uuid: string;
  name: string;
  isOrg: boolean;
}

/** `signatory` signs for `entity` as its `title`. `order` sorts the representatives of one entity. */
export interface Relation {
  uuid: string;
  entity: string;
  signatory: string;
  title: string;
  order: number;
}

/** The signatories and relations of one deal, indexed once for any number of queries. */
export interface Capacities {
  party: (uuid: string) => Party | undefined;
  /** The relations of an entity, in order. A person has none. */
  representatives: (entity: string) => readonly Relation[];
  /** The relations in which a signatory represents an entity. */
  represents: (signatory: string) => readonly Relation[];
  /** The chains found so far, by signatory. */
  found: Map<string, readonly Relation[][]>;
}

/** The maximum number of relations in a chain, from the entity to the person who signs. */
export const CHAIN_MAX = 8;

/** More branches than any deal has. It limits the time for heavily connected relations. */
const BRANCHES_MAX = 1000;

/** Capacities that grow, so that a long list can be checked row by row. */
export interface GrowingCapacities extends Capacities {
  addParty: (party: Party) => void;
  addRelation: (relation: Relation) => void;
}

export function capacitiesOf(parties: Iterable<Party>, relations: Iterable<Relation>): GrowingCapacities {
  const byUuid = new Map(Array.from(parties, (party) => [party.uuid, party]));
  const byEntity = new Map<string, Relation[]>();
  const bySignatory = new Map<string, Relation[]>();
  const found: Capacities['found'] = new Map();
  const addRelation = (relation: Relation) => {
    found.clear();
    insertInOrder(byEntity, relation.entity, relation);
    insertInOrder(bySignatory, relation.signatory, relation);
  };
  for (const relation of relations) addRelation(relation);
  const isEntity = (uuid: string) => byUuid.get(uuid)?.isOrg === true;
  return {
    party: (uuid) => byUuid.get(uuid),
    representatives: (entity) => (isEntity(entity) ? (byEntity.get(entity) ?? []) : []),
    represents: (signatory) => (bySignatory.get(signatory) ?? []).filter(({ entity }) => isEntity(entity)),
    found,
    addParty: (party) => {
      found.clear();
      byUuid.set(party.uuid, party);
    },
    addRelation,
  };
}

/**
 * Returns the ways in which a signatory can sign: paths of relations from the signatory to a person, in order. A
 * person signs for themselves, with the empty chain. An entity from which no path leads to a person has no chain: its
 * capacity is unclear.
 */
export function chains(capacities: Capacities, signatory: string): readonly Relation[][] {
  const known = capacities.found.get(signatory);
  if (known) return known;
  const made = findChains(capacities, signatory);
  capacities.found.set(signatory, made);
  return made;
}

function findChains(capacities: Capacities, signatory: string): Relation[][] {
  const party = capacities.party(signatory);
  if (!party) return [];
  if (!party.isOrg) return [[]];
  const paths: Relation[][] = [];
  for (const path of branches(capacities, signatory)) {
    const last = path.at(-1);
    if (last && capacities.party(last.signatory)?.isOrg === false) paths.push([...path]);
  }
  return paths;
}

/** A line of the tree of capacities below an entity. */
export interface CapacityLine {
  relation: Relation;
  /** The representative. */
  party: Party;
  /** The depth; 0 = represents the entity itself. */
  depth: number;
  /** An entity that nobody signs for. */
  isUnclear: boolean;
}

/** Returns the representatives of an entity, each followed by its own, in order: the lines of a tree, from the top. */
export function capacityTree(capacities: Capacities, entity: string): CapacityLine[] {
  const lines: CapacityLine[] = [];
  for (const path of branches(capacities, entity)) {
    const relation = path.at(-1);
    const party = relation && capacities.party(relation.signatory);
    if (!party) continue;
    const isUnclear = party.isOrg && chains(capacities, party.uuid).length === 0;
    lines.push({ relation, party, depth: path.length - 1, isUnclear });
  }
  return lines;
}

/**
 * Returns a capacity in words, such as "Alpha Capital Group, L.P. by Alpha Capital Corp., its general partner, by
 * Jane Doe, President". For the empty chain, returns the signatory's name.
 */
export function capacitySentence(
  capacities: Capacities,
  signatory: string,
  chain: readonly Relation[],
): string {
  const nameOf = (uuid: string) => capacities.party(uuid)?.name ?? '';
  return chain.reduce((sentence, { signatory: representative, title }, index) => {
    const isEntity = capacities.party(representative)?.isOrg === true;
    const capacity = title.trim().replace(/^its\s+/i, '');
    const said = capacity === '' ? '' : `, ${isEntity ? 'its ' : ''}${capacity}`;
    return `${sentence}${index === 0 ? '' : ','} by ${nameOf(representative)}${said}`;
  }, nameOf(signatory));
}

export type RelationRefusal = 'for_person' | 'itself' | 'cycle' | 'too_long' | 'repeated';

/** Why a relation is refused, as a sentence for the user. */
export interface RefusedRelation {
  reason: RelationRefusal;
  message: string;
}

/**
 * Returns why a relation can't be added or changed like this; null if it can
 * (docs/product/signatories.md, "Capacity"). The existing relation with its uuid is ignored.
 */
export function refuseRelation(
  capacities: Capacities,
  relation: Omit<Relation, 'order'>,
): RefusedRelation | null {
  const { entity, signatory, title } = relation;
  const nameOf = (uuid: string) => capacities.party(uuid)?.name ?? 'This signatory';
  const isOther = ({ uuid }: Relation) => uuid !== relation.uuid;
  const refuse = (reason: RelationRefusal, message: string) => ({
    reason,
    // A name such as "Alpha Capital Corp." has its own period.
    message: message.endsWith('.') ? message : `${message}.`,
  });

  if (capacities.party(entity)?.isOrg === false)
    return refuse('for_person', `${nameOf(entity)} is a person. Only an entity can have representatives.`);
  if (entity === signatory) return refuse('itself', `${nameOf(entity)} can’t sign for itself.`);
  const isRepeated = capacities
    .representatives(entity)
    .some((other) => isOther(other) && other.signatory === signatory && isSameTitle(other.title, title));
  if (isRepeated)
    return refuse(
      'repeated',
      title.trim() === ''
        ? `${nameOf(signatory)} already signs for ${nameOf(entity)}`
        : `${nameOf(signatory)} already signs for ${nameOf(entity)} as ${title.trim()}`,
    );
  const below = distances(signatory, (uuid) =>
    capacities
      .representatives(uuid)
      .filter(isOther)
      .map(({ signatory }) => signatory),
  );
  if (below.has(entity))
    return refuse(
      'cycle',
      `${nameOf(entity)} already signs for ${nameOf(signatory)}, so ${nameOf(signatory)} can’t sign for ${nameOf(entity)}`,
    );
  const above = distances(entity, (uuid) =>
    capacities
      .represents(uuid)
      .filter(isOther)
      .map(({ entity }) => entity),
  );
  const length = (above.get(entity) ?? 0) + 1 + (below.get(signatory) ?? 0);
  if (length > CHAIN_MAX)
    return refuse(
      'too_long',
      `This would make a chain of ${length} representatives. A chain can have at most ${CHAIN_MAX}.`,
    );
  return null;
}

function insertInOrder(index: Map<string, Relation[]>, key: string, relation: Relation): void {
  const held = index.get(key);
  if (!held) index.set(key, [relation]);
  else held.splice(held.findLastIndex((other) => byOrder(other, relation) < 0) + 1, 0, relation);
}

/** Returns whether two titles are the same, ignoring case and spaces around them. */
export function isSameTitle(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/**
 * Yields every path of relations down from a signatory, each before the paths that continue it. A path never visits a
 * signatory twice: two edits that are harmless alone can create a cycle together until the server has seen both.
 */
function* branches(capacities: Capacities, from: string): Generator<readonly Relation[]> {
  let left = BRANCHES_MAX;
  const path: Relation[] = [];
  const onPath = new Set([from]);
  function* below(entity: string): Generator<readonly Relation[]> {
    if (path.length === CHAIN_MAX) return;
    for (const relation of capacities.representatives(entity)) {
      if (onPath.has(relation.signatory) || left === 0) continue;
      left -= 1;
      path.push(relation);
      onPath.add(relation.signatory);
      yield path;
      yield* below(relation.signatory);
      onPath.delete(relation.signatory);
      path.pop();
    }
  }
  yield* below(from);
}

/** Returns everything that can be reached from a signatory, each with the length of the longest path to it. */
function distances(from: string, next: (uuid: string) => readonly string[]): Map<string, number> {
  const known = new Map<string, number>();
  const visit = (uuid: string): number => {
    const before = known.get(uuid);
    if (before !== undefined) return before;
    known.set(uuid, 0);
    const longest = Math.max(0, ...next(uuid).map((other) => visit(other) + 1));
    known.set(uuid, longest);
    return longest;
  };
  visit(from);
  return known;
}
