import { describe, expect, it } from 'vitest';
import { authRepOf, chainOf } from './auth-rep.ts';
import { capacitiesOf, chains } from './capacity.ts';

const capacities = capacitiesOf(
  [
    { uuid: 'fund', name: 'Alder Fund, L.P.', isOrg: true },
    { uuid: 'gp', name: 'Alder GP, LLC', isOrg: true },
    { uuid: 'jane', name: 'Jane Doe', isOrg: false },
    { uuid: 'john', name: 'John Roe', isOrg: false },
  ],
  [
    { uuid: 'fund-gp', entity: 'fund', signatory: 'gp', title: 'general partner', order: 0 },
    { uuid: 'gp-jane', entity: 'gp', signatory: 'jane', title: 'President', order: 0 },
    { uuid: 'gp-john', entity: 'gp', signatory: 'john', title: 'Secretary', order: 1 },
  ],
);

describe('the relation that names a capacity', () => {
  it('distinguishes the ways to sign through one general partner', () => {
    const ways = chains(capacities, 'fund');
    expect(ways.map(authRepOf)).toEqual(['gp-jane', 'gp-john']);
    for (const way of ways) expect(chainOf(capacities, 'fund', authRepOf(way))).toEqual(way);
  });

  it('is null for a person', () => {
    expect(authRepOf([])).toBeNull();
    expect(chainOf(capacities, 'jane', null)).toEqual([]);
    expect(chainOf(capacities, 'fund', null)).toBeNull();
  });

  it('identifies the first chain through the relation if nobody signs in it directly', () => {
    expect(chainOf(capacities, 'fund', 'fund-gp')?.map(({ uuid }) => uuid)).toEqual(['fund-gp', 'gp-jane']);
    expect(chainOf(capacities, 'fund', 'gone')).toBeNull();
  });
});
