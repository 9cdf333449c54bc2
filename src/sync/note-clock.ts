import type { MirrorDatabase } from '../db/database.ts';
import { reckonSession } from '../db/device-database.ts';
import { CLOCK_KEY } from '../db/rows.ts';
import type { Answer } from './answer.ts';
import type { Transport } from './transport.ts';

/** What an answer is under way, and the seconds that `Date` cuts off, are no fault of a clock, milliseconds. */
const SLACK_MS = 60_000;

/** The same transport; the server's clock, epoch milliseconds, is handed on from each answer that tells it. */
export function hearingClock(transport: Transport, hear: (serverNow: number) => Promise<void>): Transport {
  const heard = async <Body>(asked: Promise<Answer<Body>>): Promise<Answer<Body>> => {
    const answer = await asked;
    if (answer.kind === 'ok' && answer.serverNow !== null) await hear(answer.serverNow);
    return answer;
  };
  return {
    ...transport,
    ask: (request, options) => heard(transport.ask(request, options)),
    send: (request, options) => heard(transport.send(request, options)),
  };
}

/** Whether the device's clock was set since it was known to be `last` ahead of the server's, milliseconds. */
export function isClockSet(aheadMs: number, last: number | null): boolean {
  return last === null || Math.abs(aheadMs - last) > SLACK_MS;
}

/** Keeps by how much the device's clock is ahead of the server's, and when the session ends by it (SPEC: AUTH9). */
export async function noteClock(db: MirrorDatabase, aheadMs: number): Promise<void> {
  await reckonSession(db.userId, aheadMs);
  await db.meta.put({ key: CLOCK_KEY, value: aheadMs });
}
