import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { DatabaseAddress } from '../postgres/open-database.ts';

/** A kind of job: its name on the queue and the payload it is given. Declare it once, beside its handler. */
export type JobKind<Payload extends object> = {
  name: string;
  payload: z.ZodType<Payload>;
  /** Seconds one attempt may take before it is given up; default 300. */
  timeLimit?: number;
};

export type JobContext = {
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when the time limit is up or the process stops. */
  signal: AbortSignal;
};

export type JobWork<Payload extends object> = {
  /** Jobs of this kind at once in this process; default 1. */
  concurrency?: number;
  /** May run again after it ran in part: make it idempotent. Throw to be tried again, `FinalJobFailure` not to be. */
  run(payload: Payload, job: JobContext): Promise<void>;
  /** The last attempt failed, whether by an error, the time limit or the death of its process. Runs until it succeeds. */
  failed(payload: Payload, reason: string): Promise<void>;
};

/** Thrown by a job that need not be tried again. The message reaches `failed`. */
export class FinalJobFailure extends Error {
  override readonly name = 'FinalJobFailure';
}

export interface JobQueue {
  /** Enqueues in the caller's transaction: the job exists if and only if the row does. Answers the job's id. */
  enqueue<Payload extends object, Tables>(
    tx: Transaction<Tables>,
    kind: JobKind<Payload>,
    payload: Payload,
  ): Promise<string>;
  /** Starts taking jobs of this kind. */
  work<Payload extends object>(kind: JobKind<Payload>, work: JobWork<Payload>): Promise<void>;
  /** Takes no more jobs, waits up to `graceSeconds` (default 10) for those that run; the rest is taken up by another process. */
  stop(options?: { graceSeconds?: number }): Promise<void>;
}

/** Opens pg-boss (schema `pgboss`, made when missing) on the database, with one queue and one dead letter queue a kind. */
export async function openJobQueue(
  address: DatabaseAddress,
  kinds: readonly Pick<JobKind<object>, 'name' | 'timeLimit'>[],
): Promise<JobQueue> {
  throw new Error(`not built yet ${kinds.length} ${typeof address}`);
}
