import { sql } from 'kysely';
import type { AccessAct, Tx } from '../store/tables.ts';
import { fullName } from '../store/account/users.ts';
import type { Cell } from '../../src/contract/rules/tables/sheet-xml.ts';
import type { Sheet } from './write-sheet.ts';

const BATCH = 1000;

const COLUMNS = [
  { head: 'When (UTC)', width: 20 },
  { head: 'Who', width: 26 },
  { head: 'Email address', width: 32 },
  { head: 'As', width: 14 },
  { head: 'What', width: 46 },
  { head: 'Transaction', width: 44 },
  { head: 'Client', width: 28 },
  { head: 'Matter', width: 16 },
] as const;

const ACTS: Record<AccessAct, string> = {
  listed: 'Saw it in the list of transactions (once a day)',
  opened: 'Read its contents (once a day)',
  viewed: 'Opened it (once an hour)',
  downloaded: 'Opened or downloaded a file of it',
  fetched: 'A device of theirs fetched a file of it automatically, for use offline',
  exported: 'Exported it in a report',
  copied: 'Copied signatories from it to another transaction',
  participant_added: 'Added a participant as an administrator',
  participant_removed: 'Removed a participant as an administrator',
  strict_on: 'Turned on strict data access',
  strict_off: 'Turned off strict data access',
  support_on: 'Gave support access for 24 hours',
  support_off: 'Ended support’s access',
};

export async function countAccess(tx: Tx, organization: string): Promise<number> {
  const { count } = await tx
    .selectFrom('access_log')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow();
  return count;
}

/** Reads who has viewed what in an organization, from the beginning. `told` gets the number of rows of each batch. */
export function accessSheet(tx: Tx, organization: string, told: (rows: number) => Promise<void>): Sheet {
  return { name: 'Access log', columns: COLUMNS, rows: batches(tx, organization, told) };
}

async function* batches(
  tx: Tx,
  organization: string,
  told: (rows: number) => Promise<void>,
): AsyncGenerator<Cell[][]> {
  let last: { at: Date; uuid: string } | undefined;
  do {
    const batch = await readBatch(tx, organization, last);
    last = batch.length < BATCH ? undefined : batch.at(-1);
    await told(batch.length);
    yield batch.map((row): Cell[] => [
      { instant: row.at },
      { text: row.who },
      { text: row.email },
      { text: row.acting_as },
      { text: ACTS[row.act] },
      { text: row.name ?? '' },
      { text: row.client_name ?? '' },
      { text: row.matter_number ?? '' },
    ]);
  } while (last);
}

async function readBatch(tx: Tx, organization: string, after: { at: Date; uuid: string } | undefined) {
  return tx
    .selectFrom('access_log')
    .innerJoin('users', 'users.uuid', 'access_log.user_uuid')
    .leftJoin('transactions', 'transactions.uuid', 'access_log.transaction')
    .select([
      'access_log.uuid',
      'access_log.at',
      'access_log.act',
      'access_log.acting_as',
      'users.email',
      fullName('users').as('who'),
      'transactions.name',
      'transactions.client_name',
      'transactions.matter_number',
    ])
    .where('access_log.organization', '=', organization)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(access_log.at, access_log.uuid) > (${after?.at}, ${after?.uuid})`),
    )
    .orderBy('access_log.at')
    .orderBy('access_log.uuid')
    .limit(BATCH)
    .execute();
}
