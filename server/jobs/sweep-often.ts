import { log } from '../log.ts';
import type { DatabaseAddress } from '../postgres/open-database.ts';
import { runAlone } from '../postgres/run-alone.ts';
import type { Services } from '../services.ts';
import { resumeCollations } from './signing/resume-collations.ts';
import { resumeSignatures } from './signing/resume-signatures.ts';
import { sendQueuedPackets } from './signing/send-queued-packets.ts';
import type { Sweeps } from './sweep-daily.ts';

const OFTEN_MS = 30_000;

/** The advisory lock's number, the same in every version. */
const FREQUENT_SWEEP_LOCK = 7_265_121;

/** The sweeps whose results users wait for. Each one usually reads an empty index. */
export function frequentSweeps(services: Services): Sweeps {
  return {
    'missing signed pages': async () => resumeSignatures(services),
    'missing executed documents': async () => resumeCollations(services),
    'packets that go out by themselves': async () => sendQueuedPackets(services),
  };
}

/**
 * Runs these now and every 30 seconds, one after another, in only one process at a time; other processes skip them. Returns a
 * function that stops it.
 */
export function sweepOften(address: DatabaseAddress, sweeps: Sweeps): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const sweep = async () => {
    for (const [name, run] of Object.entries(sweeps))
      // A failing sweep must not keep the others from running.
      await run().catch((error: unknown) => log.error({ err: error, sweep: name }, 'a sweep failed'));
  };
  const start = () => {
    // A new run waits for a slow one to finish.
    running ??= runAlone(address, FREQUENT_SWEEP_LOCK, sweep)
      .catch((error: unknown) => log.error({ err: error }, 'the frequent sweeps could not run'))
      .finally(() => (running = null));
  };
  start();
  const timer = setInterval(start, OFTEN_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
