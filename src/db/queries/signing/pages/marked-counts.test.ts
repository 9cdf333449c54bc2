import { expect, it } from 'vitest';
import { signingFacts } from '../../../../contract/rules/signature-page/signers/page-signers.ts';
import { assignmentRow } from '../../../../../tests/support/signing/signing-rows.ts';
import { countMarked } from './marked-counts.ts';

const person = {
  isOrg: false,
  description: '',
  address: '',
  overrides: null,
};
const facts = signingFacts({
  parties: [
    { ...person, uuid: 'jane', name: 'Jane Doe', email: '', order: 0 },
    { ...person, uuid: 'john', name: 'John Roe', email: 'john@alpha.test', order: 1 },
    { ...person, uuid: 'fund', name: 'Fund I, L.P.', isOrg: true, email: '', order: 2 },
  ],
  relations: [],
  values: [],
  keys: [],
  groupAssignments: [],
  groups: [],
});
const rows = { items: new Map<string, never>(), isDeedTransaction: false };
const pages = [
  { uuid: 'one', item: 'deed', source: 'file' },
  { uuid: 'two', item: 'deed', source: 'file' },
  { uuid: 'three', item: 'letter', source: 'generated' },
] as const;
const on = (itemPageUuid: string, signatory: string, status: 'sent' | 'rejected' | 'assigned' = 'assigned') =>
  assignmentRow({ itemPageUuid, signatory, status });

it('counts marked pages and their valid signatures by item, and leaves generated pages out', () => {
  const counts = countMarked(
    pages,
    [on('one', 'john', 'sent'), on('one', 'john', 'rejected'), on('two', 'john'), on('three', 'john')],
    facts,
    rows,
  );
  expect(Object.fromEntries(counts)).toEqual({ deed: { pages: 2, signatures: 2, warnings: [] } });
});

it('warns of signatories of marked pages without an email address, and of entities that nobody signs for', () => {
  const counts = countMarked(pages, [on('one', 'jane'), on('two', 'fund'), on('three', 'fund')], facts, rows);
  expect(counts.get('deed')?.warnings).toMatchObject([
    { kind: 'no_email', signatory: 'jane', name: 'Jane Doe' },
    { kind: 'capacity_unclear', signatory: 'fund', name: 'Fund I, L.P.' },
  ]);
});
