import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { subscribeWake } from '../db/change-sets.ts';
import { beginSession } from '../db/device-database.ts';
import { newUuid } from '../db/uuid.ts';
import type { Engine } from '../sync/engine/engine.ts';
import { EngineSeat } from './engine-seat.ts';

let userId: string;
let seat: EngineSeat;
/** The calls to the engines, in order. */
let asked: string[];
/** Resolves when the engine may end. */
let mayEnd: PromiseWithResolvers<void>;

function engineOf(of: string): Engine {
  asked.push('begins');
  return {
    userId: of,
    watchDeal: async (deal) => void asked.push(`watches ${deal}`),
    async stop() {
      asked.push('is ending');
      await mayEnd.promise;
      asked.push('has ended');
    },
  };
}

beforeEach(async () => {
  // In Node, the global scope has no events. Workers have them, and Dexie listens to them.
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => void asked.push(type));
  userId = newUuid();
  await beginSession({ userId, email: 'a@demo.test', fullName: 'A', expiresAt: 0, lastUsedAt: 0 });
  asked = [];
  mayEnd = Promise.withResolvers();
  seat = new EngineSeat(engineOf);
  await seat.watchDeal('the deal');
});
afterEach(() => vi.unstubAllGlobals());

it('[LEAD5] a page that returns before it has released its engine receives other tabs’ changes and works again', async () => {
  const heard = vi.fn<() => void>();
  const stopHearing = subscribeWake(userId, heard);
  const resting = seat.rest();
  const resuming = seat.resume();
  mayEnd.resolve();
  await Promise.all([resting, resuming]);
  expect(asked).toEqual([
    'begins',
    'watches the deal',
    'is ending',
    'has ended',
    'pagehide',
    'pageshow',
    'begins',
    'watches the deal',
  ]);
  const otherTab = new BroadcastChannel(`counterpart-${userId}`);
  otherTab.postMessage({ kind: 'wake' });
  await expect.poll(() => heard.mock.calls.length).toBe(1);
  otherTab.close();
  stopHearing();
});

it('another user’s engine starts after the previous one has ended', async () => {
  const next = seat.inTurn(async () => seat.seat(newUuid()));
  await expect.poll(() => asked.at(-1)).toBe('is ending');
  mayEnd.resolve();
  await next;
  expect(asked.slice(-2)).toEqual(['has ended', 'begins']);
});
