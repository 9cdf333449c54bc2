import { expect, it } from 'vitest';
import type { AssignmentStatus } from '../../signing/assignments/assignment-status.ts';
import { pageSigners, sheetGroups, signingFacts, type PageAssignment } from './page-signers.ts';

const party = (uuid: string, order: number, more: object = {}) => ({
  uuid,
  order,
  name: uuid,
  isOrg: false,
  description: '',
  email: `${uuid}@example.test`,
  address: '',
  overrides: null,
  ...more,
});

const facts = signingFacts({
  parties: [
    party('fund', 0, { isOrg: true, description: 'a Delaware limited partnership', email: '' }),
    party('general-partner', 1, { isOrg: true, email: '' }),
    party('jane', 2),
    party('bo', 3, { email: ' ', overrides: { individual: true } }),
    party('shell', 4, { isOrg: true }),
  ],
  relations: [
    { uuid: 'gp-of-fund', entity: 'fund', signatory: 'general-partner', title: 'general partner', order: 0 },
    { uuid: 'jane-of-gp', entity: 'general-partner', signatory: 'jane', title: 'President', order: 0 },
    { uuid: 'bo-of-gp', entity: 'general-partner', signatory: 'bo', title: '', order: 1 },
  ],
  keys: [
    { uuid: 'key', key: 'Shares' },
    { uuid: 'other', key: 'City' },
  ],
  values: [
    { signatory: 'fund', customKey: 'key', value: '100' },
    { signatory: 'jane', customKey: 'key', value: '7' },
    { signatory: 'jane', customKey: 'other', value: 'Boston' },
    { signatory: 'jane', customKey: 'deleted', value: 'nothing' },
  ],
  groupAssignments: [
    { uuid: 'lenders', signingGroup: 'group', header: 'Lenders' },
    { uuid: 'named', signingGroup: 'group', header: null },
    { uuid: 'bare', signingGroup: 'group', header: '' },
  ],
  groups: [{ uuid: 'group', name: 'Banks' }],
});

const assignment = (
  uuid: string,
  signatory: string,
  authRep: string | null = null,
  more: { status?: AssignmentStatus; header?: string; groupAssignment?: string; customText?: string } = {},
): PageAssignment => ({
  uuid,
  signatory,
  authRep,
  status: 'assigned',
  header: null,
  customText: '',
  groupAssignment: null,
  needsWitness: false,
  ...more,
});

it('creates one signer per chain, with its entities, titles and values', () => {
  const { signers, warnings } = pageSigners([assignment('one', 'fund', 'jane-of-gp')], facts);
  expect(warnings).toEqual([]);
  expect(signers).toEqual([
    {
      id: 'one',
      caption: null,
      entity: { name: 'fund', description: 'a Delaware limited partnership' },
      through: [
        { id: 'general-partner', name: 'general-partner', description: null, capacity: 'general partner' },
      ],
      human: { id: 'jane', name: 'jane', title: 'President', email: 'jane@example.test', address: null },
      values: { Shares: '100', City: 'Boston' },
      overrides: {},
    },
  ]);
});

it('sorts signers by the order of the signatories and of their capacities', () => {
  const { signers } = pageSigners(
    [
      assignment('4', 'bo'),
      assignment('3', 'jane'),
      assignment('2', 'fund', 'bo-of-gp'),
      assignment('1', 'fund', 'jane-of-gp'),
    ],
    facts,
  );
  expect(signers.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
});

it('uses the first capacity if none was chosen', () => {
  expect(pageSigners([assignment('1', 'fund')], facts).signers[0]?.human.id).toBe('jane');
});

it('leaves out a signature whose capacity is unclear, with a warning', () => {
  expect(
    pageSigners([assignment('1', 'shell'), assignment('2', 'fund', 'gone'), assignment('3', 'jane')], facts),
  ).toMatchObject({
    signers: [{ id: '3' }],
    warnings: [
      { kind: 'capacity_unclear', assignment: '2', signatory: 'fund' },
      { kind: 'capacity_unclear', assignment: '1', signatory: 'shell', name: 'shell' },
    ],
  });
});

it('warns if the person who signs has no email address', () => {
  expect(pageSigners([assignment('1', 'fund', 'bo-of-gp')], facts).warnings).toEqual([
    { kind: 'no_email', assignment: '1', signatory: 'bo', name: 'bo' },
  ]);
});

it('prints the address of the entity, or the person’s if it has none', () => {
  const addressOf = (entity: string) => {
    const parties = [
      party('fund', 0, { isOrg: true, address: entity }),
      party('jane', 1, { address: '7 Elm Road' }),
    ];
    const relations = [{ uuid: 'jane-of-fund', entity: 'fund', signatory: 'jane', title: '', order: 0 }];
    const own = signingFacts({ parties, relations, keys: [], values: [], groupAssignments: [], groups: [] });
    return pageSigners([assignment('1', 'fund'), assignment('2', 'jane')], own).signers.map(
      ({ human }) => human.address,
    );
  };
  expect(addressOf('1 Main Street')).toEqual(['1 Main Street', '7 Elm Road']);
  expect(addressOf(' ')).toEqual(['7 Elm Road', '7 Elm Road']);
});

it('leaves out void signatures, and signatories that haven’t loaded yet', () => {
  const gone = assignment('1', 'jane', null, { status: 'superseded' });
  expect(pageSigners([gone, assignment('2', 'nobody')], facts)).toEqual({ signers: [], warnings: [] });
});

it('uses the assignment’s caption, or else its group’s', () => {
  const own = assignment('1', 'jane', null, { header: 'Agent', groupAssignment: 'lenders' });
  const grouped = assignment('2', 'bo', null, { groupAssignment: 'lenders' });
  const { signers } = pageSigners([own, grouped], facts);
  expect(signers.map(({ caption }) => caption)).toEqual(['Agent', 'Lenders']);
  expect(signers.map(({ overrides }) => overrides)).toEqual([{}, { individual: true }]);
});

it('uses the group’s name as its caption, unless the group has its own caption or an empty one', () => {
  const captionOf = (groupAssignment: string) =>
    pageSigners([assignment('1', 'jane', null, { groupAssignment })], facts).signers[0]?.caption;
  expect(['lenders', 'named', 'bare', 'unknown'].map(captionOf)).toEqual(['Lenders', 'Banks', null, null]);
});

it('prints the text of an assignment', () => {
  const texts = ['as trustee', '  ', '']
    .map((customText, at) => assignment(String(at), 'jane', null, { customText }))
    .flatMap((each) => pageSigners([each], facts).signers);
  expect(texts.map(({ text }) => text)).toEqual(['as trustee', undefined, undefined]);
});

it('gives each signature its own sheets, or each person their own if the page consolidates them', () => {
  const { signers } = pageSigners(
    [
      assignment('1', 'fund', 'jane-of-gp'),
      assignment('2', 'general-partner', 'jane-of-gp'),
      assignment('3', 'bo'),
    ],
    facts,
  );
  const groups = (consolidates: boolean) =>
    sheetGroups(signers, consolidates).map(({ human, signers: own }) => [human, ...own.map(({ id }) => id)]);
  expect(groups(false)).toEqual([
    ['jane', '1'],
    ['jane', '2'],
    ['bo', '3'],
  ]);
  expect(groups(true)).toEqual([
    ['jane', '1', '2'],
    ['bo', '3'],
  ]);
});
