import { expect, test } from 'vitest';
import { migrationFaults } from './check-migrations.ts';

const files = ['0001-one', '0002-two', '0004-four'];

test('a list of migrations that matches the folder, in order, has no faults', () => {
  expect(migrationFaults(files, files)).toEqual([]);
});

test.for([
  [['0001-one', '0004-four', '0002-two'], files, '0002-two is listed after 0004-four.'],
  [['0001-one', '0002-two'], files, '0004-four is missing from the list.'],
  [[...files, '0005-five'], files, '0005-five has no file of its name.'],
  [['0001-one', '0001-two'], ['0001-one', '0001-two'], '0001-one and 0001-two have the same number.'],
  [['first'], ['first'], 'first is not named like 0001-first-slice.'],
  [[...files, '0004-four'], files, '0004-four and 0004-four have the same number.'],
] as const)('the list %j with the folder %j has one fault', ([listed, folder, fault]) => {
  expect(migrationFaults(listed, folder)).toEqual([fault]);
});
