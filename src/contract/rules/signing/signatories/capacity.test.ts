import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  capacitiesOf,
  capacitySentence,
  capacityTree,
  CHAIN_MAX,
  chains,
  refuseRelation,
  type Party,
  type Relation,
} from './capacity.ts';

const entity = (uuid: string, name = uuid): Party => ({ uuid, name, isOrg: true });
const person = (uuid: string, name = uuid): Party => ({ uuid, name, isOrg: false });
const relation = (entity: string, signatory: string, title = '', order = 0): Relation => ({
  uuid: `${entity}-${signatory}-${title}`,
  entity,
  signatory,
  title,
  order,
});

const group = entity('group', 'Alpha Capital Group, L.P.');
const corp = entity('corp', 'Alpha Capital Corp.');
const jane = person('jane', 'Jane Doe');
const ali = person('ali', 'علي حسن');
const byCorp = relation('group', 'corp', 'general partner');
const byJane = relation('corp', 'jane', 'President');
const alpha = capacitiesOf([group, corp, jane, ali], [byCorp, byJane]);

/** Entities e0, e1, … that each sign through the next one. */
function ladder(entities: number) {
  const names = Array.from({ length: entities }, (_, n) => `e${n}`);
  return {
    parties: names.map((name) => entity(name)),
    relations: names.slice(1).map((name, n) => relation(`e${n}`, name)),
  };
}

describe('the chains of a signatory', () => {
  it('lead through entities to the person who signs', () => {
    expect(chains(alpha, 'group')).toEqual([[byCorp, byJane]]);
    expect(chains(alpha, 'corp')).toEqual([[byJane]]);
  });

  it('are one empty chain for a person, even one with leftover representatives', () => {
    expect(chains(alpha, 'jane')).toEqual([[]]);
    const leftover = capacitiesOf([corp, jane, ali], [byJane, relation('jane', 'ali')]);
    expect(chains(leftover, 'jane')).toEqual([[]]);
    expect(chains(leftover, 'corp')).toEqual([[byJane]]);
  });

  it('are in the order of the representatives, regardless of the order of the rows', () => {
    const rows = [relation('corp', 'ali', 'Secretary', 1), relation('corp', 'jane', 'President', 0)];
    const two = capacitiesOf([corp, jane, ali], rows);
    expect(chains(two, 'corp').map((path) => path.map(({ signatory }) => signatory))).toEqual([
      ['jane'],
      ['ali'],
    ]);
  });

  it('are empty for an entity that nobody signs for, and for an unknown signatory', () => {
    expect(chains(capacitiesOf([group, corp], [byCorp]), 'group')).toEqual([]);
    expect(chains(alpha, 'unknown')).toEqual([]);
  });

  it('leave out a representative that is not on the device', () => {
    expect(chains(capacitiesOf([group, jane], [byCorp, byJane]), 'group')).toEqual([]);
  });

  it('skip a cycle that two people created offline', () => {
    const rows = [byCorp, relation('corp', 'group', 'manager'), byJane];
    expect(chains(capacitiesOf([group, corp, jane], rows), 'group')).toEqual([[byCorp, byJane]]);
  });

  it('have at most 8 relations', () => {
    const { parties, relations } = ladder(9);
    const endingAt = (last: string) =>
      capacitiesOf([...parties, jane], [...relations, relation(last, 'jane')]);
    expect(chains(endingAt('e7'), 'e0').map(({ length }) => length)).toEqual([CHAIN_MAX]);
    expect(chains(endingAt('e8'), 'e0')).toEqual([]);
  });

  it('stop after 1,000 branches of heavily connected relations', () => {
    const layers = Array.from({ length: 8 }, (_, layer) =>
      Array.from({ length: 10 }, (_, n) => entity(`${layer}/${n}`)),
    );
    const rows = layers
      .slice(1)
      .flatMap((below, layer) =>
        (layers[layer] ?? []).flatMap((over) => below.map(({ uuid }) => relation(over.uuid, uuid))),
      );
    const tangle = capacitiesOf(layers.flat(), rows);
    expect(capacityTree(tangle, '0/0')).toHaveLength(1000);
  });

  it('never visit a signatory twice and end in a person, however relations are connected', () => {
    fc.assert(
      fc.property(tangles(), ({ parties, relations }) => {
        const capacities = capacitiesOf(parties, relations);
        for (const { uuid, isOrg } of parties)
          for (const path of chains(capacities, uuid)) {
            const visited = [uuid, ...path.map(({ signatory }) => signatory)];
            expect(new Set(visited).size).toBe(visited.length);
            expect(path.length).toBeLessThanOrEqual(CHAIN_MAX);
            expect(path.map(({ entity }) => entity)).toEqual(visited.slice(0, -1));
            expect(capacities.party(visited.at(-1) ?? '')?.isOrg).toBe(false);
            expect(path.length === 0).toBe(!isOrg);
          }
      }),
    );
  });
});

