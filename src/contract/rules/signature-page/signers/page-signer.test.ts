import { expect, it } from 'vitest';
import { consolidate, signersBySheet, type PageSigner } from './page-signer.ts';

function signer(id: string, person: string, title: string): PageSigner {
  return {
    id,
    caption: null,
    entity: { name: id, description: null },
    through: [],
    human: { id: person, name: person, title, email: null, address: null },
    values: {},
    overrides: {},
  };
}

const signers = [
  signer('Fund A', 'Jane', 'Manager'),
  signer('Fund B', 'John', 'Manager'),
  signer('Fund C', 'Jane', 'Manager'),
  signer('Fund D', 'Jane', 'President'),
];
const names = (groups: PageSigner[][]) => groups.map((group) => group.map(({ id }) => id));

it('each signer has their own line and sheets unless the page consolidates', () => {
  const alone = [['Fund A'], ['Fund B'], ['Fund C'], ['Fund D']];
  expect(names(consolidate(signers, false))).toEqual(alone);
  expect(names(signersBySheet(signers, false))).toEqual(alone);
});

it('a person signs once for all entities in the same capacity, with everything on the same sheets', () => {
  expect(names(consolidate(signers, true))).toEqual([['Fund A', 'Fund C'], ['Fund B'], ['Fund D']]);
  expect(names(signersBySheet(signers, true))).toEqual([['Fund A', 'Fund C', 'Fund D'], ['Fund B']]);
});
