import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import { Client, type QueryResult } from 'pg';
import { DatabaseUnavailable } from '../../postgres/database-error.ts';
import type { DatabaseAddress } from '../../postgres/open-database.ts';
import { StoreRefusal, uploadSentences } from '../store-refusal.ts';

const CHANNEL = 'upload_wanted';
const ANSWER_MS = 5000;
const LOOK_AGAIN_MS = 100;
/** Longer than a holder needs to release a lock when asked. After that, the client is told to retry. */
const PATIENCE_MS = 15_000;

/** `client` is null until the database has granted the lock. */
type Taken = { client: Client | null; release: RequestRelease };

//                      held elsewhere: ask for it (NOTIFY, or directly), look again in 100 ms
//                     ┌──────────────────────────────────────────────┐
//   free ──lock()──▶ asking ──pg_try_advisory_lock──▶ held ──unlock()──▶ free
//                     └── 15 s: refused, 423               └── connection lost: told to stop; free for others at once

/**
 * Allows one request at a time for each upload, across all server processes. It uses advisory locks of one PostgreSQL session
 * per process, which end with the session in any case. A process that wants a lock asks its holder to release it, because the
 * holder may be waiting for bytes on a connection that its client has long abandoned. A holder whose session is lost may
 * write for a moment alongside the next one. Both write the same bytes of the same file.
 */
export class UploadLocks implements Locker {
  readonly #address: DatabaseAddress;
  readonly #taken = new Map<string, Taken>();
  #connection: Promise<Client> | null = null;
  /** The newest session, open or not. */
  #client: Client | null = null;

  constructor(address: DatabaseAddress) {
    this.#address = address;
  }

  newLock(id: string): Lock {
    return {
      lock: (stopped, release) => this.#lock(id, stopped, release),
      unlock: () => this.#unlock(id),
    };
  }

  async close(): Promise<void> {
    const client = await this.#connection?.catch(() => null);
    await client?.end();
  }

  async #lock(id: string, stopped: AbortSignal, release: RequestRelease): Promise<void> {
    const giveUpAt = Date.now() + PATIENCE_MS;
    while (!(await this.#take(id, release))) {
      if (Date.now() > giveUpAt) throw new StoreRefusal(423, uploadSentences.busy);
      await this.#askFor(id);
      await wait(LOOK_AGAIN_MS, undefined, { signal: stopped }).catch(() => {
        throw new StoreRefusal(400, uploadSentences.brokenOff);
      });
    }
  }

  /**
   * The map separates requests within this process, because a session gets a lock that it already has. The database separates
   * processes.
   */
  async #take(id: string, release: RequestRelease): Promise<boolean> {
    if (this.#taken.has(id)) return false;
    const taken: Taken = { client: null, release };
    this.#taken.set(id, taken);
    try {
      const client = await this.#connected();
      const answer = await this.#ask<{ got: boolean }>(client, 'select pg_try_advisory_lock($1) as got', [
        numberOf(id),
      ]);
      if (answer.rows[0]?.got) taken.client = client;
    } finally {
      if (!taken.client) this.#taken.delete(id);
    }
    return taken.client !== null;
  }

  async #askFor(id: string): Promise<void> {
    const here = this.#taken.get(id);
    // A lock that is only requested need not be released.
    if (here) return here.client ? here.release() : undefined;
    await this.#ask(await this.#connected(), 'select pg_notify($1, $2)', [CHANNEL, id]);
  }

  async #unlock(id: string): Promise<void> {
    const client = this.#taken.get(id)?.client;
    try {
      if (client) await this.#ask(client, 'select pg_advisory_unlock($1)', [numberOf(id)]);
    } catch {
      // The session is over, and so are its locks. What was written still counts.
    } finally {
      this.#taken.delete(id);
    }
  }

  #connected(): Promise<Client> {
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      ...this.#address,
      application_name: 'counterpart-uploads',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    this.#client = client;
    // Errors also end the connection, which is handled elsewhere.
    client.on('error', () => {});
    client.once('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => {
      const held = this.#taken.get(payload ?? '');
      if (held?.client) void held.release();
    });
    try {
      await client.connect();
      // If a machine disappears, the database notices within half a minute and releases its locks.
      await client.query('set tcp_keepalives_idle = 10');
      await client.query('set tcp_keepalives_interval = 5');
      await client.query('set tcp_keepalives_count = 4');
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      this.#connection = null;
      void client.end();
      throw new DatabaseUnavailable('No connection for upload locks', error);
    }
    return client;
  }

  /** Runs a statement. A session that does not respond is abandoned, because nobody could know which locks it has. */
  async #ask<Row extends object>(client: Client, text: string, values: string[]): Promise<QueryResult<Row>> {
    try {
      return await client.query<Row>(text, values);
    } catch (error) {
      this.#lost(client);
      void client.end();
      throw new DatabaseUnavailable('The connection for upload locks was lost', error);
    }
  }

  #lost(client: Client): void {
    if (this.#client === client) this.#connection = null;
    for (const taken of this.#taken.values()) if (taken.client === client) void taken.release();
  }
}

/** Maps the id to one of PostgreSQL's 2^64 advisory lock numbers. */
function numberOf(id: string): string {
  return createHash('sha256').update(`upload ${id}`).digest().readBigInt64BE().toString();
}
