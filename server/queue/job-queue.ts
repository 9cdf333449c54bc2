import { sql, type Transaction } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { JobResult, JobWithMetadata, Queue } from 'pg-boss';
import type { z } from 'zod';
import { log } from '../log.ts';
import type { DatabaseAddress } from '../postgres/open-database.ts';
import { FairSlots, GaveWay } from './fair-slots.ts';

/** A kind of job: its name on the queue and its payload. The kinds are declared in job-kinds.ts. */
export type JobKind<Payload extends object> = {
  name: string;
  payload: z.ZodType<Payload>;
  /** How many seconds one attempt may take before it is abandoned; default 300. */
  timeLimit?: number;
  /**
   * How many retries, and the pause before each, which doubles each time; default 3 retries, after 1 to 30 seconds.
   */
  retries?: { limit: number; delaySeconds: number; mostSeconds: number };
};

export type JobContext = {
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when the time limit is reached, the process stops, or the job gives way to another group's job. */
  signal: AbortSignal;
};

export type JobWork<Payload extends object> = {
  /** How many jobs of this kind run at once in this process; default 1. */
  concurrency?: number;
  /**
   * How many of these each group is entitled to while others wait; absent = groups don't count. A job of a group that has more
   * is stopped for another group (its signal aborts), and runs again later.
   */
  perGroup?: number;
  /** It may run again after a partial run, so it must be idempotent. Throw to retry, or throw `FinalJobFailure` to stop. */
  run(payload: Payload, job: JobContext): Promise<void>;
  /**
   * Called when the last attempt has failed because of an error, the time limit or the death of its process. It is retried
   * until it succeeds.
   */
  failed(payload: Payload, reason: string): Promise<void>;
};

/** Thrown by a job that should not be retried. The message reaches `failed`. */
export class FinalJobFailure extends Error {
  override readonly name = 'FinalJobFailure';
}

export interface JobQueue {
  /**
   * Enqueues in the caller's transaction: the job exists if and only if the row does. `group` is the job's owner, if
   * groups share the work fairly. Returns the job's id.
   *
   * With `oncePer`, nothing is added while a job of this kind with the same key waits to be started. The caller and the job have to write
   * under one lock, so that the waiting job sees what the caller writes.
   */
  enqueue<Payload extends object, Tables>(
    tx: Transaction<Tables>,
    kind: JobKind<Payload>,
    payload: Payload,
    options?: { delaySeconds?: number; group?: string; oncePer?: string },
  ): Promise<string>;
  /** Starts accepting jobs of this kind. */
  work<Payload extends object>(kind: JobKind<Payload>, work: JobWork<Payload>): Promise<void>;
  /** Returns how many jobs of each kind are waiting and running. The counts are a few seconds old. */
  counts(): Promise<{ kind: string; queued: number; active: number }[]>;
  /** Accepts no more jobs, and waits up to `graceSeconds` (default 10) for running ones. The rest is retried later. */
  stop(options?: { graceSeconds?: number }): Promise<void>;
}

// created --fetch--> active --run--> completed
//    ^                  | error, time limit, or no heartbeat for 10 s (its process died)
//    +--- retry <-------+ (3 times or as the kind says, with backoff)
//                       | the last time, or FinalJobFailure
//                       v
//                    failed ---> copied to `NAME.failed`, whose worker calls `failed` until that succeeds

const attemptSeconds = 300;
/**
 * pg-boss's minimum. A dead process's job is resumed after this plus a supervision interval and a first backoff: about 15 s.
 */
const heartbeatSeconds = 10;
const superviseSeconds = 3;
/** NOTIFY starts a job at once. Polling finds jobs without a NOTIFY: due retries, and dead letters. */
const POLL_SECONDS = 1;
/**
 * How long one statement of pg-boss may take. Then its connection is closed, and the next statement gets another one.
 */
const ANSWER_SECONDS = 60;

export type KindOfQueue = Pick<JobKind<object>, 'name' | 'timeLimit' | 'retries'>;

/**
 * Opens pg-boss (schema `pgboss`, created if missing) on the database, with one queue and one dead letter queue per kind. Any
 * number of processes may do so. Each one enqueues and supervises jobs, and runs the kinds that it calls `work` for.
 */
