import { announceWork, hearChanges, hearWake } from '../../db/change-sets.ts';
import { updateDocument } from '../../db/commands/update-document.ts';
import type { FileRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import type { Setback } from '../answer.ts';
import { backoffMs, type Clock } from '../clock.ts';
import { hasSession } from '../session.ts';
import { noteSetback } from '../status.ts';
import { uploadFile, type UploadHost } from './upload-file.ts';

/** Uploads under way at the same time (upload spec 9). */
const CONCURRENT_UPLOADS = 6;

/** The longest rest when nothing wakes the loop, milliseconds. */
const REST_MS = 15_000;

/** Statuses in which a file waits for, or is in the middle of, its upload. */
const unsent: ReadonlySet<FileRow['status']> = new Set([
  'QUEUED',
  'IN_PROGRESS',
  'FETCHING_PRESIGNED_URL',
  'SUCCESS_FETCHING_PRESIGNED_URL',
  'UPLOADING_FILE_TO_STORE',
  'SUCCESS_UPLOADING_FILE_TO_STORE',
  'CREATING_DOCUMENT',
]);

/**
 * Uploads the person's queued files until the signal, in whichever worker of the browser profile holds the lock. What an
 * earlier worker left in the middle is taken up from its last safe step.
 */
export async function runUploads(host: UploadHost, clock: Clock): Promise<void> {
  const { db, signal } = host;
  await navigator.locks.request(`counterpart-uploads-${db.userId}`, { signal }, async () => {
    const loop = new UploadLoop(host, clock);
    await loop.run();
  });
}

class UploadLoop {
  readonly #host: UploadHost;
  readonly #clock: Clock;
  readonly #running = new Map<string, Promise<void>>();
  #tries = 0;
  #heldUntil = 0;
  #wake: () => void = () => undefined;
  #awake = false;

  constructor(host: UploadHost, clock: Clock) {
    this.#host = host;
    this.#clock = clock;
  }

  async run(): Promise<void> {
    const { db, signal } = this.#host;
    const stopHearing = hearWake(db.userId, () => this.#rouse());
    // A document that arrives in the mirror takes its file's place.
    const stopWatching = hearChanges(db.userId, () => this.#rouse());
    const onOnline = () => {
      this.#heldUntil = 0;
      this.#rouse();
    };
    self.addEventListener('online', onOnline);
    signal.addEventListener('abort', () => this.#rouse());
    try {
      while (!signal.aborted) {
        await this.#round();
        await this.#rest();
      }
      await Promise.all(this.#running.values());
    } finally {
      stopHearing();
      stopWatching();
      self.removeEventListener('online', onOnline);
    }
  }

  async #round(): Promise<void> {
    const { db } = this.#host;
    if (!(await hasSession(db.userId))) return;
    const files = (await db.files.toArray()).toSorted((a, b) => a.uploadOrder - b.uploadOrder);
    for (const row of files) {
      if (row.status === 'SUCCESS_CREATING_DOCUMENT') await this.#handOver(row);
      if (this.#clock.now() < this.#heldUntil || this.#running.has(row.uuid)) continue;
      if (row.status === 'REMOVED') this.#start(row.uuid, () => this.#remove(row));
      else if (unsent.has(row.status) && this.#running.size < CONCURRENT_UPLOADS) {
        await db.files.update(row.uuid, { status: 'IN_PROGRESS' });
        this.#start(row.uuid, () => this.#upload(row.uuid));
      }
    }
  }

  #start(uuid: string, job: () => Promise<void>): void {
    const running = job().finally(() => {
      this.#running.delete(uuid);
      this.#rouse();
    });
    this.#running.set(uuid, running);
  }

  async #upload(uuid: string): Promise<void> {
    const uploaded = await uploadFile(this.#host, uuid);
    if (uploaded.outcome === 'held') {
      await this.#hold(uploaded.setback);
      return;
    }
    this.#tries = 0;
    announceWork(this.#host.db.userId);
  }

  /**
   * The document stands in the mirror: what the person edited after the create was sent is brought over, and the file's
   * row has done its work.
   */
  async #handOver(row: FileRow): Promise<void> {
    const { db } = this.#host;
    const document = await db.documents.get(row.uuid);
    if (!document) return;
    const current = await db.files.get(row.uuid);
    if (!current || current.status === 'REMOVED') return;
    const { name, signingType, createdWith } = current;
    const edits = {
      ...(name !== createdWith?.name ? { name } : {}),
      ...(signingType !== createdWith?.signingType ? { signingType } : {}),
    };
    if (Object.keys(edits).length > 0)
      await updateDocument(db, { transaction: row.transaction, uuid: row.uuid, edits });
    await db.files.delete(row.uuid);
  }

  /** Taken off the queue by the person: if the create may have arrived, the document is deleted too. */
  async #remove(row: FileRow): Promise<void> {
    const { db, transport } = this.#host;
    if (row.createdWith) {
      const answer = await transport.ask((api, with_) => api.documents.delete({ id: row.uuid }, with_), {
        idempotencyKey: newUuid(),
      });
      if (answer.kind !== 'ok' && answer.kind !== 'rejected' && answer.kind !== 'not_modified') {
        await this.#hold(answer);
        return;
      }
    }
    await db.transaction('rw', db.files, db.fileBytes, async () => {
      await db.fileBytes.delete(row.uuid);
      await db.files.delete(row.uuid);
    });
  }

  async #hold(setback: Exclude<Setback, { kind: 'rejected' }>): Promise<void> {
    this.#tries += 1;
    const asked = setback.kind === 'retry' ? setback.afterMs : null;
    this.#heldUntil = this.#clock.now() + backoffMs(this.#tries, this.#clock.random(), asked);
    if (setback.kind !== 'retry') await noteSetback(this.#host.relaxed, setback);
  }

  #rouse(): void {
    this.#awake = true;
    this.#wake();
  }

  async #rest(): Promise<void> {
    if (!this.#awake) {
      const wait = this.#heldUntil - this.#clock.now();
      await new Promise<void>((resolve) => {
        const stop = this.#clock.after(wait > 0 ? Math.min(wait, REST_MS) : REST_MS, resolve);
        this.#wake = () => {
          stop();
          resolve();
        };
      });
    }
    this.#awake = false;
  }
}
