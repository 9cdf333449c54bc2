import { Dexie, type EntityTable, type Table } from 'dexie';
import type {
  BaseRow,
  ChildListRow,
  CursorRow,
  DocumentRow,
  ElementRow,
  FileBytesRow,
  FileRow,
  ItemRow,
  MetaRow,
  NoticeRow,
  OutboxRow,
  RejectedRow,
  TransactionRow,
  UserRow,
} from './rows.ts';

/**
 * Version of the stores below.
 *
 * 1  mirror of deals, elements, items, documents; outbox; upload queue
 * 2  outbox by what its edits touch
 */
const SCHEMA_VERSION = 2;

/** The mirror and the outbox of one person on this device. Its name bears the user's id: another person opens another. */
export class MirrorDatabase extends Dexie {
  declare users: EntityTable<UserRow, 'uuid'>;
  declare transactions: EntityTable<TransactionRow, 'uuid'>;
  declare elements: EntityTable<ElementRow, 'uuid'>;
  declare items: EntityTable<ItemRow, 'uuid'>;
  declare documents: EntityTable<DocumentRow, 'uuid'>;
  declare childLists: EntityTable<ChildListRow, 'key'>;
  declare base: Table<BaseRow, [string, string]>;
  declare outbox: EntityTable<OutboxRow, 'seq'>;
  declare rejected: EntityTable<RejectedRow, 'id'>;
  declare cursors: EntityTable<CursorRow, 'key'>;
  declare notices: EntityTable<NoticeRow, 'id'>;
  declare files: EntityTable<FileRow, 'uuid'>;
  declare fileBytes: EntityTable<FileBytesRow, 'uuid'>;
  declare meta: EntityTable<MetaRow, 'key'>;

  readonly userId: string;

  constructor(userId: string, durability: Durability) {
    super(databaseName(userId), { chromeTransactionDurability: durability });
    this.userId = userId;
    this.version(SCHEMA_VERSION).stores({
      users: 'uuid',
      transactions: 'uuid',
      elements: 'uuid, transaction',
      items: 'uuid, transaction',
      documents: 'uuid, transaction',
      childLists: 'key, transaction',
      base: '[table+key], lane',
      outbox: '++seq, &id, lane, *touches',
      rejected: 'id, lane',
      cursors: 'key, lane',
      notices: 'id, at',
      files: 'uuid, transaction',
      fileBytes: 'uuid',
      meta: 'key',
    });
  }
}

/** `strict`: on disk when the commit returns (edits, staged bytes). `relaxed`: what can be pulled again. */
export type Durability = 'strict' | 'relaxed';

function databaseName(userId: string): string {
  return `counterpart-${userId}`;
}

/** Whether the database was closed under us, as by a newer version of the app that upgrades it. */
export function isDatabaseClosed(error: unknown): boolean {
  return error instanceof Dexie.DatabaseClosedError;
}

const open = new Map<string, MirrorDatabase>();

/** The one open handle per person and durability in this context. */
export function openDatabase(userId: string, durability: Durability = 'strict'): MirrorDatabase {
  const key = `${userId}/${durability}`;
  const existing = open.get(key);
  if (existing) return existing;
  const db = new MirrorDatabase(userId, durability);
  open.set(key, db);
  // A newer version of the app upgrades the stores: let go, or it would wait for this tab for ever.
  db.on('versionchange', () => {
    db.close({ disableAutoOpen: true });
    open.delete(key);
  });
  return db;
}
