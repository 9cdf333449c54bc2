import { describe, expect, it } from 'vitest';
import type { Relation } from './capacity.ts';
import { planCopies, type CopiedParty } from './copy-signatories.ts';

const person = (uuid: string, name = uuid, email = ''): CopiedParty => ({ uuid, name, isOrg: false, email });
const entity = (uuid: string, name = uuid): CopiedParty => ({ ...person(uuid, name), isOrg: true });
const relation = (of: string, by: string, title = 'President', order = 0): Relation => ({
  uuid: `${of} by ${by} as ${title}`,
  entity: of,
  signatory: by,
  title,
  order,
});
const NOTHING = { parties: [], relations: [] };
const idOf = (source: string) => `new ${source}`;

describe('copying signatories', () => {
  it('adds them with the relations among them, in their order', () => {
    const copied = {
      parties: [entity('fund'), entity('corp'), person('jane')],
      relations: [
        relation('corp', 'jane', 'Secretary', 1),
        relation('corp', 'jane', 'President', 0),
        relation('fund', 'corp', 'general partner'),
        relation('corp', 'john'),
      ],
    };
    const { added, relations } = planCopies(copied, NOTHING, idOf);
    expect(added).toEqual(['fund', 'corp', 'jane']);
    expect(relations.map(({ entity: of, signatory, title, order }) => [of, signatory, title, order])).toEqual(
      [
        ['new fund', 'new corp', 'general partner', 0],
        ['new corp', 'new jane', 'President', 0],
        ['new corp', 'new jane', 'Secretary', 1],
      ],
    );
  });

  it('uses the deal’s own signatory if it has the same name, address and kind', () => {
    const copied = {
      parties: [
        person('jane', ' JANE ', 'Jane@x.test'),
        entity('corp', 'Jane'),
        person('twin', 'jane', 'jane@x.test'),
      ],
      relations: [relation('corp', 'jane')],
    };
    const own = { parties: [person('own', 'Jane', 'jane@x.test')], relations: [] };
    const { added, relations, counterparts } = planCopies(copied, own, idOf);
    expect(added).toEqual(['corp']);
    expect([counterparts.get('jane'), counterparts.get('twin')]).toEqual(['own', 'own']);
    expect(relations).toMatchObject([{ entity: 'new corp', signatory: 'own' }]);
  });

  it('leaves out relations that exist, and those that would make a cycle', () => {
    const copied = {
      parties: [entity('a'), entity('b'), person('jane')],
      relations: [relation('a', 'jane', 'president'), relation('b', 'a')],
    };
    const own = {
      parties: [entity('own a', 'a'), entity('own b', 'b'), person('own jane', 'jane')],
      relations: [relation('own a', 'own jane', 'President'), relation('own a', 'own b')],
    };
    expect(planCopies(copied, own, idOf)).toMatchObject({ added: [], relations: [] });
  });

  it('doesn’t add somebody again if their copy was renamed after an identical request', () => {
    const own = { parties: [person('new jane', 'Jane Smith')], relations: [] };
    const { added, counterparts } = planCopies({ parties: [person('jane')], relations: [] }, own, idOf);
    expect([added, counterparts.get('jane')]).toEqual([[], 'new jane']);
  });
});
