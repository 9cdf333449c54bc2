import { Dexie, RangeSet, type DexieOptions, type EntityTable, type Table } from 'dexie';
import { byName, DEAL_COLLECTIONS, type CollectionName } from '../contract/collections/deal-collections.ts';
import { NEW_DEAL_FACTS } from './new-deal.ts';
import type {
  ActRow,
  AnswerRow,
  BaseRow,
  ChildListRow,
  CursorRow,
  FileBytesRow,
  FileRow,
  MemberRow,
  MetaRow,
  MirrorRows,
  OrganizationRow,
  NoticeRow,
  NotificationRow,
  OutboxRow,
  RejectedRow,
  SentRow,
  TransactionRow,
  UserRow,
} from './rows.ts';

/**
 * Version of the stores below.
 *
 * 1  mirror of deals, elements, items, documents; outbox; upload queue
 * 2  outbox indexed by what its edits touch
 * 3  notifications
 * 4  tasks, notes, custom keys, members of the firm; all fields of a deal, archiving, leaving, adding and removing
 *    people
 * 5  who did what in a deal
 * 6  acts of several edits, which are reported once all are answered
 * 7  versions of a document on the checklist
 * 8  the user's organization; the server's responses for single screens
 * 9  bytes sealed by the device's lock, which an older app would consider damaged
 * 10 the service with which a deal is signed: an older app would leave that out of the edit, and count it as done
 * 11 whether a document is deleted from the queue: an older app would delete it from the checklist as well
 * 12 edits that the server has recently acknowledged
 * 13 the numbering of a deal: an older app would leave that out of the edit, and count it as done
 *
 * Each collection counts as a version since then, because a new one adds a store; there were six. Besides:
 *
 * 8  copies of signatories, and packets that are created and sent without a network: an older app couldn't read these edits
 * 9  new names of fields and signing groups, which are edits like any other; those of older apps are still read
 * 10 the document whose file has a document's signature pages: an older app would leave that out of the edit
 * 11 blocks of a signature page that are only moved: an older app couldn't read these edits
 * 12 merges of two signatories, and pages that go to another signatory: an older app couldn't read these edits. The sheet of a signing
 *    field: an older app would leave that out of the edit
 * 13 signatures that move to another page: an older app couldn't read these edits
 */
const OWN_VERSION = 13;

const SCHEMA_VERSION = OWN_VERSION + DEAL_COLLECTIONS.length;

type CollectionTables = { [Name in CollectionName]: EntityTable<MirrorRows[Name], 'uuid'> };

type DexieOfCollections = new (name: string, options: DexieOptions) => Dexie & CollectionTables;

/**
 * Dexie adds a property for each store. These are the properties of the collections' stores, so that nobody has to list them
 * again.
 */
function withCollections(base: typeof Dexie): DexieOfCollections;
function withCollections(base: typeof Dexie): unknown {
  return base;
}

/**
 * The mirror and the outbox of one user on this device. Its name contains the user's id, so another user has another
 * database.
 */
export class MirrorDatabase extends withCollections(Dexie) {
  declare users: EntityTable<UserRow, 'uuid'>;
  declare transactions: EntityTable<TransactionRow, 'uuid'>;
  declare notifications: EntityTable<NotificationRow, 'uuid'>;
  declare members: EntityTable<MemberRow, 'uuid'>;
  declare organizations: EntityTable<OrganizationRow, 'uuid'>;
  declare answers: EntityTable<AnswerRow, 'key'>;
  declare activity: Table<ActRow, [string, number]>;
  declare childLists: EntityTable<ChildListRow, 'key'>;
  declare base: Table<BaseRow, [string, string]>;
  declare outbox: EntityTable<OutboxRow, 'seq'>;
  declare rejected: EntityTable<RejectedRow, 'id'>;
  declare sent: EntityTable<SentRow, 'id'>;
  declare cursors: EntityTable<CursorRow, 'key'>;
  declare notices: EntityTable<NoticeRow, 'id'>;
  declare files: EntityTable<FileRow, 'uuid'>;
  declare fileBytes: EntityTable<FileBytesRow, 'uuid'>;
  declare meta: EntityTable<MetaRow, 'key'>;

