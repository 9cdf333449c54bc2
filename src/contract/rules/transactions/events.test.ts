import { expect, it } from 'vitest';
import { isReported, placesOf, screenOf } from './events.ts';
import { isTrialDeal } from './trial-deal.ts';

it.each([
  ['Project Alder', false],
  ['Sample: Project Alder', true],
  ['A TEST of the binder', true],
  ['Attestation', true],
  ['', false],
])('opening “%s” is reported as: %s', (name, told) => {
  expect(isTrialDeal(name)).toBe(told);
});

const refused = (status: number) => Object.assign(new Error('refused'), { status });

it.each([
  ['a bug in the app', new Error('x is undefined'), true],
  ['a value that isn’t an error', 'broken', true],
  ['a refusal, 422', refused(422), false],
  ['a refusal, 499', refused(499), false],
  ['a server error, 500', refused(500), true],
  ['a bug caused by a refusal', new Error('not saved', { cause: refused(404) }), false],
  ['a bug caused by a server error', new Error('not saved', { cause: refused(503) }), true],
])('%s is reported: %o %s', (_what, error, reported) => {
  expect(isReported(error)).toBe(reported);
});

it('the location is reported without the deal', () => {
  const id = '0199c1a2-3b4c-7d5e-8f60-718293a4b5c6';
  expect(screenOf(`/transaction/${id}/documents/${id.toUpperCase()}`)).toBe('/transaction/:id/documents/:id');
});

it('a stack is reported with its locations, but without the message', () => {
  const stack = `Error: “Alder Holdings, Inc.” cannot be moved
    at move (https://deals.firm.example/assets/deal-screen-Bt1.js:12:345)
    at https://deals.firm.example/assets/index-5v.js:1:2
    at <anonymous>`;
  expect(placesOf(stack)).toBe('assets/deal-screen-Bt1.js:12:345 assets/index-5v.js:1:2');
});
