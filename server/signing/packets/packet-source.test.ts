import { expect, it } from 'vitest';
import { newPageDesign } from '../../../src/contract/rules/signature-page/design/new-design.ts';
import type { PageSigner } from '../../../src/contract/rules/signature-page/signers/page-signer.ts';
import { earlierHashesOfPages, hashesOfPages, hashOfSource, type PacketSource } from './packet-source.ts';

const SIGNER: PageSigner = {
  id: 'signature',
  caption: null,
  entity: null,
  through: [],
  human: { id: 'jane', name: 'Jane Doe', title: null, email: null, address: null },
  values: {},
  overrides: {},
};

/** A packet with a generated page and a page of a file. */
function sourceWith(notary: { notarized?: readonly string[] }): PacketSource {
  const file = { key: 'pdf', number: 2, isCurrent: true };
  return {
    deal: 'Project Elm',
    signatory: 'Jane Doe',
    paper: 'letter',
    options: { cover_and_index: false, slip_pages: false },
    documents: [
      {
        item: 'spa',
        name: 'SPA',
        pages: [
          { page: 'generated', design: newPageDesign(), signers: [SIGNER], ...notary },
          { page: 'marked', file, signers: [SIGNER], others: [], tabs: [], ...notary },
        ],
      },
    ],
  };
}

it('a page prints the same with and without a notary, so pages that are already printed still count', () => {
  const [plain, notarized] = [sourceWith({}), sourceWith({ notarized: ['signature'] })];
  for (const hashes of [hashesOfPages, earlierHashesOfPages])
    expect([...hashes(notarized)]).toEqual([...hashes(plain)]);
});

it('a packet without a notary acknowledgment page becomes outdated once a notary is needed', () => {
  expect(hashOfSource(sourceWith({ notarized: ['signature'] }))).not.toBe(hashOfSource(sourceWith({})));
});
