import { expect, test } from 'vitest';
import { dealChecksum, type DealContent } from './deal-checksum.ts';

const deal: DealContent = {
  rows: {
    elements: [
      { uuid: 'a', version: 1 },
      { uuid: 'b', version: 2 },
    ],
    items: [],
  },
  lists: [['top', ['a', 'b']]],
};

test('the checksum is the same for any order of rows and lists', () => {
  const { rows, lists } = deal;
  const turned = {
    rows: { items: [], elements: [...(rows['elements'] ?? [])].toReversed() },
    lists: [['a', []], ...lists] as const,
  };
  expect(dealChecksum(turned)).toBe(dealChecksum(deal));
  expect(dealChecksum(deal)).toMatch(/^[0-9a-f]{16}$/);
});

test.each<[string, DealContent]>([
  [
    'another version',
    {
      ...deal,
      rows: {
        elements: [
          { uuid: 'a', version: 1 },
          { uuid: 'b', version: 3 },
        ],
      },
    },
  ],
  ['a missing row', { ...deal, rows: { elements: [{ uuid: 'a', version: 1 }] } }],
  ['another order', { ...deal, lists: [['top', ['b', 'a']]] }],
  ['another parent', { ...deal, lists: [['a', ['a', 'b']]] }],
  ['another collection', { ...deal, rows: { items: deal.rows['elements'] ?? [] } }],
])('%s changes the checksum', (_what, content) => {
  expect(dealChecksum(content)).not.toBe(dealChecksum(deal));
});
