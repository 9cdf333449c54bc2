import type { DmsType } from '../../contract/rules/documents/dms.ts';
import { isSentByDevice, UPLOAD_STATUSES } from '../../contract/rules/documents/upload-status.ts';
import { endOnMetered } from '../../db/commands/documents/pause-uploads.ts';
import { announceWork, subscribeChanges, subscribeWake } from '../../db/change-sets.ts';
import { isDatabaseClosed, type MirrorDatabase } from '../../db/database.ts';
import { subscribeKey, isLockedOut } from '../../db/lock/held-key.ts';
import { endSession, sessionNumber } from '../../db/device-database.ts';
import { whyEnded } from '../push/classify.ts';
import { watchConnection } from '../../db/queries/offline/metered.ts';
import { fileStatus } from '../../db/queries/documents/file-standing.ts';
import { limitSentBytes } from '../../db/files/sent-bytes.ts';
import { uploadHold } from '../../db/queries/documents/upload-pause.ts';
import type { FileRow } from '../../db/rows.ts';
import { Alarm } from '../engine/alarm.ts';
import { UpdateNeededError } from '../push/answer.ts';
import { retry } from '../push/classify.ts';
import type { Clock } from '../engine/clock.ts';
import { isUnsent } from '../engine/freshness.ts';
import { LeaseLostError, holdLease } from '../engine/lease.ts';
import { noteSetback } from '../engine/status.ts';
import { refreshing } from '../transport/session.ts';
import type { Transport } from '../transport/transport.ts';
import { Waits } from '../engine/backoff.ts';
import { changeFile } from './change-file.ts';
import { fetchFromDms, isAwaited, type DmsSource } from './dms-files.ts';
import type { PostFile } from './sending/post-file.ts';
import { Progress } from './progress.ts';
import { reconsiderFiles } from './reconsider-files.ts';
import { removeFile } from './remove-file.ts';
import { findCreated, settleCreated } from './settle-created.ts';
import { shelveViewOnly } from './shelve-view-only.ts';
import { Turnstile } from './staging/semaphore.ts';
import { uploadFile, type HoldingSetback, type Uploaded, type UploadHost } from './upload-file.ts';
import { beginUploads } from './uploader.ts';

/** How many uploads run at the same time (docs/product/upload-queue.md, "Statuses"). */
const CONCURRENT_UPLOADS = 6;

/** How many creates run at the same time. Edits need the API's other connections, of which a browser has six. */
const CONCURRENT_CREATES = 2;

/** A worker that uploads on a visit ends the visit when nothing is running, and nothing is due for this long. Milliseconds. */
const VISIT_RESTS_MS = 5000;

/** The longest rest if nothing wakes the loop, in milliseconds. */
const REST_MS = 15_000;

type JobKind = 'upload' | 'fetch' | 'remove' | 'settle';

interface Job {
  kind: JobKind;
  stopping: AbortController;
  /** Never rejects. */
  ended: Promise<void>;
}

/** What the uploads need from the outside. */
export interface UploadPorts {
  db: MirrorDatabase;
  /** A handle for writes that need not be flushed. */
  relaxed: MirrorDatabase;
  /** Requests in the user's name. They end with the signal, when this worker loses the duty. */
  connect: (signal: AbortSignal) => Transport;
  signal: AbortSignal;
  /** Whether data saver is on. */
  isMetered: () => boolean;
  postFile: PostFile;
  /** The systems that have a picker. None has one yet. */
  dms?: ReadonlyMap<DmsType, DmsSource>;
}

/**
 * Uploads the user's queued files until the signal, in the worker of the browser profile that is on duty. Work that an
 * earlier worker left unfinished is resumed from its last safe step. With `visit`, which is called once it is on duty and
 * returns whether to continue, it ends when nothing is left that can be sent now.
 *
 * @throws {LeaseLostError} if another worker has taken over
 */
