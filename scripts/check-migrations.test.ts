import { expect, test } from 'vitest';
import { migrationFaults } from './check-migrations.ts';

test('migrations that each have their own number have no faults', () => {
  expect(migrationFaults(['0001-one', '0002-two', '0004-four'])).toEqual([]);
});

test.for([
  [['0001-one', '0001-two', '0002-three'], '0001-one and 0001-two have the same number.'],
  [['0001-one', 'first'], 'first is not named like 0001-first-slice.'],
  [['0001-One'], '0001-One is not named like 0001-first-slice.'],
] as const)('the folder %j has one fault', ([files, fault]) => {
  expect(migrationFaults(files)).toEqual([fault]);
});
