import { stallsAt, syncSentence } from '../../src/app/sync-status/sync-sentence.ts';
import type { MirrorDatabase } from '../../src/db/database.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { deviceDatabase } from '../../src/db/device-database.ts';
import { noteOpened } from '../../src/db/offline/opened-deals.ts';
import { syncStatus } from '../../src/db/queries/status/sync-status.ts';
import type { OutboxRow } from '../../src/db/rows.ts';
import type { Clock } from '../../src/sync/engine/clock.ts';
import { createEngine, type Engine } from '../../src/sync/engine/engine.ts';
import { createTransport, type Transport } from '../../src/sync/transport/transport.ts';
import { sendByFetch } from '../../src/sync/uploads/sending/send-bytes.ts';
import type { ChaosProxy } from '../support/chaos-proxy.ts';
import type { Random } from './random.ts';
import type { Person } from './real-server.ts';

/**
 * How many times faster the engine's clock runs than real time, so that waits of seconds and minutes pass
 * quickly.
 */
const CLOCK_SPEED = 20;

/** The timeout of a request while the network is bad, in real milliseconds. */
const BAD_NETWORK_TIMEOUT_MS = 2500;

/**
 * The timeout after the network has recovered. It is long, so that no response is missed on a busy machine.
 */
const HEALED_TIMEOUT_MS = 60_000;

/** A person's browser profile: one mirror, an engine in each tab, and a separate network. */
export class Device {
  readonly person: Person;
  readonly db: MirrorDatabase;
  readonly proxy: ChaosProxy;
  /** Every edit that was added to the outbox. */
  readonly made: OutboxRow[] = [];
  readonly #clock: Clock;
  readonly #tabs: (Engine | null)[];
  #timeoutMs = BAD_NETWORK_TIMEOUT_MS;

  private constructor(person: Person, proxy: ChaosProxy, tabs: number, random: Random) {
    this.person = person;
    this.proxy = proxy;
    this.db = openDatabase(person.uuid, 'strict');
    this.db.outbox.hook('creating', (_key, row) => {
      this.made.push({ ...row });
    });
    this.#clock = fastClock(random);
    this.#tabs = Array.from({ length: tabs }, () => null);
  }

  /**
   * Opens a device that is signed in and shows the deal in every tab. `sessionEndsIn`: seconds by the
   * engine's clock.
   */
  static async open(
    person: Person,
    proxy: ChaosProxy,
    {
      tabs,
      deal,
      sessionEndsIn,
      random,
    }: { tabs: number; deal: string; sessionEndsIn: number; random: Random },
  ): Promise<Device> {
    const device = new Device(person, proxy, tabs, random);
    for (const [name, value] of person.cookies) proxy.cookies.set(name, value);
    // Doesn't use `beginSession`, because these people share only this test process, not a device.
    await deviceDatabase.accounts.put({
      userId: person.uuid,
      email: person.email,
      fullName: 'A Member',
      expiresAt: Math.round(device.#clock.now() / 1000) + sessionEndsIn,
      signIns: 1,
      logoutOwed: false,
      session: 'active',
      lastUsedAt: device.#clock.now(),
    });
    for (let tab = 0; tab < tabs; tab += 1) await device.openTab(tab, deal);
    return device;
  }

  get tabs(): number {
    return this.#tabs.length;
  }

  async openTab(tab: number, deal: string): Promise<void> {
    if (this.#tabs[tab]) return;
    const engine = createEngine(this.person.uuid, {
      clock: this.#clock,
      connect: (userId, signal) => this.#connect(userId, signal),
      // Node has no XMLHttpRequest.
      sendBytes: sendByFetch,
    });
    this.#tabs[tab] = engine;
    await engine.watchDeal(deal);
  }

  async closeTab(tab: number): Promise<void> {
    const engine = this.#tabs[tab];
    this.#tabs[tab] = null;
    await engine?.stop();
  }

  /** Ends all network faults. */
  async heal(): Promise<void> {
    this.#timeoutMs = HEALED_TIMEOUT_MS;
    await this.proxy.heal();
  }

  /** Records the deal as opened, so that the device keeps its data. */
  readonly open = async (deal: string): Promise<void> => noteOpened(this.db, deal, this.#clock.now());

  /** Returns whether the deal and its checklist have loaded. */
  async shows(deal: string): Promise<boolean> {
    const lists = await this.db.childLists.where({ transaction: deal }).count();
    return lists > 0 && (await this.db.transactions.get(deal)) !== undefined;
  }

  /** Returns the sync indicator's text. */
  async sentence(): Promise<string> {
    const summary = await syncStatus(this.db);
    const stalledAt = stallsAt(summary);
    return syncSentence(summary, stalledAt !== null && stalledAt <= Date.now()).text;
  }

  #connect(userId: string, signal: AbortSignal): Transport {
    const transport = createTransport({ origin: this.proxy.origin, userId, signal });
    return {
      ...transport,
      ask: async (request, options) => transport.ask(request, { timeoutMs: this.#timeoutMs, ...options }),
      send: async (request, options) => transport.send(request, { timeoutMs: this.#timeoutMs, ...options }),
    };
  }

  /** Stops the engines, and deletes the device with all its data. */
  async destroy(): Promise<void> {
    for (let tab = 0; tab < this.#tabs.length; tab += 1) await this.closeTab(tab);
    openDatabase(this.person.uuid, 'relaxed').close({ disableAutoOpen: true });
    await this.db.delete();
    await deviceDatabase.accounts.delete(this.person.uuid);
    await this.proxy.close();
  }
}

/** Returns whether the sync indicator's text means that everything is saved. */
export function saysSaved(sentence: string): boolean {
  return /saved/i.test(sentence);
}

function fastClock(random: Random): Clock {
  const start = Date.now();
  return {
    now: () => Math.round(start + (Date.now() - start) * CLOCK_SPEED),
    after(ms, callback) {
      const timer = setTimeout(callback, ms / CLOCK_SPEED);
      return () => clearTimeout(timer);
    },
    random: () => random.next(),
  };
}
