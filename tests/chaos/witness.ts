import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../server/store/tables.ts';
import { subscribeChanges } from '../../src/db/change-sets.ts';
import { saysSaved, type Device } from './device.ts';
import { findUnsaved } from './effects.ts';

/** Tables whose rows a person sees come and go. */
const watched = ['transactions', 'elements', 'items'] as const;

/**
 * Watches a device's screen while its person works. Even if the network fails, the indicator must not say "saved" too early, and
 * a row that is on the server and that nobody deleted must not disappear.
 */
export class Witness {
  readonly violations: string[] = [];
  readonly #device: Device;
  readonly #db: Kysely<Tables>;
  readonly #checks: Promise<void>[] = [];
  readonly #stopHearing: () => void;
  readonly #watching: Promise<void>;
  #stopped = false;

  constructor(device: Device, db: Kysely<Tables>) {
    this.#device = device;
    this.#db = db;
    this.#stopHearing = subscribeChanges(device.person.uuid, ({ changes }) => {
      for (const { table, key, row } of changes ?? [])
        if (!row) this.#checks.push(this.#checkGone(table, key));
    });
    this.#watching = this.#watchIndicator();
  }

  /** Ends the watch. Returns what was seen. */
  async stop(): Promise<string[]> {
    this.#stopped = true;
    this.#stopHearing();
    await this.#watching;
    await Promise.all(this.#checks);
    return this.violations;
  }

  async #watchIndicator(): Promise<void> {
    const { device, db } = { device: this.#device, db: this.#db };
    let saved = 0;
    while (!this.#stopped) {
      // Looked at before the indicator: what is made afterwards it need not know.
      const made = [...device.made];
      if (made.length > saved && saysSaved(await device.sentence())) {
        const tray = await device.db.rejected.toArray();
        const unsaved = await findUnsaved(db, device.person.uuid, made, tray);
        for (const edit of unsaved)
          this.violations.push(`the indicator called all saved, but ${edit} was not`);
        saved = made.length;
      }
      await pause(5);
    }
  }

  /** A row left the screen: the person deleted it, or the server does not have it any more. */
  async #checkGone(table: string, key: string): Promise<void> {
    const kind = watched.find((each) => each === table);
    const { made } = this.#device;
    const byOwn = made.some(
      ({ name, args }) => name.endsWith('.delete') && JSON.stringify(args).includes(key),
    );
    if (!kind || byOwn) return;
    const standing = await this.#db
      .selectFrom(kind)
      .select('uuid')
      .where('uuid', '=', key)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (standing && !(await this.#liesInDeletedDeal(kind, key)))
      this.violations.push(`${kind} ${key} vanished from the screen although it stands`);
  }

  async #liesInDeletedDeal(kind: (typeof watched)[number], key: string): Promise<boolean> {
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
