import type { MirrorDatabase } from '../../database.ts';
import { restorableSubject } from '../../commands/checklist/restorable-subject.ts';
import { restoreDeletedDefinition } from '../../commands/checklist/restore-deleted.ts';
import { ACCOUNT_LANE, type RejectedRow, type TransactionRow } from '../../rows.ts';
import { isViewOnly } from '../../outbox/view-only.ts';
import { editSubjects, subjectTables, uuidOf } from './edit-subjects.ts';

/** A rejected edit in the form in which the user decides about it. */
export interface TrayEntry {
  edit: RejectedRow;
  /** The name of its deal; null = the deal is not on this device. */
  deal: string | null;
  /** The name of what it changes, or its last known name on this device; null = it has none. */
  subject: string | null;
  /** Its dependent edits, in the order in which they were made. They are retried and discarded together. */
  dependents: RejectedRow[];
  /** Why it cannot be retried; null = it can. */
  stuck: 'unreadable' | 'deal_gone' | 'view_only' | 'file_gone' | null;
  /** The ids of the files whose bytes are on this device. */
  filesHere: ReadonlySet<string>;
  /** Whether what it changes was deleted in the meantime and can be restored. */
  restorable: boolean;
}

/** What needs the user's attention, latest first, from one snapshot of the mirror. */
export async function trayEntries(db: MirrorDatabase, now: Date = new Date()): Promise<TrayEntry[]> {
  const { rows, deals, subjects, bytes } = await db.transaction(
    'r',
    [db.rejected, db.fileBytes, ...subjectTables(db)],
    async () => {
      const refused = await db.rejected.toArray();
      return {
        rows: refused,
        deals: await db.transactions.bulkGet(refused.map((row) => row.lane)),
        subjects: await editSubjects(db, refused),
        bytes: new Set<string>(await db.fileBytes.toCollection().primaryKeys()),
      };
    },
  );
  const entries = rows.map((edit, index): TrayEntry => {
    const deal = deals[index]?.name ?? null;
    const { name, isHere } = subjects[index] ?? { name: null, isHere: false };
    const stuck = stuckBy(edit, deals[index]);
    const isDeleted = !isHere && stuck === null && !isRestoreRefused(edit, rows);
    return {
      edit,
      deal,
      subject: nameFor(edit, name),
      dependents: rows
        .filter((row) => row.because === edit.id)
        .toSorted((one, other) => (one.seq ?? Infinity) - (other.seq ?? Infinity)),
      stuck,
      filesHere: bytes,
      restorable: isDeleted && restorableSubject(edit, now) !== null,
    };
  });
  return entries
    .filter(({ edit }) => standsAlone(edit, rows))
    .toSorted((one, other) => (one.edit.rejectedAt < other.edit.rejectedAt ? 1 : -1));
}

/**
 * Returns the name to show. If two people renamed it, that is its previous name, because the user would not recognize the new
 * one.
 */
function nameFor({ conflict, called }: RejectedRow, name: string | null): string | null {
  const isRenamed = conflict?.fields.some((field) => NAMES.has(field)) ?? false;
  return (isRenamed ? (called ?? name) : (name ?? called)) ?? null;
}

const NAMES = new Set(['name', 'label', 'key']);

/** Returns whether the server has refused to restore the edit's subject. */
function isRestoreRefused(edit: RejectedRow, rows: readonly RejectedRow[]): boolean {
  const uuid = uuidOf(edit);
  return rows.some((row) => row.name === restoreDeletedDefinition.name && uuidOf(row) === uuid);
}

function stuckBy(edit: RejectedRow, deal: TransactionRow | undefined): TrayEntry['stuck'] {
  if (edit.code === 'unreadable') return 'unreadable';
  if (edit.code === 'file_gone') return 'file_gone';
  // Edits without a deal, and the edit that creates a deal, need none.
  const needsDeal = edit.lane !== ACCOUNT_LANE && edit.name !== 'transaction.create';
  if (!deal && needsDeal) return 'deal_gone';
  return isViewOnly(deal) ? 'view_only' : null;
}

/** Returns whether the user decides about it separately, because the edit that it depends on, if any, is not in the tray. */
export function standsAlone({ because }: RejectedRow, rows: readonly RejectedRow[]): boolean {
  return because === undefined || !rows.some((row) => row.id === because);
}

/** The bytes of a file that could not be uploaded, while they are kept for the user. */
export async function offlineFile(db: MirrorDatabase, id: string): Promise<Blob | null> {
  const { stagedBytes } = await import('../../lock/staged-bytes.ts');
  const bytes = await stagedBytes(db, id);
  return (await bytes?.slice(0, bytes.size)) ?? null;
}
