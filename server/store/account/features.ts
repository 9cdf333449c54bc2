import type { Kysely } from 'kysely';
import {
  flagsSchema,
  switchesSchema,
  type Flags,
  type Switches,
} from '../../../src/contract/entities/account/feature-status.ts';
import { FLAGS, SWITCHES, type Feature, type Switch } from '../../../src/contract/rules/account/features.ts';
import type { Tables } from '../tables.ts';

/** The features that are on for everyone. */
export async function readSwitches(db: Kysely<Tables>): Promise<Switches> {
  const rows = await db.selectFrom('features').selectAll().where('transaction', 'is', null).execute();
  return switchesSchema.parse({ switches: statesOf(SWITCHES, rows) });
}

/** Returns whether a feature is on for everyone. */
export async function isSwitchedOn(db: Kysely<Tables>, name: Switch): Promise<boolean> {
  const row = await db
    .selectFrom('features')
    .select('is_active')
    .where('name', '=', name)
    .where('transaction', 'is', null)
    .executeTakeFirst();
  return row?.is_active ?? false;
}

/** Returns the features that are on in a deal: its own setting, or else the general one. */
export async function readFlags(db: Kysely<Tables>, deal: string): Promise<Flags> {
  const rows = await db
    .selectFrom('features')
    .selectAll()
    .where((is) => is.or([is('transaction', '=', deal), is('transaction', 'is', null)]))
    .execute();
  return flagsSchema.parse({ flags: statesOf(FLAGS, rows) });
}

/** Turns a feature on or off for everyone, or in one deal. */
export async function setFeature(
  db: Kysely<Tables>,
  feature: { name: Feature; transaction: string | null; is_active: boolean; set_at: Date },
): Promise<void> {
  await db
    .insertInto('features')
    .values(feature)
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'transaction'])
        .doUpdateSet({ is_active: feature.is_active, set_at: feature.set_at }),
    )
    .execute();
}

function statesOf(
  names: readonly Feature[],
  rows: readonly { name: string; transaction: string | null; is_active: boolean }[],
): Record<string, { is_active: boolean }> {
  // The setting for one transaction takes precedence over the general one.
  const inOrder = rows.toSorted(
    (one, other) => Number(one.transaction === null) - Number(other.transaction === null),
  );
  return Object.fromEntries(
    names.map((name) => [name, { is_active: inOrder.find((row) => row.name === name)?.is_active ?? false }]),
  );
}
