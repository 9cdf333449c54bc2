import { readNotificationDefinition } from '../../commands/account/read-notification.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { FileRow, OutboxRow } from '../../rows.ts';
import { editSubjects, subjectTables } from './edit-subjects.ts';
import { fileStatus } from '../documents/file-standing.ts';

/** A change that the server does not have yet. */
export interface UnsentEdit {
  edit: OutboxRow;
  /** The name of its deal; null = it belongs to no deal on this device. */
  deal: string | null;
  /** The previous name of what it changes; null = it has none. */
  subject: string | null;
}

/** A file that the server does not have yet, or has not deleted yet. */
export interface UnsentFile {
  file: FileRow;
  deal: string | null;
}

/** What this device still has to send, as counted by the sync indicator, in sending order. */
export interface UnsentList {
  edits: UnsentEdit[];
  files: UnsentFile[];
  /** Files that were removed from the queue but not from the server yet. They count as changes. */
  removals: UnsentFile[];
}

/** Lists the unsent work, from one snapshot of the mirror. */
export async function unsentList(db: MirrorDatabase): Promise<UnsentList> {
  return db.transaction('r', [db.outbox, db.files, ...subjectTables(db)], async () => {
    const all = await db.outbox.orderBy('seq').toArray();
    const edits = all.filter(
      ({ state, name }) => state !== 'acked' && name !== readNotificationDefinition.name,
    );
    const files = (await db.files.toArray()).toSorted((one, other) => (one.addedAt < other.addedAt ? -1 : 1));
    const deals = await db.transactions.bulkGet([
      ...new Set([...edits.map(({ lane }) => lane), ...files.map(({ transaction }) => transaction)]),
    ]);
    const names = new Map(deals.flatMap((deal) => (deal ? [[deal.uuid, deal.name]] : [])));
    const subjects = await editSubjects(db, edits);
    const standing = (wanted: 'under_way' | 'leaving') =>
      files
        .filter((file) => fileStatus(file) === wanted)
        .map((file) => ({ file, deal: names.get(file.transaction) ?? null }));
    return {
      edits: edits.map((edit, index) => ({
        edit,
        deal: names.get(edit.lane) ?? null,
        subject: edit.called ?? subjects[index]?.name ?? null,
      })),
      files: standing('under_way'),
      removals: standing('leaving'),
    };
  });
}
