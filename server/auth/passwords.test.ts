import { expect, test } from 'vitest';
import { hashPassword, passwordMatches } from './passwords.ts';

test('a password is stored as an argon2id hash of 19 MiB and two passes, with its own salt', async () => {
  const [one, other] = [await hashPassword('closing-day'), await hashPassword('closing-day')];
  for (const hash of [one, other])
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await passwordMatches(one, 'closing-day', [])).toBe(true);
  expect(await passwordMatches(one, 'Closing-day', [])).toBe(false);
  expect(await passwordMatches(undefined, 'a password that nobody has', [])).toBe(false);
});
