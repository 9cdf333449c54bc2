import { announceHeartbeat, subscribeHeartbeat, type Duty } from '../../db/change-sets.ts';
import type { Clock } from './clock.ts';

/** How often the worker that has a duty announces that it is alive, milliseconds. */
export const HEARTBEAT_MS = 2000;

/** After this many of its own turns without a message, which is ten seconds, a waiting worker takes over. */
const SILENT_TURNS = 5;

/** Another worker took over the duty, because this one had been silent. */
export class LeaseLostError extends Error {
  constructor() {
    super('another worker has taken over');
  }
}

/** The requirements for holding a duty. */
export interface LeasePorts {
  clock: Clock;
  signal: AbortSignal;
}

/**
 * Waits for one of the user's duties in this browser profile, however long it takes, and runs `work` while it is held (SPEC:
 * LEAD1, LEAD3, LEAD4). `term` ends with the signal, or when the duty is lost.
 *
 *     waiting ── the lock is free ──────────────▶ holding ── the work settles ──▶ released
 *        └────── its holder is silent: stolen ──▶    └────── stolen from it: the term ends ──▶ lost
 *
 * @throws {LeaseLostError} if another worker has taken over, once the work has ended
 */
export async function holdLease(
  duty: Duty,
  userId: string,
  { clock, signal }: LeasePorts,
  work: (term: AbortSignal) => Promise<void>,
): Promise<void> {
  const name = `counterpart-${duty}-${userId}`;
  const silence = new AbortController();
  const stopWatching = watchHolder(duty, userId, clock, () => silence.abort());
  let held = false;
  const hold = async (term: AbortSignal) => {
    held = true;
    stopWatching();
    const stopSaying = keepSaying(duty, userId, clock);
    try {
      await work(term);
    } finally {
      stopSaying();
    }
  };
  try {
    await underLock(name, { signal: AbortSignal.any([signal, silence.signal]) }, signal, hold);
  } catch (error) {
    if (held || signal.aborted || !silence.signal.aborted) throw error;
    await underLock(name, { steal: true }, signal, hold);
  } finally {
    stopWatching();
  }
}

async function underLock(
  name: string,
  options: LockOptions,
  signal: AbortSignal,
  work: (term: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const begun: Promise<void>[] = [];
  try {
    await navigator.locks.request(name, options, async () => {
      const working = work(AbortSignal.any([signal, lost.signal]));
      begun.push(working);
      await working;
    });
  } catch (error) {
    if (begun.length === 0) throw error;
    // If it was stolen, the request has failed but the work continues. It ends before anything else starts.
    lost.abort();
    await Promise.all(begun);
    throw new LeaseLostError();
  }
}

/** Announces that the holder is alive, immediately and then regularly. */
function keepSaying(duty: Duty, userId: string, clock: Clock): () => void {
  let stop: () => void;
  const beat = () => {
    announceHeartbeat(userId, duty);
    stop = clock.after(HEARTBEAT_MS, beat);
  };
  beat();
  return () => stop();
}

/** Calls back once if the holder has been silent for too long, measured in the waiting worker's own turns. */
function watchHolder(duty: Duty, userId: string, clock: Clock, onSilence: () => void): () => void {
  let silentTurns = 0;
  let stopTurn: () => void;
  const stopHearing = subscribeHeartbeat(userId, duty, () => {
    silentTurns = 0;
  });
  const takeTurn = () => {
    // If several workers wait, one wins, and the others notice.
    const length = silentTurns < SILENT_TURNS ? HEARTBEAT_MS : HEARTBEAT_MS * clock.random();
    const due = clock.now() + length;
    stopTurn = clock.after(length, () => {
      // A worker that is late was frozen itself, or the clock was set, so it could not notice.
      const inTime = Math.abs(clock.now() - due) <= HEARTBEAT_MS;
      silentTurns = inTime ? silentTurns + 1 : 0;
      if (silentTurns > SILENT_TURNS) onSilence();
      else takeTurn();
    });
  };
  takeTurn();
  return () => {
    stopTurn();
    stopHearing();
  };
}
