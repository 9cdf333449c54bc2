import { expect } from 'vitest';
import type { Config } from '../../src/contract/endpoints/account/auth.ts';
import type { Changes } from '../../src/contract/entities/transactions/changes.ts';
import type { Element } from '../../src/contract/entities/checklist/element.ts';
import type { Notification } from '../../src/contract/entities/account/notification.ts';
import type { Transaction } from '../../src/contract/entities/transactions/transaction.ts';
import { renameHeader } from '../../src/db/commands/checklist/rename-header.ts';
import { MirrorDatabase } from '../../src/db/database.ts';
import { beginSession } from '../../src/db/device-database.ts';
import { syncStatus } from '../../src/db/queries/status/sync-status.ts';
import type { SyncStatus } from '../../src/db/rows.ts';
import { newUuid } from '../../src/db/uuid.ts';
import { elementRows } from '../../src/db/wire-rows.ts';
import { NO_ROWS } from './rows.ts';
import { runSyncLoop } from '../../src/sync/engine/sync-loop.ts';
import { createTransport } from '../../src/sync/transport/transport.ts';
import { FIRST_CONFIG } from './first-config.ts';
import { HandClock } from './hand-clock.ts';
import type { Answering, ScriptedServer, Seen } from './scripted-server.ts';
import { DEAL_FACTS } from './deal-facts.ts';

export const START = Date.parse('2026-03-01T12:00:00Z');
const AT = '2026-01-01T00:00:00.000Z';

export const SIGNED_OUT: Answering = {
  status: 401,
  body: { code: 'signed_out', error_message: 'Please sign in again.' },
};

const UNKNOWN: Answering = {
  status: 503,
  body: { code: 'unavailable', error_message: 'Not in this test.' },
};

const NO_DEAL: Answering = {
  status: 404,
  body: { code: 'not_found', error_message: 'There is no such deal.' },
};

/** A configuration without an event stream. */
const CONFIG: Config = {
  ...FIRST_CONFIG,
  support_email: null,
  takes_messages: false,
  sends_email: true,
  event_stream: false,
  esigning_services: ['counterpart'],
  resumable_uploads: false,
};

interface Deal {
  uuid: string;
  header: string;
}

export const isWrite = ({ method }: Seen) => method === 'PATCH';
export const isDealList = ({ url }: Seen) =>
  url.startsWith('/api/transactions/transaction?') && !url.includes('archived');
export const isPoll = ({ method, url }: Seen) => method === 'GET' && url === '/api/notifications';
export const isRefresh = ({ url }: Seen) => url === '/api/auth/refresh';

/**
 * A device with two deals of one header each, synced with a server over real HTTP, and a sync loop whose clock the test
 * controls.
 */
export class SyncRoom {
  readonly db = new MirrorDatabase(newUuid(), 'relaxed');
  readonly clock = new HandClock(START);
  readonly one: Deal = { uuid: newUuid(), header: newUuid() };
  readonly two: Deal = { uuid: newUuid(), header: newUuid() };
  /** The headers' labels on the server. */
  readonly labels = new Map<string, string>();
  /** The server's configuration; null = it can't be read. */
  offer: Config | null = CONFIG;
  /** By how many milliseconds the device's clock is ahead of the server's. */
  aheadMs = 0;
  /** What the event stream sends before it ends. */
  events = '';
  /** The deals' versions on the server. */
  readonly versions = new Map<string, number>();
  readonly deals: Deal[] = [this.one, this.two];
  /** The person's notifications, newest first. */
  notifications: Notification[] = [];
  /** Returns the response to a request that is not carried out; null = it is carried out. */
  fault: (request: Seen) => Answering | 'hang up' | null = () => null;
  /** The id of the person whose session cookie the browser has. */
  cookie = this.db.userId;
  ended: Promise<void> = Promise.resolve();
  readonly #server: ScriptedServer;
  readonly #stopping = new AbortController();

  private constructor(server: ScriptedServer) {
    this.#server = server;
  }

