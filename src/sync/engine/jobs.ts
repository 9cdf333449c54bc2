import { isDatabaseClosed } from '../../db/database.ts';
import type { Alarm } from './alarm.ts';
import { retry } from '../push/classify.ts';
import type { Clock } from './clock.ts';
import { LeadershipLostError } from './leader.ts';
import type { Waits } from './backoff.ts';

/** The longest that nobody looks at a job again, milliseconds. */
export const REST_MS = 30_000;

interface JobPorts {
  clock: Clock;
  /** Rung whenever a job ends. */
  alarm: Alarm;
  /** What failed and waits; under the keys of the jobs. */
  waits: Waits;
}

/** The leader's concurrent jobs, one at a time for each key. A failed job waits by itself and delays nothing else. */
export class Jobs {
  readonly #ports: JobPorts;
  readonly #running = new Map<string, Promise<void>>();
  #end: Error | null = null;

  constructor(ports: JobPorts) {
    this.#ports = ports;
  }

  /** Why this worker cannot go on as the leader; null = it can. */
  get end(): Error | null {
    return this.#end;
  }

  /** No job is worth trying again. */
  endBy(reason: Error): void {
    this.#end = reason;
  }

  /** The keys of what runs now. */
  get running(): ReadonlySet<string> {
    return new Set(this.#running.keys());
  }

  isRunning(key: string): boolean {
    return this.#running.has(key);
  }

  /** Runs a job unless it runs already or waits; answers when it may next be looked at, epoch milliseconds. */
  start(key: string, job: () => Promise<void>): number {
    const { clock, alarm, waits } = this.#ports;
    const due = waits.dueAt(key);
    if (due !== null) return due;
    if (!this.#running.has(key)) {
      const { clearings } = waits;
      const running = job()
        .catch((error: unknown) => this.fault(key, error))
        .finally(() => {
          waits.ended(key, clearings);
          this.#running.delete(key);
          alarm.ring();
        });
      this.#running.set(key, running);
    }
    return clock.now() + REST_MS;
  }

  /** A fault of our own, as a full disk: the job is tried again, the others go on (SPEC: PULL7). */
  fault(key: string, error: unknown): void {
    const fault = error instanceof Error ? error : new Error(String(error));
    if (fault instanceof LeadershipLostError || isDatabaseClosed(fault)) {
      this.#end = fault;
      return;
    }
    console.error(`A sync job failed; retrying: ${key}.`, fault);
    this.#ports.waits.hold(key, retry(fault.message));
  }

  /** Resolves when nothing of what has begun runs any more. */
  async ended(): Promise<void> {
    await Promise.all(this.#running.values());
  }
}
