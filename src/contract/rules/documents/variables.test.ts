import { expect, it } from 'vitest';
import { isSameKey, variablesIn } from './variables.ts';

it.for([
  ['Guaranty of {{Guarantor}}', ['Guarantor']],
  ['{{ Company }} and {{Company}}, {{Agent}}', ['Company', 'Agent']],
  ['{Company} {{}} {{ }} {{a{b}}', []],
  ['no field', []],
] as const)('“%s” names %j', ([text, keys]) => {
  expect(variablesIn(text)).toEqual(keys);
});

it('a key ignores case', () => {
  expect(isSameKey('Company', 'COMPANY')).toBe(true);
  expect(isSameKey('Company', 'Companies')).toBe(false);
});
