import { expect, test } from 'vitest';
import type { AssignmentStatus } from '../signing/assignments/assignment-status.ts';
import { releasedSignatures } from './released-signatures.ts';

const shown = (statuses: Record<string, AssignmentStatus>, ...sheets: string[][]) => [
  ...releasedSignatures(new Map(Object.entries(statuses)), sheets),
];

test('a held signature withholds its whole sheet, and no other', () => {
  const statuses = { a: 'released', b: 'executed', c: 'released' } as const;
  expect(shown(statuses, ['a', 'b'], ['c'])).toEqual(['c']);
});

test('a signature that awaits acceptance withholds its sheet', () => {
  expect(shown({ a: 'released', b: 'signed_pending_acceptance' }, ['a', 'b'])).toEqual([]);
});

test('a rejected signature doesn’t withhold the sheet', () => {
  expect(shown({ a: 'released', b: 'rejected' }, ['a', 'b'])).toEqual(['a']);
});
