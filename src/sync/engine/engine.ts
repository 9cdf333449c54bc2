import { announceWork } from '../../db/change-sets.ts';
import { subscribeOutdated, subscribeRebirth, openDatabase } from '../../db/open-database.ts';
import { noteOpened, noteViewed } from '../../db/offline/opened-deals.ts';
import { isMetered } from '../../db/queries/offline/metered.ts';
import { UpdateNeededError } from '../push/answer.ts';
import { backoffMs, pause, type Clock } from './clock.ts';
import { LeaseLostError } from './lease.ts';
import { lead } from './leader.ts';
import { runSyncLoop } from './sync-loop.ts';
import type { Transport } from '../transport/transport.ts';
import { createPostFile } from '../uploads/sending/post-file.ts';
import { sendByXhr, type SendBytes } from '../uploads/sending/send-bytes.ts';
import { runUploads } from '../uploads/upload-loop.ts';

/** How often a tab reports that its deal is still on the screen, in milliseconds. */
const WATCH_EVERY_MS = 60_000;

/** The minimum size for chunked uploads, in bytes. Below it, repeating an upload costs less than chunking. */
const RESUMABLE_ABOVE = 8 * 1024 * 1024;

/** How soon it reports again if that could not be stored, in milliseconds. */
const SAY_AGAIN_MS = 5000;

/** How long the engine must have run for a failure to count as the first one, in milliseconds. */
const STEADY_MS = 5 * 60_000;

/** One worker's part in syncing a user's mirror with the server. */
export interface Engine {
  userId: string;
  watchDeal(transaction: string | null): Promise<void>;
  /** Ends the current requests and releases the locks; resolves when nothing is running anymore. */
  stop(): Promise<void>;
}

/** The engine's access to the outside world. */
export interface EnginePorts {
  clock: Clock;
  /** Requests in the user's name, which end with the signal. */
  connect: (userId: string, signal: AbortSignal) => Transport;
  /** Requests to the object store. */
  sendBytes?: SendBytes;
}

/** Starts the worker's part. It waits for its duties and performs each while it holds it. */
export function createEngine(userId: string, { clock, connect, sendBytes = sendByXhr }: EnginePorts): Engine {
  const stopping = new AbortController();
  const { signal } = stopping;
  let watched: string | null = null;
  let stopSaying: () => void = () => undefined;
  let mirrorLost = new AbortController();
  const stopHearing = [
    // A newer version of the app has upgraded the stores, so its own worker takes over the duties.
    subscribeOutdated(() => stopping.abort()),
    subscribeRebirth(userId, () => {
      mirrorLost.abort();
      if (watched) void sayOpened(watched);
    }),
  ];

  const sync = keepAlive(clock, stopping, () =>
    lead(userId, { clock, signal }, async (leadership, held) => {
      mirrorLost = new AbortController();
      // The loop's memory belongs to the mirror that it started with.
      const term = AbortSignal.any([held, mirrorLost.signal]);
      const relaxed = { ...leadership, db: openDatabase(userId, 'relaxed') };
      await runSyncLoop({ leadership, relaxed, transport: connect(userId, term), clock, signal: term });
    }),
  );
  const postFile = createPostFile(sendBytes, { resumableAbove: RESUMABLE_ABOVE });
  const uploads = keepAlive(clock, stopping, () => {
    const [db, relaxed] = [openDatabase(userId), openDatabase(userId, 'relaxed')];
    return runUploads(
      { db, relaxed, connect: (term) => connect(userId, term), signal, isMetered, postFile },
      clock,
    );
  });

  /** Reports that the deal is on the screen, now and repeatedly until another one is. */
  async function sayOpened(deal: string): Promise<void> {
    if (signal.aborted) return;
    let again = WATCH_EVERY_MS;
    try {
      await noteOpened(openDatabase(userId), deal, clock.now());
      announceWork(userId);
    } catch (error) {
      // For example, on a full disk. Without a retry, the deal would count as being on no screen.
      console.error('Could not note an open transaction; trying again.', error);
      again = SAY_AGAIN_MS;
    }
    if (watched !== deal || signal.aborted) return;
    stopSaying();
    stopSaying = clock.after(again, () => void sayOpened(deal));
  }

  /** Records for the access log that the user has opened the deal. */
  async function sayViewed(deal: string): Promise<void> {
    await noteViewed(openDatabase(userId), deal, clock.now()).catch((error: unknown) => {
      console.error('Could not note an opened transaction.', error);
    });
    announceWork(userId);
  }

  return {
    userId,
    async watchDeal(transaction) {
      stopSaying();
      watched = transaction;
      if (transaction) await Promise.all([sayOpened(transaction), sayViewed(transaction)]);
    },
    async stop() {
      stopping.abort();
      stopSaying();
      for (const stop of stopHearing) stop();
      await Promise.all([sync, uploads]);
    },
  };
}

/**
 * Restarts the work after an error, because one error must not stop a queue. But if this version of the app is too old for
 * the server, everything ends, so that a reloaded tab can take over (SPEC: AUTH4).
 */
async function keepAlive(clock: Clock, stopping: AbortController, work: () => Promise<void>): Promise<void> {
  const { signal } = stopping;
  for (let faults = 0; !signal.aborted; faults += 1) {
    const began = clock.now();
    try {
      await work();
    } catch (error) {
      if (error instanceof UpdateNeededError) stopping.abort();
      if (signal.aborted) return;
      if (!(error instanceof LeaseLostError)) {
        console.error('The sync engine stopped; restarting.', error);
      }
    }
    if (signal.aborted) return;
    if (Math.abs(clock.now() - began) > STEADY_MS) faults = 0;
    const wait = backoffMs(faults + 1, clock.random(), null);
    await pause(clock, wait, signal);
  }
}
