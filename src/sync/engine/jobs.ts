import { isDatabaseClosed } from '../../db/database.ts';
import type { Alarm } from './alarm.ts';
import { retry } from '../push/classify.ts';
import type { Clock } from './clock.ts';
import { LeadershipLostError } from './leader.ts';
import type { Waits } from './backoff.ts';

/** The maximum time until a job is checked again, in milliseconds. */
export const REST_MS = 30_000;

interface JobPorts {
  clock: Clock;
  /** Woken whenever a job ends. */
  alarm: Alarm;
  /** Failed jobs that wait, by key. */
  waits: Waits;
}

/** The leader's concurrent jobs, one at a time for each key. A failed job waits without delaying anything else. */
export class Jobs {
  readonly #ports: JobPorts;
  readonly #running = new Map<string, Promise<void>>();
  #end: Error | null = null;

  constructor(ports: JobPorts) {
    this.#ports = ports;
  }

  /** Why this worker cannot continue as the leader; null = it can. */
  get end(): Error | null {
    return this.#end;
  }

  /** Ends the worker's term as the leader, because no job is worth retrying. */
  endBy(reason: Error): void {
    this.#end = reason;
  }

  /** The keys of running jobs. */
  get running(): ReadonlySet<string> {
    return new Set(this.#running.keys());
  }

  isRunning(key: string): boolean {
    return this.#running.has(key);
  }

  /** Runs a job unless it is running or waiting. Returns when to check it again, in epoch milliseconds. */
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

  /** Our own failure, such as a full disk. The job is retried, and the others continue (SPEC: PULL7). */
  fault(key: string, error: unknown): void {
    const fault = error instanceof Error ? error : new Error(String(error));
    if (fault instanceof LeadershipLostError || isDatabaseClosed(fault)) {
      this.#end = fault;
      return;
    }
    console.error(`A sync job failed; retrying: ${key}.`, fault);
    this.#ports.waits.hold(key, retry(fault.message));
  }

  /** Resolves when nothing that has started is running anymore. */
  async ended(): Promise<void> {
    await Promise.all(this.#running.values());
  }
}
