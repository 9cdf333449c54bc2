import { expect, it } from 'vitest';
import { signingFlags, signingTypeOf } from './signing-type.ts';
import { SIGNING_TYPES } from './upload-checks.ts';

it.each(SIGNING_TYPES)('an item created from a document with signing type %s keeps it', (type) => {
  expect(signingTypeOf(signingFlags(type))).toBe(type);
});

it('an executed item is shown as executed, even if it was marked for signing', () => {
  expect(signingTypeOf({ forSigning: true, fullyExecuted: true })).toBe('fully_executed');
});
