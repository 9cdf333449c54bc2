import type { Insertable, Kysely } from 'kysely';
import type { Services } from '../../services.ts';
import type { SignedInUser } from '../account/users.ts';
import { recordAct, type Act } from '../audit/audit-log.ts';
import type { AuditAct } from '../audit/audit-tables.ts';
import type { ChangeCollection, ChangeDetail, Tables, TransactionRow, Tx } from '../tables.ts';
import { documentCounts, isCounted, signatureCounts } from './deal-counts.ts';
import { announceMove } from './deal-moves.ts';
import { notifyOfDeletions } from './notify-of-deletions.ts';

/** The change log's name for creating sample deals. */
export const SEED_COMMAND = 'demo.seed';

/** A deal that the reader can see, in one snapshot. */
export type DealRead = { services: Services; tx: Tx; deal: TransactionRow; user: SignedInUser };

type Change = { collection: ChangeCollection; row: string; op: 'put' | 'delete'; detail?: ChangeDetail };

/** A deal under its row lock. Every row that a command touches gets `version`, `now` and the actor. */
export class DealWrite {
  readonly services: Services;
  readonly tx: Tx;
  readonly deal: TransactionRow;
  /** The author; null = the server itself. */
  readonly user: SignedInUser | null;
  readonly now: Date;
  /** The deal's counter after this write. */
  readonly version: number;
  /** `X-Base-Version` of the request. */
  readonly baseVersion: number | null;
  /** `X-Counterpart-Origin` of the request. */
  readonly origin: string | null;
  /** The change log's name for it. */
  readonly command: string;
  #closed = false;
  readonly #changes = new Map<string, Change>();
  readonly #acts: Act[] = [];
  #isUrgent = false;

  constructor(given: {
    services: Services;
    tx: Tx;
    deal: TransactionRow;
    user: SignedInUser | null;
    command: string;
    baseVersion?: number | null;
    origin?: string | null;
  }) {
    this.services = given.services;
    this.tx = given.tx;
    this.deal = given.deal;
    this.user = given.user;
    this.now = given.services.now();
    this.version = given.deal.version + 1;
    this.baseVersion = given.baseVersion ?? null;
    this.origin = given.origin ?? null;
    this.command = given.command;
  }

  get actor(): string | null {
    return this.user?.uuid ?? null;
  }

  /** Reads what was written as its writer sees it. @throws {Error} if the server itself writes */
  get asRead(): DealRead {
    if (this.user === null) throw new Error('The server itself can’t read a deal as a user.');
    return { services: this.services, tx: this.tx, deal: this.deal, user: this.user };
  }

  /** The fields that every changed row gets. */
  get stamp(): { version: number; modified_at: Date; modified_by: string | null } {
    return { version: this.version, modified_at: this.now, modified_by: this.actor };
  }

  /** The fields of a new row. @throws {Error} if the server itself would be the creator. */
  get birth(): { created_at: Date; created_by: string } & DealWrite['stamp'] {
    if (this.actor === null) throw new Error('Only a user can create a row of a deal.');
    return { created_at: this.now, created_by: this.actor, ...this.stamp };
  }

  put(collection: ChangeCollection, row: string, detail?: ChangeDetail): void {
    this.#note({ collection, row, op: 'put', ...(detail && { detail }) });
  }

  remove(collection: ChangeCollection, row: string, detail?: ChangeDetail): void {
    this.#note({ collection, row, op: 'delete', ...(detail && { detail }) });
  }

  /** Makes devices that show the deal pull this change at once, because people are waiting for it. */
  hurry(): void {
    this.#isUrgent = true;
  }

  /** Adds an act about this deal to the audit log, by the user who runs the command. */
  record(act: AuditAct, about: Pick<Act, 'subject' | 'detail'> = {}): void {
    const { uuid: transaction, organization } = this.deal;
    this.#acts.push({ act, actor: this.actor, organization, transaction, ...about });
  }

