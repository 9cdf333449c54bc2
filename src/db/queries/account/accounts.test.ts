import { beforeEach, expect, it, vi } from 'vitest';
import {
  beginSession,
  deviceDatabase,
  endSession,
  leaveSession,
  prolongSession,
} from '../../device-database.ts';
import { newUuid } from '../../uuid.ts';
import { mirrorOf, openEarly, activeSession, isSessionOver } from './accounts.ts';

beforeEach(async () => {
  await deviceDatabase.accounts.clear();
  await deviceDatabase.facts.clear();
});

async function signIn(userId: string): Promise<void> {
  await beginSession({ userId, email: 'a@demo.test', fullName: 'A', expiresAt: 0, lastUsedAt: 0 });
}

it('[AUTH6] distinguishes each sign-in from the previous one, but not from its own extensions', async () => {
  const [partner, associate] = [newUuid(), newUuid()];
  expect(await activeSession()).toBeNull();
  await signIn(partner);
  const first = await activeSession();
  await prolongSession(partner, { expiresAt: 60 });
  expect(await activeSession()).toBe(first);
  await signIn(partner);
  const second = await activeSession();
  await signIn(associate);
  const third = await activeSession();
  expect(new Set([null, first, second, third]).size).toBe(4);
});

it('returns no session that has ended or was signed out of', async () => {
  const partner = newUuid();
  await signIn(partner);
  await endSession(partner, 1);
  expect(await activeSession()).toBeNull();
  await signIn(partner);
  await leaveSession(partner);
  expect(await activeSession()).toBeNull();
});

it('opens the mirror early, and the next query opens it if that fails', async () => {
  const partner = newUuid();
  await signIn(partner);
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  await openEarly();
  expect(opening).toHaveBeenCalled();
  opening.mockRestore();
  const db = mirrorOf({ userId: partner });
  expect(await db.transactions.toArray()).toEqual([]);
  await db.delete();
});

it('[AUTH7] a session is over once the user signed out of it or signed in again, and not before', async () => {
  const userId = newUuid();
  await signIn(userId);
  expect(await isSessionOver({ userId, signIns: 1 })).toBe(false);
  await endSession(userId, 1);
  // A session that has only expired keeps its data here.
  expect(await isSessionOver({ userId, signIns: 1 })).toBe(false);
  await leaveSession(userId);
  expect(await isSessionOver({ userId, signIns: 1 })).toBe(true);
  await signIn(userId);
  expect(await isSessionOver({ userId, signIns: 1 })).toBe(true);
  expect(await isSessionOver({ userId, signIns: 2 })).toBe(false);
});
