import { EVENT_SILENCE_MS, type DealMoved } from '../../src/contract/events.ts';
import { livingSessions } from '../auth/sessions.ts';
import { log } from '../log.ts';
import { openStreams } from '../metrics.ts';
import { peopleToNotify } from '../policies/deal-access.ts';
import { makeKysely } from '../postgres/kysely.ts';
import type { DatabaseAddress } from '../postgres/open-database.ts';
import type { Services } from '../services.ts';
import { listenForMoves } from '../store/deals/deal-moves.ts';
import type { Tables } from '../store/tables.ts';

/**
 * The maximum number of streams per user. A browser opens one, so more of them are probably dead connections that nobody has
 * noticed.
 */
const MOST_STREAMS_EACH = 20;
/** One connection finds out whom to notify of a change, the other checks sessions. */
const CONNECTIONS = 2;
const BEAT = ':\n\n';
const BEAT_MS = EVENT_SILENCE_MS / 4;

/** One connected reader. */
export interface EventStream {
  readonly user: string;
  /** The sign-in under which it was opened. */
  readonly family: string;
  /** False if the reader hasn't received earlier events yet. */
  write(text: string): boolean;
  /** Ends the stream cleanly. The reader reconnects and catches up. */
  end(): void;
  /** Ends the stream at once. */
  cut(): void;
}

/** Deals with changes that haven't been announced yet, from the first to the last version. */
type Untold = DealMoved & { from: number };

/**
 * The streams that this process serves. Each change is sent to the people who may see it, found by one query for all of them.
 * Nothing is stored for people who are offline. A reader pulls when it connects, and if it could have missed anything, its
 * stream ends.
 */
export class EventStreams {
  readonly #services: Pick<Services, 'db' | 'now'>;
  readonly #streams = new Map<string, Set<EventStream>>();
  readonly #untold = new Map<string, Untold>();
  #telling = false;

  constructor(services: Pick<Services, 'db' | 'now'>) {
    this.#services = services;
  }

  /** Returns a function that removes it. */
  add(stream: EventStream): () => void {
    const own = this.#streams.get(stream.user) ?? new Set();
    this.#streams.set(stream.user, own);
    own.add(stream);
    openStreams.inc();
    stream.write(BEAT);
    const [oldest] = own;
    if (own.size > MOST_STREAMS_EACH) oldest?.cut();
    return () => {
      if (own.delete(stream)) openStreams.dec();
      if (own.size === 0 && this.#streams.get(stream.user) === own) this.#streams.delete(stream.user);
    };
  }

  moved(move: DealMoved): void {
    const { deal, version } = move;
    const before = this.#untold.get(deal);
    const urgent = move.urgent ?? before?.urgent;
    this.#untold.set(deal, { deal, from: before?.from ?? version, version, ...(urgent && { urgent }) });
    if (!this.#telling) void this.#tell();
  }

  /** Sends a heartbeat to all, and ends streams whose session is over. */
  async beat(): Promise<void> {
    const all = this.#all();
    for (const stream of all) send(stream, BEAT);
    await this.#endStale(all);
  }

  /** Sessions of this person have ended, so their streams end, too. */
  async signedOut(user: string): Promise<void> {
    await this.#endStale([...(this.#streams.get(user) ?? [])]);
  }

  endAll(): void {
    for (const stream of this.#all()) stream.end();
  }

  async #endStale(streams: readonly EventStream[]): Promise<void> {
    if (streams.length === 0) return;
    const { db, now } = this.#services;
    const living = await livingSessions(db, [...new Set(streams.map((stream) => stream.family))], now());
    for (const stream of streams) if (!living.has(stream.family)) stream.end();
  }

  #all(): EventStream[] {
    return [...this.#streams.values()].flatMap((own) => [...own]);
  }

  /** Runs one query at a time, so that versions are announced in order. Changes in the meantime are announced together. */
  async #tell(): Promise<void> {
    this.#telling = true;
    while (this.#untold.size > 0) {
      const moves = [...this.#untold.values()];
      this.#untold.clear();
      if (this.#streams.size === 0) continue;
      try {
        const toTell = await peopleToNotify(this.#services.db, moves);
        for (const { from: _, ...move } of moves) this.#send(move, toTell.get(move.deal) ?? []);
      } catch (error) {
        log.error({ err: error }, 'event streams could not be notified of the deals that changed');
        this.endAll();
      }
    }
    this.#telling = false;
  }

  #send(move: DealMoved, people: readonly string[]): void {
    const text = `data: ${JSON.stringify(move)}\n\n`;
    for (const user of people) for (const stream of this.#streams.get(user) ?? []) send(stream, text);
  }
}

/** A client that doesn't read is disconnected, because its events would fill the memory. */
function send(stream: EventStream, text: string): void {
  if (!stream.write(text)) stream.cut();
}

/**
 * The streams of this process, fed by the database. Returns them and a function that stops them. They have their own connections,
 * so that an event does not wait behind the edits that it announces.
 */
export async function openEventStreams(
  clock: { now(): Date },
  address: DatabaseAddress,
): Promise<{ streams: EventStreams; close(): Promise<void> }> {
  const db = makeKysely<Tables>(address, { maxConnections: CONNECTIONS, name: 'counterpart-event-queries' });
  const streams = new EventStreams({ db, now: () => clock.now() });
  const stopListening = await listenForMoves(address, {
    moved: (move) => streams.moved(move),
    signedOut: (user) => {
      streams.signedOut(user).catch((error: unknown) => {
        log.error({ err: error }, 'the sessions that ended could not be looked up');
        streams.endAll();
      });
    },
    resumed: () => streams.endAll(),
  });
  const timer = setInterval(() => {
    streams.beat().catch((error: unknown) => {
      log.error({ err: error }, 'the sessions of open streams could not be checked');
    });
  }, BEAT_MS).unref();
  return {
    streams,
    close: async () => {
      clearInterval(timer);
      streams.endAll();
      await stopListening();
      await db.destroy();
    },
  };
}