  /** Records a change: one line per row and command, however many steps touched the row. */
  #note(change: Change): void {
    const key = `${change.collection} ${change.row}`;
    const before = this.#changes.get(key);
    const fields = [...(before?.detail?.fields ?? []), ...(change.detail?.fields ?? [])];
    const detail = {
      ...before?.detail,
      ...change.detail,
      ...(fields.length > 0 && { fields: [...new Set(fields)] }),
    };
    this.#changes.set(key, { ...change, detail });
  }

  /**
   * Writes the change log, increases the counter and announces the change, each once. A command that changed nothing writes
   * nothing.
   */
  async close(): Promise<void> {
    if (this.#changes.size === 0 || this.#closed) return;
    this.#closed = true;
    const changes = [...this.#changes.values()];
    const isRecounted = changes.some(({ collection }) => isCounted(collection));
    await (isRecounted ? this.#recount() : this.tx.updateTable('transactions'))
      .set({ version: this.version })
      .where('transactions.uuid', '=', this.deal.uuid)
      .execute();
    const rows = changes.map((change, seq): Insertable<Tables['change_log']> => ({
      transaction: this.deal.uuid,
      version: this.version,
      seq,
      collection: change.collection,
      row: change.row,
      op: change.op,
      command: this.command,
      actor: this.actor,
      origin: this.origin,
      at: this.now,
      detail: JSON.stringify(change.detail ?? {}),
    }));
    // PostgreSQL accepts 65,535 parameters per statement.
    for (let from = 0; from < rows.length; from += 5000) {
      await this.tx
        .insertInto('change_log')
        .values(rows.slice(from, from + 5000))
        .execute();
    }
    await recordAct(this.tx, this.now, ...this.#deletions(), ...this.#acts);
    await notifyOfDeletions(this, changes);
    const move = { deal: this.deal.uuid, version: this.version };
    await announceMove(this.tx, this.#isUrgent ? { ...move, urgent: true } : move);
  }

  #recount() {
    return this.tx
      .updateTable('transactions')
      .from(signatureCounts(this.deal.uuid, 'signatures'))
      .set((columns) => ({
        ...documentCounts(this.deal.uuid),
        num_signatures: columns.ref('signatures.num_signatures'),
        total_signatures: columns.ref('signatures.total_signatures'),
        num_executed_signatures: columns.ref('signatures.num_executed_signatures'),
        num_esignings_waiting_to_be_accepted: columns.ref('signatures.num_esignings_waiting_to_be_accepted'),
      }));
  }

  /**
   * Returns what the command has deleted, by collection, for the audit log. The deletion of the deal itself is a separate
   * act.
   */
  #deletions(): Act[] {
    const { uuid: transaction, organization } = this.deal;
    const whose = { actor: this.actor, organization, transaction };
    const removed = [...this.#changes.values()].filter(({ op }) => op === 'delete');
    if (removed.some(({ collection }) => collection === 'transactions'))
      return [{ act: 'transaction.deleted', ...whose }];
    const rows = new Map<string, string[]>();
    for (const { collection, row } of removed) {
      // Removing a participant is a change of access, which its command records.
      if (collection !== 'participants') rows.set(collection, [...(rows.get(collection) ?? []), row]);
    }
    if (rows.size === 0) return [];
    return [
      { act: 'rows.deleted', ...whose, detail: { command: this.command, ...Object.fromEntries(rows) } },
    ];
  }
}

/** Returns the deal, locked against other writers until the transaction ends, or null. */
export async function lockDeal(tx: Tx, uuid: string): Promise<TransactionRow | null> {
  const deal = await lockDealRow(tx, uuid);
  return deal?.deleted_at === null ? deal : null;
}

/** The same for a deal that may be deleted, because its rows still exist. */
export async function lockDealRow(tx: Tx, uuid: string): Promise<TransactionRow | null> {
  const deal = await tx
    .selectFrom('transactions')
    .selectAll()
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst();
  return deal ?? null;
}

/** Performs a write by the server itself, such as a conversion's, without a user or a key. Does nothing if the deal is gone. */
export async function writeAsServer(
  services: Services,
  command: string,
  dealOf: (db: Kysely<Tables>) => Promise<string | null>,
  work: (scope: DealWrite) => Promise<void>,
): Promise<void> {
  const inTransaction = async (tx: Tx) => {
    const uuid = await dealOf(tx);
    const deal = uuid && (await lockDeal(tx, uuid));
    if (!deal) return;
    const scope = new DealWrite({ services, tx, deal, user: null, command });
    await work(scope);
    await scope.close();
  };
  const waitsFor = await dealOf(services.db);
  await services.turns.run(waitsFor, () => services.db.transaction().execute(inTransaction));
}
