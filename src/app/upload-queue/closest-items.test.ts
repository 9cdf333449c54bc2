import { expect, it } from 'vitest';
import { closestFirst } from './closest-items.ts';

const items = ['Bylaws', 'Escrow Agreement', 'NDA', 'Stock Purchase Agreement'].map((name) => ({ name }));

it.for([
  ['NDA v2 (clean)', 'NDA'],
  ['stock-purchase-agreement_2026-03-01', 'Stock Purchase Agreement'],
  ['ÉSCROW agreement, signed form', 'Escrow Agreement'],
  ['Scan 0001', 'Bylaws'],
] as const)('a file named “%s” is first offered as a version of “%s”', ([file, first]) => {
  const offered = closestFirst(items, file);
  expect(offered[0]?.name).toBe(first);
  expect(offered).toHaveLength(items.length);
});
