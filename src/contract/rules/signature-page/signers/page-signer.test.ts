import { expect, it } from 'vitest';
import { signatureBlockSchema } from '../../../entities/signing/signature-page-design.ts';
import { newPageDesign } from '../design/new-design.ts';
import { withSignatureLook } from '../design/signature-look.ts';
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
const CONSOLIDATED = { ...newPageDesign(), consolidate_signer: true };
const names = (groups: PageSigner[][]) => groups.map((group) => group.map(({ id }) => id));

it('each signer has their own line and sheets unless the page consolidates them', () => {
  const alone = [['Fund A'], ['Fund B'], ['Fund C'], ['Fund D']];
  expect(names(consolidate(signers, newPageDesign()))).toEqual(alone);
  expect(names(signersBySheet(signers, false))).toEqual(alone);
});

it('a person signs once for all entities in the same capacity, with everything on the same sheets', () => {
  expect(names(consolidate(signers, CONSOLIDATED))).toEqual([['Fund A', 'Fund C'], ['Fund B'], ['Fund D']]);
  expect(names(signersBySheet(signers, true))).toEqual([['Fund A', 'Fund C', 'Fund D'], ['Fund B']]);
});

it('entities with different addresses share a line only if no address is printed', () => {
  const at = (address: string | null, one: PageSigner) => ({ ...one, human: { ...one.human, address } });
  const funds = ['1 Main Street', '2 Main Street', '1 Main Street'].map((address, index) =>
    at(address, signer(`Fund ${index}`, 'Jane', 'Manager')),
  );
  const withAddress = CONSOLIDATED.blocks.map((block) =>
    block.kind === 'signature'
      ? withSignatureLook(signatureBlockSchema.parse(block), { address: true })
      : block,
  );
  expect(names(consolidate(funds, { ...CONSOLIDATED, blocks: withAddress }))).toEqual([
    ['Fund 0', 'Fund 2'],
    ['Fund 1'],
  ]);
  expect(names(consolidate(funds, CONSOLIDATED))).toEqual([['Fund 0', 'Fund 1', 'Fund 2']]);
});
