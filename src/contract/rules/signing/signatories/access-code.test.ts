import { expect, test } from 'vitest';
import { accessCodeProblem, plainAccessCode } from './access-code.ts';

test('a code is the same in any case, and with or without spaces and hyphens', () => {
  expect(plainAccessCode(' alder–47 11-b ')).toBe('ALDER4711B');
  expect(plainAccessCode('ALDER4711B')).toBe('ALDER4711B');
});

test('a code that is too short, too long, or made of only one or two characters is refused', () => {
  expect(accessCodeProblem('a-b-c-1-2')).toContain('at least 6');
  expect(accessCodeProblem('x1y'.repeat(14))).toContain('at most 40');
  expect(accessCodeProblem('121212')).toContain('too easy');
  expect(accessCodeProblem('alder 4711')).toBeNull();
});
