import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { Client } from 'pg';
import { dealMovedSchema, type DealMoved } from '../../../src/contract/events.ts';
import { log } from '../../log.ts';
import type { DatabaseAddress } from '../../postgres/open-database.ts';
import type { Tables, Tx } from '../tables.ts';

const CHANNEL = 'deal_moved';
const SIGN_OUTS = 'signed_out';

/** A silent connection may be dead without anyone noticing, so it is checked this often. */
const LOOK_MS = 10_000;
const ANSWER_MS = 5000;
const AGAIN_MS = 1000;

/** Notifies every listening process of a change once the transaction commits, and never if it does not. */
export async function announceMove(tx: Tx, move: DealMoved): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(move)})`.execute(tx);
}

/** Notifies every listening process, once the transaction commits, that sessions of a user have ended. */
export async function announceSignOut(db: Kysely<Tables>, user: string): Promise<void> {
  await sql`select pg_notify(${SIGN_OUTS}, ${user})`.execute(db);
}

export type MoveListener = {
  /** A deal has changed, in commit order. */
  moved(move: DealMoved): void;
  /** Sessions of this user have ended. */
  signedOut(user: string): void;
  /** Listening resumed after a gap in which moves may have been missed. */
  resumed(): void;
};

//   listening ──connection lost or silent──▶ connecting, once a second ──LISTEN──▶ listening (`resumed`)

/**
 * Listens on its own connection, which is replaced whenever it is lost. Once it listens, it resolves to a function
 * that stops it.
 * @throws {Error} of the driver if the first connection fails
 */
export async function listenForMoves(
  address: DatabaseAddress,
  listener: MoveListener,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const first = await connect(address, listener);
  const running = keepListening(address, listener, first, stopping.signal);
  return () => {
    stopping.abort();
    return running;
  };
}

type Connection = { client: Client; lost: AbortSignal };

async function connect(address: DatabaseAddress, listener: MoveListener): Promise<Connection> {
  const client = new Client({
    ...address,
    application_name: 'counterpart-events',
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  const lost = new AbortController();
  // Errors also end the connection, which is handled elsewhere.
  client.on('error', () => {});
  client.once('end', () => lost.abort());
  client.on('notification', ({ channel, payload }) => {
    if (channel === SIGN_OUTS) {
      listener.signedOut(payload ?? '');
      return;
    }
    const move = readMove(payload);
    if (move) listener.moved(move);
  });
  try {
    await client.connect();
    await client.query(`listen ${SIGN_OUTS}; listen ${CHANNEL}`);
  } catch (error) {
    void client.end();
    throw error;
  }
  return { client, lost: lost.signal };
}

async function keepListening(
  address: DatabaseAddress,
  listener: MoveListener,
  first: Connection,
  stopping: AbortSignal,
): Promise<void> {
  let connection: Connection | null = first;
  while (connection) {
    await untilLost(connection, stopping);
    if (stopping.aborted) return connection.client.end();
    log.warn('the connection that reports changed deals was lost; connecting again');
    void connection.client.end();
    connection = await reconnect(address, listener, stopping);
    if (connection) listener.resumed();
  }
}

async function untilLost({ client, lost }: Connection, stopping: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([lost, stopping]);
  try {
    for (;;) {
      await wait(LOOK_MS, undefined, { signal });
      await client.query('select 1');
    }
  } catch {
    // The connection is lost or has been silent for too long, or listening is being stopped.
  }
}

async function reconnect(
  address: DatabaseAddress,
  listener: MoveListener,
  stopping: AbortSignal,
): Promise<Connection | null> {
  while (!stopping.aborted) {
    try {
      return await connect(address, listener);
    } catch {
      await wait(AGAIN_MS, undefined, { signal: stopping }).catch(() => {});
    }
  }
  return null;
}

function readMove(payload: string | undefined): DealMoved | null {
  try {
    return dealMovedSchema.parse(JSON.parse(payload ?? ''));
  } catch {
    log.error({ payload }, 'a notification of a changed deal could not be read');
    return null;
  }
}
