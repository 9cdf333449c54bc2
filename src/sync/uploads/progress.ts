import { assertUploads, type Uploader } from './uploader.ts';

/** How often progress is written, milliseconds. */
const EVERY_MS = 250;

/**
 * How many bytes of which files were sent, for all uploads in one write, because each write makes everyone who shows the
 * files read them again. The last value before a pause may never be written.
 */
export class Progress {
  readonly #uploader: Uploader;
  #sent = new Map<string, number>();
  #writtenAt = 0;

  /** `uploader` is for a mirror whose writes need not be flushed. */
  constructor(uploader: Uploader) {
    this.#uploader = uploader;
  }

  /** The file is sent again, so the progress of the last try no longer applies. */
  begin(uuid: string): void {
    this.#sent.delete(uuid);
  }

  note(uuid: string, sentBytes: number): void {
    this.#sent.set(uuid, sentBytes);
    if (performance.now() - this.#writtenAt < EVERY_MS) return;
    this.#writtenAt = performance.now();
    // This write may be lost, but the upload continues.
    this.#write(this.#sent).catch(() => undefined);
    this.#sent = new Map();
  }

  async #write(sent: ReadonlyMap<string, number>): Promise<void> {
    const { db } = this.#uploader;
    await db.transaction('rw', db.files, db.meta, async () => {
      await assertUploads(this.#uploader);
      await db.files
        .where('uuid')
        .anyOf([...sent.keys()])
        // A file that has ended in the meantime isn't changed.
        .and((row) => row.status === 'UPLOADING_FILE_TO_STORE')
        .modify((row) => {
          row.sentBytes = sent.get(row.uuid) ?? 0;
        });
    });
  }
}
