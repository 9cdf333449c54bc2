import type { DmsType } from '../../src/contract/rules/documents/dms.ts';
import { createTransaction } from '../../src/db/commands/transactions/create-transaction.ts';
import { MirrorDatabase } from '../../src/db/database.ts';
import { beginSession } from '../../src/db/device-database.ts';
import type { FileBytesRow, FileRow } from '../../src/db/rows.ts';
import { newUuid } from '../../src/db/uuid.ts';
import { pullSource } from '../../src/sync/pull/pull.ts';
import { createTransport, type Transport } from '../../src/sync/transport/transport.ts';
import type { DmsSource } from '../../src/sync/uploads/dms-files.ts';
import type { PostFile } from '../../src/sync/uploads/sending/post-file.ts';
import { stageFiles } from '../../src/sync/uploads/staging/stage-files.ts';
import { runUploads } from '../../src/sync/uploads/upload-loop.ts';
import type { DocumentServer } from './document-server.ts';
import { HandClock } from './hand-clock.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const CONTENT = '%PDF-1.7 '.repeat(40);

/** A person's device with a deal and its upload queue, connected to a model of the server and the store. */
export class UploadRoom {
  readonly server: DocumentServer;
  readonly db = new MirrorDatabase(newUuid(), 'relaxed');
  readonly clock = new HandClock(START);
  readonly deal = newUuid();
  /** Whether data saver is on. */
  metered = false;
  readonly dms = new Map<DmsType, DmsSource>();
  #stopping = new AbortController();
  #ended: Promise<void> = Promise.resolve();

  private constructor(server: DocumentServer) {
    this.server = server;
  }

  /** Opens a room in which the person is signed in and no worker runs yet. */
  static async open(server: DocumentServer): Promise<UploadRoom> {
    const room = new UploadRoom(server);
    server.reset(room.deal);
    await room.db.meta.put({ key: 'epoch', value: 1 });
    await room.openDeal();
    await room.db.outbox.clear();
    await room.db.base.clear();
    // Records a pull, as if the deal had been pulled before.
    const [lane, collection] = [room.deal, 'changes'] as const;
    await room.db.cursors.put({
      key: `${lane}/${collection}`,
      lane,
      collection,
      epoch: 'one',
      version: 1,
      askedTick: 0,
      pulledAt: new Date(START).toISOString(),
    });
    await room.signIn();
    return room;
  }

  /** Creates the deal on the device. Its creation waits to be sent. */
  async openDeal(): Promise<void> {
    const named = { name: 'Project Alder', clientName: '', matterNumber: '', closingDate: null };
    await createTransaction(this.db, { uuid: this.deal, ...named });
  }

  async signIn(lastsMs = 12 * 3_600_000): Promise<void> {
    const { userId } = this.db;
    const expiresAt = (START + lastsMs) / 1000;
    await beginSession({ userId, email: 'a@demo.test', fullName: 'A', expiresAt, lastUsedAt: 0 });
  }

  /** Drops a file on the deal, and returns its id. */
  async drop(name = 'Escrow.pdf', content = `${CONTENT}${name}`): Promise<string> {
    await stageFiles(this.db, { transaction: this.deal }, [
      new File([content], name, { type: 'application/pdf' }),
    ]);
    const files = await this.files();
    return files.at(-1)?.uuid ?? '';
  }

  /** Returns a transport for the person's requests, until the signal. */
  connect(signal: AbortSignal): Transport {
    return createTransport({ origin: this.server.http.origin, userId: this.db.userId, signal });
  }

  /** Starts a worker. */
  start(postFile: PostFile = this.server.postFile): void {
    this.#stopping = new AbortController();
    const { db, clock, dms } = this;
    const { signal } = this.#stopping;
    const isMetered = () => this.metered;
    const connect = (term: AbortSignal) => this.connect(term);
    this.#ended = runUploads({ db, relaxed: db, connect, signal, isMetered, postFile, dms }, clock);
  }

  /** Stops the worker cleanly. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  /** Ends the worker abruptly: the device keeps exactly what it had at that moment. */
  async crash(): Promise<void> {
    const [files, bytes]: [FileRow[], FileBytesRow[]] = await this.db.transaction(
      'r',
      this.db.files,
      this.db.fileBytes,
      async () => [await this.db.files.toArray(), await this.db.fileBytes.toArray()],
    );
    await this.stop();
    await this.db.transaction('rw', this.db.files, this.db.fileBytes, async () => {
      await this.db.files.clear();
      await this.db.fileBytes.clear();
      await this.db.files.bulkAdd(files);
      await this.db.fileBytes.bulkAdd(bytes);
    });
  }

  async close(): Promise<void> {
    await this.stop();
    await this.db.delete();
  }

  /** Pulls the deal, as the sync engine does. */
  async pull(): Promise<void> {
    const { signal } = new AbortController();
    await pullSource({ db: this.db, epoch: 1 }, this.connect(signal), this.deal, 'changes');
  }

  async files(): Promise<FileRow[]> {
    return (await this.db.files.toArray()).toSorted((a, b) => a.uploadOrder - b.uploadOrder);
  }

  async file(uuid: string): Promise<FileRow | undefined> {
    return this.db.files.get(uuid);
  }

  async statuses(): Promise<string[]> {
    return (await this.files()).map(({ status }) => status);
  }

  /**
   * Waits for enough of the server's responses that the effects of everything a worker has started are
   * visible there.
   */
  async settled(): Promise<void> {
    for (let count = 0; count < 20; count += 1) {
      await this.db.files.count();
      await fetch(`${this.server.http.origin}/settled`);
    }
  }
}