export async function openJobQueue(
  address: DatabaseAddress,
  kinds: readonly KindOfQueue[],
  { pollSeconds = POLL_SECONDS, answerSeconds = ANSWER_SECONDS } = {},
): Promise<JobQueue> {
  return new PgBossQueue(await openBoss(address, kinds, answerSeconds), pollSeconds);
}

/** The queue names of these kinds. */
export function queueNames(kinds: readonly KindOfQueue[]): string[] {
  return kinds.flatMap((kind) => [kind.name, failedName(kind)]);
}

export async function openBoss(
  address: DatabaseAddress,
  kinds: readonly KindOfQueue[],
  answerSeconds = ANSWER_SECONDS,
): Promise<PgBoss> {
  // pg-boss passes its settings to node-postgres, whose pool accepts this one, too. The limit is enforced on this side,
  // because PostgreSQL may be silent.
  const limits = { query_timeout: answerSeconds * 1000 };
  const boss = new PgBoss({
    ...address,
    ...limits,
    schema: 'pgboss',
    application_name: 'counterpart',
    max: 6,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    flowIntervalSeconds: 60,
    schedule: false,
  });
  boss.on('error', (error: unknown) => {
    // Some errors are plain objects with a message.
    const err = error instanceof Error ? error : new Error(JSON.stringify(error));
    log.error({ err }, 'the job queue reported an error');
  });
  await boss.start();
  for (const kind of kinds) await declareQueues(boss, kind);
  return boss;
}

class PgBossQueue implements JobQueue {
  readonly #boss: PgBoss;
  readonly #pollSeconds: number;
  readonly #slots: FairSlots[] = [];

  constructor(boss: PgBoss, pollSeconds: number) {
    this.#boss = boss;
    this.#pollSeconds = pollSeconds;
  }

  async enqueue<Payload extends object, Tables>(
    tx: Transaction<Tables>,
    kind: JobKind<Payload>,
    payload: Payload,
    { delaySeconds = 0, group, oncePer }: { delaySeconds?: number; group?: string; oncePer?: string } = {},
  ): Promise<string> {
    const waiting = oncePer === undefined ? null : await waitingJob(tx, kind.name, oncePer);
    if (waiting !== null) return waiting;
    const id = await this.#boss.send(kind.name, kind.payload.parse(payload), {
      db: fromKysely(tx),
      ...(delaySeconds > 0 && { startAfter: delaySeconds }),
      ...(group !== undefined && { group: { id: group } }),
      ...(oncePer !== undefined && { singletonKey: oncePer }),
    });
    if (id === null) throw new Error(`The queue did not accept the job ${kind.name}`);
    return id;
  }

  async work<Payload extends object>(kind: JobKind<Payload>, work: JobWork<Payload>): Promise<void> {
    const concurrency = work.concurrency ?? 1;
    const { perGroup } = work;
    const slots = new FairSlots({ slots: concurrency, perGroup: perGroup ?? concurrency });
    this.#slots.push(slots);
    const run = (job: JobWithMetadata) => this.#runInTurn(slots, kind, work, job);
    for (let worker = 0; worker < concurrency; worker += 1) {
      await this.#startWorker(kind.name, run);
      // The first jobs may all wait and belong to one group. This finds jobs of groups with less than their share.
      if (perGroup !== undefined) await this.#startWorker(kind.name, run, perGroup);
    }
    await this.#startWorker(failedName(kind), async (job) => {
      await work.failed(kind.payload.parse(job.data), reasonOf(job.output));
      return { id: job.id, status: 'completed' };
    });
  }

  async counts(): Promise<{ kind: string; queued: number; active: number }[]> {
    const queues = await this.#boss.getQueues();
    return queues.map(({ name, queuedCount, activeCount }) => ({
      kind: name,
      queued: queuedCount,
      active: activeCount,
    }));
  }

  /**
   * Runs a job once its group has a slot. One that gives way is enqueued again, which doesn't count as a failed
   * attempt.
   */
  async #runInTurn<Payload extends object>(
    slots: FairSlots,
    kind: JobKind<Payload>,
    work: JobWork<Payload>,
    job: JobWithMetadata,
  ): Promise<JobResult> {
    const group = job.groupId ?? null;
    try {
      return await slots.use(group, job.signal, (signal) => attempt(kind, work, job, signal));
    } catch (error) {
      if (!(error instanceof GaveWay)) throw error;
      // Enqueued before later jobs. If this process dies in between, the job runs twice, as any job may.
      await this.#boss.send(kind.name, job.data, {
        priority: 1,
        ...(group !== null && { group: { id: group } }),
      });
      return { id: job.id, status: 'completed' };
    }
  }

  async stop(options: { graceSeconds?: number } = {}): Promise<void> {
    for (const slots of this.#slots) slots.close();
    await this.#boss.stop({ graceful: true, timeout: (options.graceSeconds ?? 10) * 1000 });
  }

  /** `perGroup`: it takes no job of a group that already has this many running. */
  async #startWorker(
    name: string,
    run: (job: JobWithMetadata) => Promise<JobResult>,
    perGroup?: number,
  ): Promise<void> {
    const workerId: string = await this.#boss.work(
      name,
      {
        batchSize: 1,
        includeMetadata: true,
        perJobResults: true,
        pollingIntervalSeconds: this.#pollSeconds,
        notifyPollingIntervalSeconds: this.#pollSeconds,
        burstWhenReadyExceeds: 1,
        burstWhenBatchFull: true,
        ...(perGroup !== undefined && { groupConcurrency: perGroup }),
      },
      async (jobs: JobWithMetadata[]) => {
        try {
          const results: JobResult[] = [];
          for (const job of jobs) results.push(await run(job));
          return results;
        } finally {
          // Looks for the next job at once, because an idle worker was notified only of the first job of a backlog.
          this.#boss.notifyWorker(workerId);
        }
      },
    );
  }
}

