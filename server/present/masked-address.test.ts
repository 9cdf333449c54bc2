import { expect, test } from 'vitest';
import { maskedAddress } from './masked-address.ts';

test.each([
  ['jane.doe@alpha.test', 'j•••@alpha.test'],
  ['j@alpha.test', '•••@alpha.test'],
  ['jd@alpha.test', 'j•••@alpha.test'],
  ['"j@d"@alpha.test', '"•••@alpha.test'],
])('an address such as %s shows only its first letter and its domain', (address, masked) => {
  expect(maskedAddress(address)).toBe(masked);
});