  readonly userId: string;

  constructor(userId: string, durability: Durability) {
    // Dexie's cache would be copied and updated at every commit, and would make most live queries run twice.
    super(databaseName(userId), { chromeTransactionDurability: durability, cache: 'disabled' });
    this.userId = userId;
    this.version(SCHEMA_VERSION).stores({
      users: 'uuid',
      transactions: 'uuid',
      ...byName(({ indexes }) => ['uuid', 'transaction', ...indexes].join(', ')),
      notifications: 'uuid',
      members: 'uuid',
      organizations: 'uuid',
      answers: 'key',
      activity: '[transaction+version], transaction',
      childLists: 'key, transaction',
      base: '[table+key], lane',
      outbox: '++seq, &id, lane, *touches',
      rejected: 'id, lane',
      sent: 'id, lane, ackedAt',
      cursors: 'key, lane',
      notices: 'id, at',
      files: 'uuid, transaction',
      fileBytes: 'uuid',
      meta: 'key',
    });
    // Dexie also calls these hooks for missing rows.
    this.transactions.hook('reading', (row: TransactionRow | undefined) => row && withAllFacts(row));
    this.base.hook('reading', (row: BaseRow | undefined) => row && baseWithAllFacts(row));
  }

  /** Returns whether a newer version of the app has changed the stores. Dexie would still open them. Valid once open. */
  isOutgrown(): boolean {
    return isNewerVersion(this.backendDB().version);
  }
}

/**
 * Adds defaults to a deal stored before version 4, which lacks fields until the server sends them. This happens on reading,
 * because rewriting rows would need room on the disk before anything can be shown.
 */
function withAllFacts(deal: TransactionRow): TransactionRow {
  if ('deletedParticipants' in deal) return deal;
  const known: Omit<TransactionRow, keyof typeof NEW_DEAL_FACTS> & Partial<TransactionRow> = deal;
  const { participants = [] }: Partial<TransactionRow> = deal;
  return {
    ...NEW_DEAL_FACTS,
    ...known,
    participants: participants.filter(({ deleted }) => !deleted),
    deletedParticipants: participants.filter(({ deleted }) => deleted),
  };
}

function baseWithAllFacts(base: BaseRow): BaseRow {
  return base.table === 'transactions' && base.row ? { ...base, row: withAllFacts(base.row) } : base;
}

/**
 * Returns whether a version, as IndexedDB counts, is newer than this app's. Dexie counts in tenths, for its own
 * repairs.
 */
export function isNewerVersion(version: number): boolean {
  return Math.floor(version / 10) > SCHEMA_VERSION;
}

/** `strict`: on disk when the commit returns (edits, staged bytes). `relaxed`: data that can be pulled again. */
export type Durability = 'strict' | 'relaxed';

function databaseName(userId: string): string {
  return `counterpart-${userId}`;
}

/** A newer version of the app has taken over the database: this version can no longer read or write it. */
export class OutdatedError extends Error {
  constructor() {
    super(OUTDATED_SENTENCE);
  }
}

/** The user's message in that case. */
export const OUTDATED_SENTENCE = 'Counterpart was updated in another tab. Reload the page to continue.';

/** Returns whether the handle is closed, by the browser or for a newer version of the app. */
export function isDatabaseClosed(error: unknown): boolean {
  return error instanceof Dexie.DatabaseClosedError || error instanceof OutdatedError;
}

/**
 * Returns whether a query failed because the browser closed the database while the query waited for it to open, for example
 * because site data was cleared. The database is opened once more. Live queries wait for a closed database, but fail with
 * this error.
 */
export function isClosedWhileOpening(error: unknown): boolean {
  if (!(error instanceof Dexie.OpenFailedError)) return false;
  const inner: unknown = error.inner;
  return inner instanceof Error && inner.name === 'AbortError';
}

/** Runs every live query of the browser profile again, whatever has changed. */
export function rerunLiveQueries(): void {
  Dexie.on.storagemutated.fire({ all: new RangeSet(-Infinity, [[]]) });
}
