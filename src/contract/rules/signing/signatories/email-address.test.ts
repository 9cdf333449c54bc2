import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { cleanEmail, emailProblem } from './email-address.ts';

it.each([
  ['Jane Doe <jane@alpha.com>', 'jane@alpha.com'],
  ['"Doe, Jane" < mailto:Jane@Alpha.com >', 'Jane@Alpha.com'],
  ['mailto:jane@alpha.com', 'jane@alpha.com'],
  ['\u200Bjane@alpha.com\u00A0;', 'jane@alpha.com'],
  ['jane＠alpha.com', 'jane@alpha.com'],
  ['jane doe@alpha.com', 'jane doe@alpha.com'],
  ['', ''],
])('reads "%s" as %s', (text, address) => {
  expect(cleanEmail(text)).toBe(address);
});

it.each([
  ['jane@alpha.com', null],
  ["o'neil+deal@sub.alpha-group.co.uk", null],
  ['jane doe@alpha.com', 'The email address “jane doe@alpha.com” has a space in it.'],
  ['jané@alpha.com', 'The email address “jané@alpha.com” contains a character that isn’t allowed: é'],
  ['a@alpha.com; b@alpha.com', '“a@alpha.com; b@alpha.com” is more than one email address.'],
  ['a@alpha.com/b@alpha.com', '“a@alpha.com/b@alpha.com” is more than one email address.'],
  ['jane@alpha', '“jane@alpha” isn’t an email address.'],
  ['n/a', '“n/a” isn’t an email address.'],
  [`${'x'.repeat(320)}@alpha.com`, `“${'x'.repeat(320)}@alpha.com” isn’t an email address.`],
])('explains what is wrong with %s', (address, problem) => {
  expect(emailProblem(address)).toBe(problem);
});

it('accepts what the server accepts', () => {
  const server = z.email();
  const near = fc.array(
    fc.constantFrom('a', 'Z', '0', '_', '.', '-', '+', "'", '@', 'com', '.com', ' ', 'é'),
    {
      maxLength: 12,
    },
  );
  const addresses = fc.oneof(
    fc.emailAddress(),
    near.map((parts) => parts.join('')),
    near.map((parts) => `a@${parts.join('')}.com`),
  );
  fc.assert(
    fc.property(addresses, (address) => {
      fc.pre(address.length <= 320);
      expect(emailProblem(address) === null).toBe(server.safeParse(address).success);
    }),
    { numRuns: 2000 },
  );
});