  static async open(server: ScriptedServer): Promise<SyncRoom> {
    const room = new SyncRoom(server);
    server.seen.length = 0;
    server.script = (request) => room.#dated(room.fault(request) ?? room.serve(request));
    await room.db.meta.put({ key: 'epoch', value: 1 });
    for (const deal of room.deals) {
      room.labels.set(deal.header, 'As it was');
      const { elements, lists } = elementRows(deal.uuid, [room.#element(deal)]);
      await room.db.elements.bulkPut(elements);
      await room.db.childLists.bulkPut(lists);
    }
    return room;
  }

  /** Signs the person in, for a session of twelve hours. */
  async signIn(expiresAt = START / 1000 + 12 * 3600): Promise<void> {
    const { userId } = this.db;
    this.cookie = userId;
    await beginSession({ userId, email: 'a@demo.test', fullName: 'A', lastUsedAt: 0, expiresAt });
  }

  /** Starts a leader. */
  start(): void {
    const { db, clock } = this;
    const leadership = { db, epoch: 1 };
    const { signal } = this.#stopping;
    const transport = createTransport({ origin: this.#server.origin, userId: db.userId, signal });
    this.ended = runSyncLoop({ leadership, relaxed: leadership, transport, clock, signal });
    // Prevents an unhandled rejection. Callers that await `ended` still get the failure.
    this.ended.catch(() => undefined);
  }

  async startOnline(): Promise<void> {
    this.start();
    await expect.poll(async () => this.connection()).toBe('online');
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.ended.catch(() => undefined);
    await this.db.delete();
  }

  async connection(): Promise<SyncStatus['connection']> {
    return (await syncStatus(this.db)).connection;
  }

  async rename({ uuid, header }: Deal, label: string): Promise<void> {
    await renameHeader(this.db, { transaction: uuid, uuid: header, label });
  }

  onServer({ header }: Deal): string | undefined {
    return this.labels.get(header);
  }

  /** Resolves once no request was made and no timer was set during ten of the server's responses. */
  async settled(): Promise<void> {
    for (let still = 0; still < 10;) {
      const before = this.asked + this.clock.timersSet;
      await fetch(`${this.#server.origin}/settled`);
      still = this.asked + this.clock.timersSet === before ? still + 1 : 0;
    }
  }

  /** Returns how many requests match. */
  count(which: (request: Seen) => boolean): number {
    return this.#server.seen.filter((request) => request.url !== '/settled' && which(request)).length;
  }

  get asked(): number {
    return this.count(() => true);
  }

  /**
   * Holds matching requests at the server until the test responds to them or has them carried out
   * (`carryOn`).
   */
  holdUp(which: (request: Seen) => boolean) {
    const arrived: Seen[] = [];
    const { promise, resolve } = Promise.withResolvers<Answering | null>();
    this.#server.script = async (request) => {
      if (!which(request)) return this.#dated(this.fault(request) ?? this.serve(request));
      arrived.push(request);
      return this.#dated((await promise) ?? this.serve(request));
    };
    return { arrived, answer: resolve, carryOn: () => resolve(null) };
  }

  /** Adds the server's date to a response. */
  #dated(answering: Answering | 'hang up'): Answering | 'hang up' {
    if (answering === 'hang up') return answering;
    return { ...answering, headers: { date: new Date(this.serverNow).toUTCString(), ...answering.headers } };
  }

  get serverNow(): number {
    return this.clock.now() - this.aheadMs;
  }

  serve({ method, url, body, headers }: Seen): Answering {
    if (headers['x-counterpart-user'] !== this.cookie) return SIGNED_OUT;
    const { pathname, searchParams } = new URL(url, this.#server.origin);
    const deal = this.deals.find(({ uuid }) => uuid === searchParams.get('transaction'));
    if (method === 'PATCH' && deal) {
      this.relabel(deal, JSON.parse(body).label);
      return { status: 200, body: this.#element(deal) };
    }
    if (pathname.startsWith('/api/notifications')) return this.#markNotification(method, pathname);
    if (pathname.endsWith('/changes')) return this.#changes(pathname, searchParams);
    if (method === 'GET' && pathname.startsWith('/api/transactions/transaction/')) return this.#one(pathname);
    switch (pathname) {
      case '/api/config':
        return this.offer ? { status: 200, body: this.offer } : UNKNOWN;
      case '/api/events':
        return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: this.events };
      case '/api/transactions/transaction':
        return {
          status: 200,
          body: searchParams.has('archived') ? [] : this.deals.map((each) => this.#transaction(each)),
        };
      case '/api/edits/unknown':
        return { status: 200, body: { unknown: [], restored_to: null } };
      case '/api/auth/refresh':
        return {
          status: 200,
          body: { expires_at: Math.round(this.serverNow / 1000) + 12 * 3600 },
        };
      default:
        return UNKNOWN;
    }
  }

  /** Renames the deal's header on the server, as another user would. */
  relabel(deal: Deal, label: string): void {
    this.labels.set(deal.header, label);
    this.versions.set(deal.uuid, this.#version(deal) + 1);
  }

  #version({ uuid }: Deal): number {
    return this.versions.get(uuid) ?? 1;
  }

  #one(pathname: string): Answering {
    const deal = this.deals.find(({ uuid }) => pathname.endsWith(uuid));
    return deal ? { status: 200, body: this.#transaction(deal) } : NO_DEAL;
  }

  #changes(pathname: string, query: URLSearchParams): Answering {
    const deal = this.deals.find(({ uuid }) => pathname.includes(uuid));
    if (!deal) return NO_DEAL;
    const complete = !query.has('since');
    const moved = complete || Number(query.get('since')) < this.#version(deal);
    const elements = moved ? [this.#element(deal)] : [];
    const body: Changes = {
      epoch: 'one',
      version: this.#version(deal),
      complete,
      transaction: moved ? this.#transaction(deal) : null,
      puts: { ...NO_ROWS, elements },
      deletes: NO_ROWS,
      lists: complete ? [{ parent: null, children: [deal.header] }] : [],
      checksum: null,
    };
    return { status: 200, body };
  }

  /** Adds a notification for the person. */
  notify(title: string): Notification {
    const notification: Notification = {
      uuid: newUuid(),
      level: 'info',
      notification_type: 'document_converted',
      title,
      read: false,
      cleared: false,
      extra_data: { transaction: this.one.uuid },
      download_urls: [],
      created_at: new Date(this.clock.now()).toISOString(),
      version: 1,
      modified_at: AT,
      modified_by: null,
    };
    this.notifications = [notification, ...this.notifications];
    return notification;
  }

  #markNotification(method: string, pathname: string): Answering {
    if (method !== 'PATCH') return { status: 200, body: this.notifications };
    const notification = this.notifications.find(({ uuid }) => pathname.endsWith(uuid));
    if (!notification)
      return { status: 404, body: { code: 'not_found', error_message: 'There is no such notification.' } };
    const body = { ...notification, read: true, version: 2 };
    this.notifications = this.notifications.map((each) => (each.uuid === notification.uuid ? body : each));
    return { status: 200, body };
  }

  #element(deal: Deal): Element {
    const { uuid, header } = deal;
    return {
      uuid: header,
      transaction: uuid,
      item: null,
      task: null,
      label: this.labels.get(header) ?? '',
      order: 0,
      parent_element: null,
      version: this.#version(deal),
      modified_at: AT,
      modified_by: null,
    };
  }

  #transaction(deal: Deal): Transaction {
    return {
      ...DEAL_FACTS,
      uuid: deal.uuid,
      name: 'Project Alder',
      created_at: AT,
      created_by: { uuid: this.db.userId, name: 'A' },
      organization: this.db.userId,
      url: '',
      version: this.#version(deal),
      modified_at: AT,
      modified_by: null,
    };
  }
}
