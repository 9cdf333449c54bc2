import { expect, test } from 'vitest';
import { newPasswordFault } from './new-password.ts';

const person = {
  email: 'margaret@whitfield.example',
  first_name: 'Margaret',
  last_name: 'Whitfield',
  organization_name: 'Whitfield & Crane LLP',
};

test.for([
  'password123',
  'P@ssw0rd2024',
  'qwertyuiop',
  '1234567890',
  'iloveyou123',
  'letmein2026',
  'q1w2e3r4t5y6',
  'margaret1985',
  'margaret@whitfield.example',
  'Counterpart1',
  'abcdabcdabcd',
])('“%s” is rejected as easy to guess', (password) => {
  expect(newPasswordFault(password, person)).toMatch(/^This password is one of the first/);
});

test.for([
  'closing-day',
  'a password for tests',
  'quite another one',
  'four mild winters ago',
  'Xk3-9pQ!zv7w',
])('“%s” is accepted', (password) => {
  expect(newPasswordFault(password, person)).toBeNull();
});

test('a password that is too short or too long is rejected with that reason', () => {
  expect(newPasswordFault('short', person)).toBe('A password must have at least 10 characters.');
  expect(newPasswordFault('q1w2'.repeat(250), person)).not.toBeNull();
  expect(newPasswordFault('aZ3$'.repeat(2500), person)).toMatch(/at most 1000/);
});
