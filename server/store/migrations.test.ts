import { expect, test } from 'vitest';
import { MigrationError } from '../postgres/migrate.ts';
import { migrationNames } from './migrations.ts';

test('migrations run in the order of their numbers, and their tests and notes are skipped', () => {
  const files = ['0002-two.ts', '0001-one.ts', '0001-one.test.ts', 'README.md', '.DS_Store'];
  expect(migrationNames(files)).toEqual(['0001-one', '0002-two']);
});

test.for(['0182_rounds.ts', '0182-Rounds.ts', '182-rounds.ts', 'rounds.ts', '0182-rounds.d.ts'])(
  'the file %s in the migrations’ folder keeps the server from starting without it',
  (file) => {
    expect(() => migrationNames(['0001-one.ts', file])).toThrow(MigrationError);
    expect(() => migrationNames(['0001-one.ts', file])).toThrow(
      `server/store/migrations/${file} is not named like 0001-first-slice.ts.`,
    );
  },
);
