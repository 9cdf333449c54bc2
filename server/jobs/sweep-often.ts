import { log } from '../log.ts';
import type { Services } from '../services.ts';
import { resumeSignatures } from './signing/resume-signatures.ts';
import { sendQueuedPackets } from './signing/send-queued-packets.ts';
import type { Sweeps } from './sweep-daily.ts';

const OFTEN_MS = 30_000;

/** What people wait for. Each usually reads an empty index, and does no harm if two processes run it at once. */
export function frequentSweeps(services: Services): Sweeps {
  return {
    'missing signed pages': async () => resumeSignatures(services),
    'packets that go out by themselves': async () => sendQueuedPackets(services),
  };
}

/** Runs these now and every 30 seconds, one after the other. Returns a function that stops it. */
export function sweepOften(sweeps: Sweeps): () => Promise<void> {
  let running: Promise<void> | null = null;
  const sweep = async () => {
    for (const [name, run] of Object.entries(sweeps))
      // A failing sweep must not keep the others from running.
      await run().catch((error: unknown) => log.error({ err: error, sweep: name }, 'a sweep failed'));
  };
  const start = () => {
    // A slow one is not overtaken.
    running ??= sweep().finally(() => (running = null));
  };
  start();
  const timer = setInterval(start, OFTEN_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
