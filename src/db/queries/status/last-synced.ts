import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import type { MirrorDatabase } from '../../database.ts';
import { childListKey } from '../../outbox/draft.ts';
import type { CursorRow, FileRow, OutboxRow } from '../../rows.ts';
import { fileStatus, isOnlyHere } from '../documents/file-standing.ts';

/**
 * The state of a deal on this device compared with the server's. `never`: it was never here. `ahead`: the server lacks this
 * many edits and files. `in_step`: synced at this time (ISO). A deal that was created here and not pulled since is `ahead` by
 * an unknown number.
 */
export type DealStep =
  | { kind: 'never' }
  | { kind: 'ahead'; changes: number; files: number }
  | { kind: 'in_step'; at: string };

/** The state of one deal, from one snapshot of the mirror. */
export async function dealStep(db: MirrorDatabase, deal: string): Promise<DealStep> {
  return db.transaction('r', db.cursors, db.childLists, db.outbox, db.files, async () => {
    const [cursor, edits, files, made] = await Promise.all([
      db.cursors.get(`${deal}/changes`),
      db.outbox.where({ lane: deal }).toArray(),
      db.files.where({ transaction: deal }).toArray(),
      db.childLists.get(childListKey(deal, TOP)),
    ]);
    return stepOf({ cursor, edits, files, isHere: made !== undefined });
  });
}

/**
 * The state of each of these deals, from one snapshot of the mirror. Each table is read once, however many deals
 * there are.
 */
export async function dealSteps(
  db: MirrorDatabase,
  deals: readonly string[],
): Promise<ReadonlyMap<string, DealStep>> {
  return db.transaction('r', db.cursors, db.childLists, db.outbox, db.files, async () => {
    const [cursors, edits, files, made] = await Promise.all([
      db.cursors.bulkGet(deals.map((deal) => `${deal}/changes`)),
      db.outbox.toArray(),
      db.files.toArray(),
      db.childLists.bulkGet(deals.map((deal) => childListKey(deal, TOP))),
    ]);
    const editsOf = Map.groupBy(edits, ({ lane }) => lane);
    const filesOf = Map.groupBy(files, ({ transaction }) => transaction);
    return new Map(
      deals.map((deal, index) => [
        deal,
        stepOf({
          cursor: cursors[index],
          edits: editsOf.get(deal) ?? [],
          files: filesOf.get(deal) ?? [],
          isHere: made[index] !== undefined,
        }),
      ]),
    );
  });
}

/** The parts of a deal that are on this device. */
interface DealHere {
  /** The time of its feed; undefined = it was never pulled. */
  cursor: CursorRow | undefined;
  edits: readonly OutboxRow[];
  files: readonly FileRow[];
  /** Whether its checklist was created here, or pulled. */
  isHere: boolean;
}

function stepOf({ cursor, edits, files, isHere }: DealHere): DealStep {
  const ahead = {
    kind: 'ahead',
    changes:
      edits.filter(({ state }) => state !== 'acked').length +
      files.filter((file) => fileStatus(file) === 'leaving').length,
    files: files.filter(isOnlyHere).length,
  } as const;
  if (ahead.changes + ahead.files > 0) return ahead;
  if (cursor) return { kind: 'in_step', at: cursor.pulledAt };
  return isHere ? ahead : { kind: 'never' };
}
