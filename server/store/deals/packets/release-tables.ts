import type { JSONColumnType } from 'kysely';
import type { LedgerEvent } from '../../../../src/contract/rules/closing/ledger-events.ts';
import type { ReleaseStatus } from '../../../../src/contract/rules/closing/release.ts';
import type { DealRowColumns, Instant, MaybeInstant } from '../../columns.ts';

/** `met_at` is a time in the format of the wire. */
export interface StoredCondition {
  uuid: string;
  text: string;
  met_by: string | null;
  met_at: string | null;
}

/** `organization` is the user's when they confirmed. */
export interface StoredConfirmation {
  user: string;
  organization: string;
  at: string;
}

/** A release of held pages. Either `items` or `assignments` is empty. */
interface ReleaseTable extends DealRowColumns {
  name: string;
  items: string[];
  assignments: string[];
  /** `YYYY-MM-DD`, as text: a date has no time zone. */
  effective_date: string | null;
  conditions: JSONColumnType<StoredCondition[]>;
  confirmations: JSONColumnType<StoredConfirmation[]>;
  /** The signatures that were confirmed and, once released, the ones that were released. */
  signatures: string[];
  status: ReleaseStatus;
  released_by: string | null;
  released_at: MaybeInstant;
  withdrawn_reason: string | null;
}

/** A deal's ledger: append-only, each row with the hash of the one before. */
interface LedgerEntryTable {
  transaction: string;
  seq: number;
  event: LedgerEvent;
  at: Instant;
  actor: string | null;
  address: string;
  subject: string | null;
  details: JSONColumnType<Record<string, unknown>>;
  previous_hash: string;
  hash: string;
}

export interface ReleaseTables {
  releases: ReleaseTable;
}

/** Tables that belong to releases but aren't collections. */
export interface ReleaseDetailTables {
  ledger_entries: LedgerEntryTable;
}