export async function runUploads(
  { db, relaxed, connect, signal, isMetered, postFile, dms = new Map() }: UploadPorts,
  clock: Clock,
  visit?: () => Promise<boolean>,
): Promise<void> {
  await holdLease('uploads', db.userId, { clock, signal }, async (term) => {
    if (visit && !(await visit())) return;
    const uploader = await beginUploads(db);
    const creates = new Turnstile(CONCURRENT_CREATES);
    const progress = new Progress({ ...uploader, db: relaxed });
    const transport = refreshing(connect(term), clock, db.userId, term);
    const host = { ...uploader, relaxed, progress, transport, signal: term, creates };
    await new UploadLoop(host, { clock, isMetered, postFile, dms }).run(visit ? VISIT_RESTS_MS : Infinity);
  });
}

class UploadLoop {
  readonly #host: UploadHost;
  readonly #clock: Clock;
  readonly #isMetered: () => boolean;
  readonly #post: PostFile;
  readonly #dms: ReadonlyMap<DmsType, DmsSource>;
  readonly #alarm: Alarm;
  readonly #waits: Waits;
  /** At most one job per file. */
  readonly #running = new Map<string, Job>();
  /** The number of the user's session; null = they have none. */
  #session: number | null = null;
  /** Whether files have arrived whose copies on this device haven't been counted yet (SPEC: LOST5). */
  #hasNewCopies = false;
  /** When the user last asked for an immediate retry. */
  #retriedAt: string | null = null;
  /** Why this worker cannot continue. */
  #end: Error | null = null;

  constructor(
    host: UploadHost,
    {
      clock,
      isMetered,
      postFile,
      dms,
    }: Pick<Required<UploadPorts>, 'isMetered' | 'postFile' | 'dms'> & { clock: Clock },
  ) {
    this.#host = host;
    this.#clock = clock;
    this.#isMetered = isMetered;
    this.#post = postFile;
    this.#dms = dms;
    this.#alarm = new Alarm(clock);
    this.#waits = new Waits(clock);
  }

