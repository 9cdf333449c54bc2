import type { MirrorDatabase } from '../database.ts';
import { mirroredTables } from '../fold.ts';
import { ACCOUNT_LANE, type RejectedRow } from '../rows.ts';

/** A refused edit as the person decides on it. */
export interface TrayEntry {
  edit: RejectedRow;
  /** Name of its deal; null = the deal is not on this device. */
  deal: string | null;
  /** What that which it changes is called now, or was where it is not on this device any more; null = it has no name. */
  subject: string | null;
  /** What falls with it, in the order of making: tried again and discarded together. */
  dependents: RejectedRow[];
  /** Why it cannot be tried again; null = it can. */
  stuck: 'unreadable' | 'deal_gone' | null;
}

/** What needs the person's attention, the latest first, from one moment of the mirror. */
export async function trayEntries(db: MirrorDatabase): Promise<TrayEntry[]> {
  const tables = [db.rejected, ...mirroredTables(db)];
  // Each table is read once, whatever is in the tray: Dexie loses a transaction over reads that are made now and then.
  const { rows, deals, names } = await db.transaction('r', tables, async () => {
    const refused = await db.rejected.toArray();
    const uuids = refused.map((row) => uuidOf(row) ?? '');
    const transactions = await db.transactions.bulkGet([...refused.map((row) => row.lane), ...uuids]);
    const elements = await db.elements.bulkGet(uuids);
    const items = await db.items.bulkGet(uuids.map((uuid, index) => elements[index]?.item ?? uuid));
    const documents = await db.documents.bulkGet(uuids);
    const tasks = await db.tasks.bulkGet(uuids.map((uuid, index) => elements[index]?.task ?? uuid));
    const customKeys = await db.customKeys.bulkGet(uuids);
    return {
      rows: refused,
      deals: transactions.slice(0, refused.length),
      names: refused.map((_row, index) => {
        const named =
          items[index] ?? tasks[index] ?? documents[index] ?? transactions[refused.length + index];
        return elements[index]?.label ?? customKeys[index]?.key ?? named?.name ?? null;
      }),
    };
  });
  const entries = rows.map((edit, index): TrayEntry => {
    const deal = deals[index]?.name ?? null;
    return {
      edit,
      deal,
      subject: names[index] ?? edit.called ?? null,
      dependents: rows
        .filter((row) => row.because === edit.id)
        .toSorted((one, other) => (one.seq ?? Infinity) - (other.seq ?? Infinity)),
      stuck: stuckBy(edit, deal),
    };
  });
  return entries
    .filter(({ edit }) => standsAlone(edit, rows))
    .toSorted((one, other) => (one.edit.rejectedAt < other.edit.rejectedAt ? 1 : -1));
}

function stuckBy(edit: RejectedRow, deal: string | null): TrayEntry['stuck'] {
  if (edit.code === 'unreadable') return 'unreadable';
  // What is of no deal, and the edit that opens one, need none.
  const needsDeal = edit.lane !== ACCOUNT_LANE && edit.name !== 'transaction.create';
  return deal === null && needsDeal ? 'deal_gone' : null;
}

/** The one row that an edit is about, as its arguments name it. */
function uuidOf({ args }: RejectedRow): string | null {
  if (typeof args !== 'object' || args === null) return null;
  if ('ids' in args && Array.isArray(args.ids) && args.ids.length === 1) return asId(args.ids[0]);
  return 'uuid' in args ? asId(args.uuid) : null;
}

function asId(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Whether the person decides on it by itself: what it fell with, if anything, is not in the tray. */
export function standsAlone({ because }: RejectedRow, rows: readonly RejectedRow[]): boolean {
  return because === undefined || !rows.some((row) => row.id === because);
}

/** The bytes of a file that could not be uploaded, while they are kept for the person. */
export async function keptFile(db: MirrorDatabase, id: string): Promise<Blob | null> {
  const { stagedBytes } = await import('../lock/staged-bytes.ts');
  const bytes = await stagedBytes(db, id);
  return (await bytes?.slice(0, bytes.size)) ?? null;
}
