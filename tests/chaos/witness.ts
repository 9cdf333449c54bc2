import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../server/store/tables.ts';
import { subscribeChanges } from '../../src/db/change-sets.ts';
import { saysSaved, type Device } from './device.ts';
import { findUnsaved } from './effects.ts';

/** The tables whose rows appear on and disappear from the screen. */
const watched = ['transactions', 'elements', 'items'] as const;

/**
 * Watches a device's screen while its user works. Even if the network fails, the indicator must not say
 * "saved" too early, and a row that is on the server and that nobody deleted must not disappear.
 */
export class Witness {
  readonly violations: string[] = [];
  readonly #device: Device;
  readonly #db: Kysely<Tables>;
  readonly #checks: Promise<void>[] = [];
  readonly #unsubscribe: () => void;
  readonly #watching: Promise<void>;
  #stopped = false;

  constructor(device: Device, db: Kysely<Tables>) {
    this.#device = device;
    this.#db = db;
    this.#unsubscribe = subscribeChanges(device.person.uuid, ({ changes }) => {
      for (const { table, key, row } of changes ?? [])
        if (!row) this.#checks.push(this.#checkGone(table, key));
    });
    this.#watching = this.#watchIndicator();
  }

  /** Stops watching. Returns the violations. */
  async stop(): Promise<string[]> {
    this.#stopped = true;
    this.#unsubscribe();
    await this.#watching;
    await Promise.all(this.#checks);
    return this.violations;
  }

  async #watchIndicator(): Promise<void> {
    const { device, db } = { device: this.#device, db: this.#db };
    let saved = 0;
    while (!this.#stopped) {
      // Read before the indicator, which need not know about later edits.
      const made = [...device.made];
      if (made.length > saved && saysSaved(await device.sentence())) {
        const tray = await device.db.rejected.toArray();
        const unsaved = await findUnsaved(db, device.person.uuid, made, tray);
        for (const edit of unsaved)
          this.violations.push(`the indicator said that all was saved, but ${edit} was not`);
        saved = made.length;
      }
      await pause(5);
    }
  }

  /** Checks a row that left the screen: its user deleted it, or the server no longer has it. */
  async #checkGone(table: string, key: string): Promise<void> {
    const kind = watched.find((each) => each === table);
    const { made } = this.#device;
    const byOwn = made.some(
      ({ name, args }) => name.endsWith('.delete') && JSON.stringify(args).includes(key),
    );
    if (!kind || byOwn) return;
    const existing = await this.#db
      .selectFrom(kind)
      .select('uuid')
      .where('uuid', '=', key)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (existing && !(await this.#isInDeletedDeal(kind, key)))
      this.violations.push(`${kind} ${key} vanished from the screen although it exists`);
  }

  async #isInDeletedDeal(kind: (typeof watched)[number], key: string): Promise<boolean> {
    if (kind === 'transactions') return false;
    const deal = await this.#db
      .selectFrom(kind)
      .innerJoin('transactions', 'transactions.uuid', `${kind}.transaction`)
      .select('transactions.uuid')
      .where(`${kind}.uuid`, '=', key)
      .where('transactions.deleted_at', 'is', null)
      .executeTakeFirst();
    return deal === undefined;
  }
}