  /** Waits for the signal, or until nothing runs and nothing is due within `mostRest` milliseconds. */
  async run(mostRest: number): Promise<void> {
    const { db, signal } = this.#host;
    const rouse = () => this.#alarm.ring();
    const onOnline = () => {
      this.#waits.clearOwn();
      rouse();
    };
    const stopHearing = subscribeWake(db.userId, rouse);
    // A document that arrives in the mirror replaces its file.
    const stopWatching = subscribeChanges(db.userId, rouse);
    const stopHearingKey = subscribeKey(db.userId, rouse);
    self.addEventListener('online', onOnline);
    const stopWatchingCost = watchConnection(rouse);
    signal.addEventListener('abort', rouse);
    try {
      while (!signal.aborted && !this.#end) {
        const rest = (await this.#round()) - this.#clock.now();
        if (this.#running.size === 0 && rest > mostRest) break;
        await this.#alarm.rest(rest);
      }
    } finally {
      // The lock is released only when none of this worker's jobs is running anymore, because two workers must never send the
      // same file.
      const jobs = [...this.#running.values()];
      for (const { stopping } of jobs) stopping.abort();
      await Promise.all(jobs.map(({ ended }) => ended));
      stopHearing();
      stopWatching();
      stopHearingKey();
      self.removeEventListener('online', onOnline);
      stopWatchingCost();
      signal.removeEventListener('abort', rouse);
    }
    if (this.#end) throw this.#end;
  }

  /** Starts what is due and returns when to check again at the latest (epoch milliseconds). */
  async #round(): Promise<number> {
    const { db } = this.#host;
    let files = await db.files.toArray();
    if (await shelveViewOnly(this.#host, files)) files = await db.files.toArray();
    if (await this.#attempt('check waiting files', async () => reconsiderFiles(this.#host, files)))
      files = await db.files.toArray();
    if (this.#hasNewCopies && this.#running.size === 0) {
      this.#hasNewCopies = false;
      await this.#attempt('delete copies of files', async () => limitSentBytes(db));
    }
    files.sort((a, b) => a.uploadOrder - b.uploadOrder);
    const sends = await this.#maySend(files);
    this.#stopUnwanted(sends ? files : []);
    let due = this.#clock.now() + REST_MS;
    if (!(await this.#findSession())) return due;
    for (const row of files) {
      if (sends || !isSentByDevice(row.status)) due = Math.min(due, await this.#attend(row));
    }
    return due;
  }

  /** Returns null if the step fails, as on a full disk, because that must not delay any file. */
  async #attempt<Result>(what: string, step: () => Promise<Result>): Promise<Result | null> {
    try {
      return await step();
    } catch (error) {
      if (error instanceof LeaseLostError || (error instanceof Error && isDatabaseClosed(error))) throw error;
      console.error(`Failed to ${what}.`, error);
      return null;
    }
  }

  /**
   * Returns whether files are sent now: not while the user has paused them, while data saver is on (SPEC: UP8), or
   * while the device is locked (LOCK5).
   */
  async #maySend(files: readonly FileRow[]): Promise<boolean> {
    const { db } = this.#host;
    const { paused, onMetered, retriedAt } = await uploadHold(db);
    if (retriedAt !== this.#retriedAt) this.#waits.clear();
    this.#retriedAt = retriedAt;
    // Files that wait for the user's decision don't continue automatically, because the permission isn't for them.
    if (onMetered && !files.some((row) => fileStatus(row) === 'under_way')) await endOnMetered(db);
    return !paused && (onMetered || !this.#isMetered()) && !(await isLockedOut(db));
  }

  /** Stops sending files that are removed from the queue or held, or whose deals have left the device. */
  #stopUnwanted(files: readonly FileRow[]): void {
    const wanted = new Set(files.filter((row) => row.status !== 'REMOVED').map((row) => row.uuid));
    for (const [uuid, { kind, stopping }] of this.#running) {
      if (kind === 'upload' && !wanted.has(uuid)) stopping.abort();
    }
  }

  /** Returns whether the user has a session. A new one ends every wait. */
  async #findSession(): Promise<boolean> {
    const session = await sessionNumber(this.#host.db.userId);
    if (session !== this.#session) this.#waits.clear();
    this.#session = session;
    return session !== null;
  }

  /** Starts what the file needs now, if anything. Returns when to check it again. */
  async #attend(row: FileRow): Promise<number> {
    const { db } = this.#host;
    const { uuid } = row;
    if (this.#running.has(uuid)) return Infinity;
    if (row.status === 'SUCCESS_CREATING_DOCUMENT') {
      const found = await findCreated(db, row);
      if (found === 'awaited') return Infinity;
      return this.#start('settle', uuid, async () => {
        await settleCreated(db, uuid, found);
        return { outcome: 'done', heard: false };
      });
    }
    if (row.status === 'REMOVED' && !isAwaited(row)) {
      return this.#start('remove', uuid, async (host) => removeFile(host, uuid));
    }
    if (UPLOAD_STATUSES[row.status].owner === 'dms' || isAwaited(row)) {
      const source = row.dms && this.#dms.get(row.dms);
      if (!source) return Infinity;
      return this.#start('fetch', uuid, async (host) => fetchFromDms(host, uuid, source));
    }
    if (fileStatus(row) !== 'under_way' || this.#isFull('upload')) return Infinity;
    // The file's deal, or the item that it is a version of, may not be on the server yet. The file waits for it.
    if (await isUnsent(db, row.transaction)) return Infinity;
    if (row.versionOf !== undefined && (await isUnsent(db, row.transaction, row.versionOf))) return Infinity;
    return this.#start('upload', uuid, async (host) => {
      const started = await changeFile(host, uuid, { status: 'IN_PROGRESS', lastError: undefined });
      return started ? uploadFile(host, uuid, this.#post) : { outcome: 'stopped' };
    });
  }

  /** Runs a job unless it is waiting or too many of its kind are running. */
  #start(kind: JobKind, uuid: string, job: (host: UploadHost) => Promise<Uploaded>): number {
    const due = this.#waits.dueAt(`${kind}/${uuid}`);
    if (due !== null) return due;
    if (this.#isFull(kind)) return Infinity;
    const stopping = new AbortController();
    const signal = AbortSignal.any([this.#host.signal, stopping.signal]);
    const { clearings } = this.#waits;
    const ended = this.#runCommand(kind, uuid, async () => job({ ...this.#host, signal })).finally(() => {
      this.#waits.ended(`${kind}/${uuid}`, clearings);
      this.#running.delete(uuid);
      this.#alarm.ring();
    });
    this.#running.set(uuid, { kind, stopping, ended });
    return Infinity;
  }

  /** At most this many jobs of one kind run. The next one to end signals that there is room. */
  #isFull(kind: JobKind): boolean {
    return [...this.#running.values()].filter((job) => job.kind === kind).length >= CONCURRENT_UPLOADS;
  }

  /** Runs a job and records the result. It never throws, because one file must not delay the others. */
  async #runCommand(kind: JobKind, uuid: string, job: () => Promise<Uploaded>): Promise<void> {
    const { db, relaxed, signal } = this.#host;
    const session = this.#session;
    try {
      const uploaded = await job();
      if (uploaded.outcome === 'waiting') this.#waits.rest(`${kind}/${uuid}`, uploaded.afterMs);
      if (uploaded.outcome === 'held') {
        const { setback, atStore } = uploaded;
        await this.#hold(kind, uploaded.uuid, setback, session);
        // Without an edit to send, nothing else would notice for a while that the server is unreachable.
        const offline = setback.kind === 'retry' && setback.unreachable && !atStore;
        if (offline && !signal.aborted) await noteSetback(relaxed, setback, 'upload');
      }
      if (uploaded.outcome !== 'done') return;
      this.#hasNewCopies = true;
      if (uploaded.heard) this.#waits.release(`${kind}/${uuid}`);
      else this.#waits.forget(`${kind}/${uuid}`);
      announceWork(db.userId);
    } catch (error) {
      await this.#onFault(kind, uuid, error, session);
    }
  }

  /** Our own failure, such as a full disk. The file is retried, and the others continue. */
  async #onFault(kind: JobKind, uuid: string, error: unknown, session: number | null): Promise<void> {
    const fault = error instanceof Error ? error : new Error(String(error));
    if (isDatabaseClosed(fault) || fault instanceof LeaseLostError) {
      this.#end = fault;
      return;
    }
    console.error(`An upload failed; retrying: ${kind} ${uuid}.`, fault);
    try {
      await this.#hold(kind, uuid, retry(fault.message), session);
    } catch {
      // Its wait is kept in memory. That the reason could not be written was reported above.
    }
  }

  /** The file is retried later, automatically. */
  async #hold(kind: JobKind, uuid: string, setback: HoldingSetback, session: number | null): Promise<void> {
    const { db, relaxed, signal } = this.#host;
    const lastError = setback.kind === 'retry' ? setback.reason : setback.message;
    // At the end of this worker's term, nothing was wrong with the file.
    if (!signal.aborted) this.#waits.hold(`${kind}/${uuid}`, setback);
    if (kind === 'upload') {
      const waiting = { status: 'QUEUED', sentBytes: 0 } as const;
      await changeFile(this.#host, uuid, signal.aborted ? waiting : { ...waiting, lastError });
    }
    // For the diagnostics, because its removal is still pending.
    if (kind === 'remove' && !signal.aborted) await db.files.where({ uuid }).modify({ lastError });
    if (signal.aborted || setback.kind === 'retry') return;
    if (setback.kind === 'update_needed') this.#end = new UpdateNeededError();
    if (setback.kind === 'signed_out' && session !== null) {
      await endSession(db.userId, session, whyEnded(setback));
      // The user may have signed in again since the request was made.
      if (await this.#findSession()) return;
    }
    await noteSetback(relaxed, setback, `${kind}/${uuid}`);
  }
}
