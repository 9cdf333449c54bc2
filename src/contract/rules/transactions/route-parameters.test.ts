import { expect, it } from 'vitest';
import { routeParameters } from './route-parameters.ts';

const one = '0199c1a2-3b4c-7d5e-8f60-718293a4b5c6';
const other = '0199c1a2-3b4c-7d5e-8f60-718293a4b5c7';

it.each([
  [`transactionId=${one}`, { transaction: one, project: null }],
  [`projectId=${one}`, { transaction: null, project: one }],
  [`id=${one}`, { transaction: one, project: one }],
  [`id=${one}&transactionId=${other}`, { transaction: other, project: one }],
  [`id=${one}&transactionId=`, { transaction: one, project: one }],
  ['id=../../admin', { transaction: null, project: null }],
  ['', { transaction: null, project: null }],
])('?%s names %j', (query, named) => {
  expect(routeParameters(new URLSearchParams(query))).toEqual(named);
});
