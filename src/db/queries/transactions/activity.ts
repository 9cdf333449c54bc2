import {
  COLLECTION_NAMES,
  DEAL_COLLECTIONS,
  type RestorableKind,
} from '../../../contract/collections/deal-collections.ts';
import type { ActSubject } from '../../../contract/entities/transactions/activity.ts';
import { DAY_MS, RESTORABLE_DAYS } from '../../../contract/retention.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { ActRow } from '../../rows.ts';
import { signingSubjects, type SigningSubject } from '../signing/packets/signing-subjects.ts';

/** Whether a deleted row can be restored. `asked`: the user has requested it, and the server has not done it yet. */
export type Restorable = 'yes' | 'asked';

export interface DealActivity {
  /** Newest first. */
  acts: ActRow[];
  /** Whether it was ever pulled to this device. */
  pulled: boolean;
  /** The deleted rows that can be restored, by `subjectKey`. */
  restorable: ReadonlyMap<string, Restorable>;
  /** The subjects of signing acts, by uuid. */
  signing: ReadonlyMap<string, SigningSubject>;
  /** The number of the user's own changes that aren't on the server yet. They become acts only when they are. */
  unsent: number;
}

/** The commands that restore something. */
const RESTORES: ReadonlySet<string> = new Set([
  'deleted.restore',
  'element.restore',
  ...DEAL_COLLECTIONS.map(({ command }) => `${command}.restore`),
]);

/** Returns the kind under which the server restores it; null if it can't. */
export function restorableKind({ kind }: Pick<ActSubject, 'kind'>): RestorableKind | null {
  return DEAL_COLLECTIONS.find(({ subject }) => subject === kind)?.restorable ?? null;
}

export function subjectKey({ kind, uuid }: Pick<ActSubject, 'kind' | 'uuid'>): string {
  return `${kind} ${uuid}`;
}

/** Who did what in a deal, and which acts can be undone, from one snapshot of the mirror. */
export async function dealActivity(
  db: MirrorDatabase,
  transaction: string,
  now: number,
): Promise<DealActivity> {
  const tables = [db.activity, db.cursors, db.outbox, ...COLLECTION_NAMES.map((name) => db[name])];
  return db.transaction('r', tables, async () => {
    const [acts, cursor, edits] = await Promise.all([
      db.activity.where({ transaction }).toArray(),
      db.cursors.get(`${transaction}/activity`),
      db.outbox.where({ lane: transaction }).toArray(),
    ]);
    const deleted = deletedSince(acts, now - RESTORABLE_DAYS * DAY_MS);
    const standing = await activeAmong(db, deleted);
    const signing = await signingSubjects(
      db,
      transaction,
      acts.flatMap(({ subjects }) => subjects),
    );
    const asked = new Set(edits.filter(({ name }) => RESTORES.has(name)).flatMap(({ touches }) => touches));
    return {
      acts: acts.toSorted((one, other) => other.version - one.version),
      pulled: cursor !== undefined,
      restorable: new Map(
        deleted
          .filter(({ uuid }) => !standing.has(uuid))
          .map((each): [string, Restorable] => [subjectKey(each), asked.has(each.uuid) ? 'asked' : 'yes']),
      ),
      signing,
      unsent: edits.filter(({ state }) => state !== 'acked').length,
    };
  });
}

/** Subjects that were deleted since, and can be restored. */
function deletedSince(acts: readonly ActRow[], since: number): ActSubject[] {
  return acts
    .filter(({ at }) => Date.parse(at) >= since)
    .flatMap(({ subjects }) => subjects)
    .filter((each) => each.op === 'delete' && restorableKind(each) !== null);
}

/** Those of them that are on this device, by uuid. */
export async function activeAmong(
  db: MirrorDatabase,
  subjects: readonly Pick<ActSubject, 'kind' | 'uuid'>[],
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    DEAL_COLLECTIONS.map(async ({ name, subject }) => {
      const uuids = subjects.filter(({ kind }) => kind === subject).map(({ uuid }) => uuid);
      return db[name].where('uuid').anyOf(uuids).primaryKeys();
    }),
  );
  return new Set(found.flat());
}
