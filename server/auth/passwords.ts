import { hash, verify } from '@node-rs/argon2';

// argon2id is the library's default algorithm. 19 MiB, two passes, one lane: about 20 ms, and what OWASP asks at least.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The argon2id hash that is stored, with its parameters and salt. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let decoy: Promise<string> | undefined;

/** Whether the password is the user's. Without a user it does the same work, so that timing names no accounts. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  if (passwordHash !== undefined) return verify(passwordHash, password);
  decoy ??= hashPassword('a password that nobody has');
  await verify(await decoy, password);
  return false;
}
