import { expect, it } from 'vitest';
import { transactionInQuery } from './route-parameters.ts';

const one = '0199c1a2-3b4c-7d5e-8f60-718293a4b5c6';
const other = '0199c1a2-3b4c-7d5e-8f60-718293a4b5c7';

it.each([
  [`transactionId=${one}`, one],
  [`id=${one}`, one],
  [`id=${one}&transactionId=${other}`, other],
  [`id=${one}&transactionId=`, one],
  [`projectId=${one}`, null],
  ['id=../../admin', null],
  ['', null],
])('?%s names the transaction %s', (query, named) => {
  expect(transactionInQuery(new URLSearchParams(query))).toBe(named);
});
