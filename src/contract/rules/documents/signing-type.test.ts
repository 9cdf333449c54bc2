import { expect, it } from 'vitest';
import { signingFlags, signingTypeOf } from './signing-type.ts';
import { SIGNING_TYPES } from './upload-checks.ts';

it.each(SIGNING_TYPES)('an item that was made of a document %s still is', (type) => {
  expect(signingTypeOf(signingFlags(type))).toBe(type);
});

it('what is executed is shown as executed, even where it was to be signed', () => {
  expect(signingTypeOf({ forSigning: true, fullyExecuted: true })).toBe('fully_executed');
});