/**
 * Returns the job with this key that waits for its first attempt. pg-boss supports this only for queues with a special
 * policy.
 */
async function waitingJob<Tables>(
  tx: Transaction<Tables>,
  name: string,
  key: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where name = ${name} and singleton_key = ${key} and state = 'created' limit 1
  `.execute(tx);
  return rows[0]?.id ?? null;
}

async function attempt<Payload extends object>(
  kind: JobKind<Payload>,
  work: JobWork<Payload>,
  job: JobWithMetadata,
  signal: AbortSignal,
): Promise<JobResult> {
  const payload = kind.payload.safeParse(job.data);
  if (!payload.success) return giveUp(job, `The job's payload can't be parsed: ${payload.error.message}`);
  try {
    await work.run(payload.data, { id: job.id, attempt: job.retryCount + 1, signal });
    return { id: job.id, status: 'completed' };
  } catch (error) {
    if (error instanceof FinalJobFailure && !signal.aborted) return giveUp(job, error.message);
    throw error;
  }
}

function giveUp(job: JobWithMetadata, message: string): JobResult {
  return { id: job.id, status: 'deadletter', output: { message } };
}

function reasonOf(output: unknown): string {
  const told = typeof output === 'object' && output !== null && 'message' in output ? output.message : output;
  return typeof told === 'string' && told !== '' ? told : 'The job stopped without giving a reason.';
}

/** The dead letter queue of a kind, for jobs whose last attempt failed. */
export function failedName(kind: KindOfQueue): string {
  return `${kind.name}.failed`;
}

async function declareQueues(boss: PgBoss, kind: KindOfQueue): Promise<void> {
  const failed = {
    retryLimit: 1000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    heartbeatSeconds,
    notify: true,
  };
  const retries = kind.retries ?? { limit: 3, delaySeconds: 1, mostSeconds: 30 };
  const jobs = {
    expireInSeconds: kind.timeLimit ?? attemptSeconds,
    retryLimit: retries.limit,
    retryDelay: retries.delaySeconds,
    retryBackoff: true,
    retryDelayMax: retries.mostSeconds,
    heartbeatSeconds,
    notify: true,
    deadLetter: failedName(kind),
  };
  await declareQueue(boss, failedName(kind), failed);
  await declareQueue(boss, kind.name, jobs);
}

/** Creates the queue, or updates an older one to the current settings. */
async function declareQueue(boss: PgBoss, name: string, options: Omit<Queue, 'name'>): Promise<void> {
  await boss.createQueue(name, options);
  await boss.updateQueue(name, options);
}
