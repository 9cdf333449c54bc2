import type { ColumnType } from 'kysely';

/** `at` is written and read as a Date, with milliseconds, because the wire has no more precision. */
export type Instant = ColumnType<Date, Date, Date>;
export type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** The columns of every mirrored row (docs/product/api.md, "Requests"). */
export interface RowColumns {
  version: number;
  modified_at: Instant;
  modified_by: string | null;
}

/** Deleted rows are kept for 30 days, so that they can be restored. */
export interface SoftDeleteColumns {
  deleted_at: MaybeInstant;
  deleted_by: ColumnType<string | null, string | null | undefined, string | null>;
}

/** The columns of every row of a deal's collections. */
export interface DealRowColumns extends RowColumns, SoftDeleteColumns {
  uuid: string;
  transaction: string;
  created_at: Instant;
  created_by: string;
}
