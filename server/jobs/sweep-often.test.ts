import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import { sweepOften } from './sweep-often.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

test('the frequent sweeps run in one process at a time, and other processes skip them', async () => {
  const entered = Promise.withResolvers<void>();
  const leave = Promise.withResolvers<void>();
  const stopFirst = sweepOften(database.address, {
    slow: async () => {
      entered.resolve();
      await leave.promise;
    },
  });
  await entered.promise;
  let ran = 0;
  const other = {
    broken: async () => Promise.reject(new Error('no')),
    whole: async () => {
      ran += 1;
    },
  };
  await sweepOften(database.address, other)();
  expect(ran).toBe(0);
  leave.resolve();
  await stopFirst();
  await sweepOften(database.address, other)();
  expect(ran).toBe(1);
});
