import { beforeEach, expect, it, vi } from 'vitest';
import { newTransactionRow } from '../../tests/support/rows.ts';
import { beginSession, deviceDatabase } from '../db/device-database.ts';
import { openDatabase } from '../db/open-database.ts';
import { newUuid } from '../db/uuid.ts';
import type { Engine } from '../sync/engine/engine.ts';
import { EngineSeat } from './engine-seat.ts';
import { forgetLeftOver, signOut } from './sign-out.ts';

let userId: string;

beforeEach(async () => {
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
  await deviceDatabase.delete();
  await deviceDatabase.open();
  userId = newUuid();
  await signIn();
  await openDatabase(userId).transactions.put(newTransactionRow('Project Larch'));
  return async () => {
    vi.unstubAllGlobals();
    await openDatabase(userId).delete();
  };
});

async function signIn(): Promise<void> {
  const who = { userId, email: 'ada@firm.test', fullName: 'Ada', aheadMs: 0 };
  await beginSession({ ...who, expiresAt: 4_000_000_000, lastUsedAt: 0 });
}

/** A seat whose engine stops with this function. */
function seatThatStops(stop: () => Promise<void>): EngineSeat {
  return new EngineSeat((user): Engine => ({ userId: user, watchDeal: async () => undefined, stop }));
}

async function deals(): Promise<number> {
  return openDatabase(userId).transactions.count();
}

const tellNobody = async (): Promise<void> => undefined;

it('[AUTH11] a sign-out deletes the user’s rows from the device', async () => {
  const seat = seatThatStops(async () => undefined);
  await signOut(userId, seat, tellNobody);
  expect(await deals()).toBe(0);
});

it('[AUTH11] keeps the mirror when the user signs in again from another tab while this one was frozen in the sign-out', async () => {
  const seat = seatThatStops(signIn);
  await seat.inTurn(async () => seat.seat(userId));
  await signOut(userId, seat, tellNobody);
  expect(await deals()).toBe(1);
});

it('[AUTH11] an interrupted sign-out is completed at the next start, and deletes nothing of the signed-in user', async () => {
  const seat = seatThatStops(async () => undefined);
  await forgetLeftOver(seat);
  expect(await deals()).toBe(1);
  await deviceDatabase.accounts.update(userId, { session: 'signed_out' });
  await forgetLeftOver(seat);
  expect(await deals()).toBe(0);
});
