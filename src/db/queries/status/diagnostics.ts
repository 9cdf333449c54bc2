import { CONTRACT_VERSION } from '../../../contract/version.ts';
import { OUTBOX_FORMAT } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import {
  ACCOUNT_LANE,
  EPOCH_KEY,
  HEALED_KEY,
  LEADER_KEY,
  SETBACKS_KEY,
  type CursorRow,
  type FileRow,
  type OutboxRow,
  type SetbackNote,
} from '../../rows.ts';
import { fileStatus } from '../documents/file-standing.ts';
import { syncStatus, type SyncSummary } from './sync-status.ts';

/** The edits of one deal that the server's data does not include yet. */
export interface LaneFacts {
  lane: string;
  unsent: number;
  /** Accepted by the server, waiting for its lists. */
  acked: number;
  /** When the oldest unsent one was made, ISO; null = none is unsent. */
  oldestAt: string | null;
  /** Why the first of them was not sent, if known. */
  heldBy: string | null;
}

/** What the device knows about the sync engine's work, from one snapshot of the mirror. */
export interface Diagnostics {
  summary: SyncSummary;
  outbox: OutboxRow[];
  files: FileRow[];
  lanes: LaneFacts[];
  cursors: CursorRow[];
  setbacks: SetbackNote[];
  /** Names of the deals, by lane. */
  dealNames: ReadonlyMap<string, string>;
  /** The last leader's number; 0 = there has been no leader yet. */
  epoch: number;
  /** What the leader reports about itself. */
  leader: Record<string, unknown> | null;
  /** How often a deal's checksum differed and it was pulled whole. */
  healed: number;
  versions: { contract: number; outbox: number; schema: number };
}

/** Everything that the diagnostics page shows. */
export async function diagnostics(db: MirrorDatabase): Promise<Diagnostics> {
  const tables = [db.meta, db.outbox, db.rejected, db.files, db.cursors, db.transactions];
  return db.transaction('r', tables, async () => {
    const outbox = await db.outbox.orderBy('seq').toArray();
    const files = await db.files.toArray();
    const deals = await db.transactions.toArray();
    return {
      summary: await syncStatus(db),
      outbox,
      files: files.filter((file) => fileStatus(file) !== null),
      lanes: lanesOf(outbox),
      cursors: await db.cursors.orderBy('key').toArray(),
      setbacks: asSetbacks(await fact(db, SETBACKS_KEY)),
      dealNames: new Map([
        [ACCOUNT_LANE, 'Your account'],
        ...deals.map((deal) => [deal.uuid, deal.name] as const),
      ]),
      epoch: asCount(await fact(db, EPOCH_KEY)),
      leader: asFacts(await fact(db, LEADER_KEY)),
      healed: asCount(await fact(db, HEALED_KEY)),
      versions: { contract: CONTRACT_VERSION, outbox: OUTBOX_FORMAT, schema: db.verno },
    };
  });
}

async function fact(db: MirrorDatabase, key: string): Promise<unknown> {
  return (await db.meta.get(key))?.value;
}

function lanesOf(outbox: readonly OutboxRow[]): LaneFacts[] {
  return [...new Set(outbox.map((row) => row.lane))].map((lane) => {
    const own = outbox.filter((row) => row.lane === lane);
    const unsent = own.filter((row) => row.state !== 'acked');
    return {
      lane,
      unsent: unsent.length,
      acked: own.length - unsent.length,
      oldestAt: unsent.map((row) => row.madeAt).toSorted()[0] ?? null,
      heldBy: unsent[0]?.lastError ?? null,
    };
  });
}

/** The setbacks stored in `meta`; invalid ones are left out. */
export function asSetbacks(value: unknown): SetbackNote[] {
  return Array.isArray(value) ? value.filter(isSetback) : [];
}

function isSetback(value: unknown): value is SetbackNote {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    typeof value.at === 'string' &&
    'what' in value &&
    typeof value.what === 'string' &&
    'reason' in value &&
    typeof value.reason === 'string' &&
    'times' in value &&
    typeof value.times === 'number'
  );
}

function asCount(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function asFacts(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? { ...value } : null;
}

/** Returns whether a lane belongs to the user and not to a deal. */
export function isAccountLane(lane: string): boolean {
  return lane === ACCOUNT_LANE;
}