describe('the capacity in words', () => {
  const sentences = (capacities: typeof alpha, uuid: string) =>
    chains(capacities, uuid).map((chain) => capacitySentence(capacities, uuid, chain));

  it('names each entity with its representative, and the person with their title', () => {
    expect(sentences(alpha, 'group')).toEqual([
      'Alpha Capital Group, L.P. by Alpha Capital Corp., its general partner, by Jane Doe, President',
    ]);
    expect(sentences(alpha, 'jane')).toEqual(['Jane Doe']);
    expect(sentences(alpha, 'ali')).toEqual(['علي حسن']);
  });

  it('leaves out a missing title, and says "its" once', () => {
    const untitled = capacitiesOf([group, corp, jane], [relation('group', 'corp'), byJane]);
    expect(sentences(untitled, 'group')).toEqual([
      'Alpha Capital Group, L.P. by Alpha Capital Corp., by Jane Doe, President',
    ]);
    const said = capacitiesOf([group, corp, jane], [relation('group', 'corp', 'Its Manager'), byJane]);
    expect(sentences(said, 'group')[0]).toContain('Corp., its Manager, by');
  });

  it('is a tree in which each line is below the entity that it signs for', () => {
    const rows = [byCorp, byJane, relation('group', 'ali', 'Attorney', 1), relation('group', 'llc', '', 2)];
    const lines = capacityTree(capacitiesOf([group, corp, jane, ali, entity('llc')], rows), 'group');
    expect(lines.map(({ party, depth, isUnclear }) => [party.uuid, depth, isUnclear])).toEqual([
      ['corp', 0, false],
      ['jane', 1, false],
      ['ali', 0, false],
      ['llc', 0, true],
    ]);
  });
});

describe('a new relation', () => {
  const refusal = (capacities: typeof alpha, { order: _, ...added }: Relation) =>
    refuseRelation(capacities, added);

  it('is accepted if it creates no cycle, no overlong chain and no duplicate', () => {
    expect(refusal(alpha, relation('group', 'ali', 'Attorney'))).toBeNull();
    expect(refusal(alpha, relation('corp', 'jane', 'Secretary'))).toBeNull();
    expect(refusal(alpha, relation('group', 'jane', 'Attorney'))).toBeNull();
  });

  it.each([
    [relation('jane', 'ali'), 'for_person', 'Jane Doe is a person. Only an entity can have representatives.'],
    [relation('corp', 'corp'), 'itself', 'Alpha Capital Corp. can’t sign for itself.'],
    [
      { ...relation('corp', 'jane', ' president'), uuid: 'new' },
      'repeated',
      'Jane Doe already signs for Alpha Capital Corp. as president.',
    ],
    [
      relation('corp', 'group', 'manager'),
      'cycle',
      'Alpha Capital Corp. already signs for Alpha Capital Group, L.P., so Alpha Capital Group, L.P. can’t sign for Alpha Capital Corp.',
    ],
  ])('is refused with an explanation: %#', (added, reason, message) => {
    expect(refusal(alpha, added)).toEqual({ reason, message });
  });

  it('is refused if it would create a chain of 9, counting above and below it', () => {
    const { parties, relations } = ladder(9);
    const [upper, lower] = [relations.slice(0, 4), relations.slice(5)];
    const split = capacitiesOf([...parties, jane], [...upper, ...lower]);
    expect(refusal(split, relation('e4', 'e5'))).toBeNull();
    const withPerson = capacitiesOf([...parties, jane], [...upper, ...lower, relation('e8', 'jane')]);
    expect(refusal(withPerson, relation('e4', 'e5'))).toEqual({
      reason: 'too_long',
      message: 'This would make a chain of 9 representatives. A chain can have at most 8.',
    });
  });

  it('replaces the relation with the same uuid', () => {
    expect(refusal(alpha, byJane)).toBeNull();
    expect(refusal(alpha, { ...byCorp, entity: 'corp', signatory: 'group' })).toBeNull();
    const { parties, relations } = ladder(9);
    const turned = { ...relation('e8', 'e0'), uuid: 'e0-e1-' };
    expect(refusal(capacitiesOf(parties, relations), turned)).toBeNull();
  });

  it('keeps a deal free of cycles and overlong chains, in any order', () => {
    fc.assert(
      fc.property(tangles(), ({ parties, relations }) => {
        const accepted: Relation[] = [];
        for (const added of relations)
          if (refusal(capacitiesOf(parties, accepted), added) === null) accepted.push(added);
        const representatives = Map.groupBy(accepted, ({ entity }) => entity);
        const longest = (uuid: string, length: number): number =>
          length > CHAIN_MAX
            ? length
            : Math.max(
                length,
                ...(representatives.get(uuid) ?? []).map(({ signatory }) => longest(signatory, length + 1)),
              );
        for (const { uuid } of parties) expect(longest(uuid, 0)).toBeLessThanOrEqual(CHAIN_MAX);
      }),
    );
  });
});

/** Up to 14 signatories, mostly entities, with relations between any of them. */
function tangles() {
  return fc
    .record({
      orgs: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 14 }),
      pairs: fc.array(fc.tuple(fc.nat(13), fc.nat(13)), { maxLength: 25 }),
    })
    .map(({ orgs, pairs }) => ({
      parties: orgs.map((kind, n) => (kind === 0 ? person(`s${n}`) : entity(`s${n}`))),
      relations: pairs
        .map(([over, under], n): [string, string, number] => [
          `s${over % orgs.length}`,
          `s${under % orgs.length}`,
          n,
        ])
        .map(([over, under, n]) => ({ ...relation(over, under, '', n), uuid: `r${n}` })),
    }));
}
