import { expect, test } from 'vitest';
import { migrationFaults } from './check-migrations.ts';

test('migrations with unique numbers have no faults', () => {
  expect(migrationFaults(['0001-one', '0002-two', '0004-four'])).toEqual([]);
});

test('two migrations with the same number are a fault', () => {
  const fault = '0001-one and 0001-two have the same number.';
  expect(migrationFaults(['0001-one', '0001-two', '0002-three'])).toEqual([fault]);
});
