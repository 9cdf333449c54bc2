import { sql } from 'kysely';
import { fullName, type SignedInUser } from '../store/account/users.ts';
import type { Tx } from '../store/tables.ts';
import type { Cell } from '../../src/contract/rules/tables/sheet-xml.ts';
import type { Sheet } from './write-sheet.ts';

/** Which of an organization's deals to include: those created at or after `from`, and earlier than `before`. */
export type Period = { organization: string; from: Date | null; before: Date | null };

const BATCH = 1000;

const COLUMNS = [
  { head: 'Name', width: 44 },
  { head: 'Client', width: 28 },
  { head: 'Client number', width: 16 },
  { head: 'Matter', width: 16 },
  { head: 'Created (UTC)', width: 20 },
  { head: 'Closing date', width: 13 },
  { head: 'Creator', width: 24 },
  { head: 'Participants', width: 44 },
  { head: 'Documents', width: 11 },
  { head: 'Signatures executed', width: 19 },
  { head: 'Signatures to accept', width: 19 },
  { head: 'Signatures sent', width: 16 },
  { head: 'Signatures total', width: 16 },
  { head: 'Status', width: 16 },
  { head: 'Archived', width: 12 },
] as const;

export async function countDeals(tx: Tx, period: Period): Promise<number> {
  const { count } = await dealsOf(tx, period)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Reads the organization's deals, oldest first, as its admin `reader` sees them: only the outline if strict data access hides the
 * rest. `told` gets each batch.
 */
export function dealSheet(
  tx: Tx,
  period: Period,
  reader: SignedInUser,
  told: (deals: readonly DealLine[]) => Promise<void>,
): Sheet {
  return { name: 'Transactions', columns: COLUMNS, rows: batches(tx, period, reader, told) };
}

async function* batches(
  tx: Tx,
  period: Period,
  reader: SignedInUser,
  told: (deals: readonly DealLine[]) => Promise<void>,
): AsyncGenerator<Cell[][]> {
  let last: DealLine | undefined;
  do {
    const batch = await readBatch(tx, period, reader, last);
    last = batch.length < BATCH ? undefined : batch.at(-1);
    await told(batch);
    yield batch.map(cellsOf);
  } while (last);
}

/** A deal in the report; with `strict`, each export of it is logged. */
export type DealLine = Awaited<ReturnType<typeof readBatch>>[number];

async function readBatch(
  tx: Tx,
  period: Period,
  reader: SignedInUser,
  after: { uuid: string; created_at: Date } | undefined,
) {
  let query = dealsOf(tx, period)
    .innerJoin('users as creator', 'creator.uuid', 'transactions.created_by')
    .innerJoin('organizations', 'organizations.uuid', 'transactions.organization')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('participants')
          .innerJoin('users', 'users.uuid', 'participants.user_uuid')
          .whereRef('participants.transaction', '=', 'transactions.uuid')
          .where('participants.deleted', '=', false)
          .select([
            sql<string>`string_agg(${fullName('users')}, ', ' order by participants.created_at, participants.uuid)`.as(
              'names',
            ),
            sql<number>`count(*)::int`.as('count'),
            sql<number>`count(*) filter (where participants.archived)::int`.as('archived'),
            sql<boolean>`coalesce(bool_or(participants.user_uuid = ${reader.uuid}), false)`.as('mine'),
          ])
          .as('people'),
      (join) => join.onTrue(),
    )
    .select([
      'transactions.uuid',
      'transactions.name',
      'transactions.client_name',
      'transactions.client_number',
      'transactions.matter_number',
      'transactions.created_at',
      'transactions.closing_date',
      'organizations.strict_data_access as strict',
      fullName('creator').as('creator'),
      'people.names',
      'people.count as num_people',
      'people.archived as num_archived',
      'people.mine',
      'transactions.num_documents',
      'transactions.num_executed_signatures',
      'transactions.num_esignings_waiting_to_be_accepted',
      'transactions.num_signatures',
      'transactions.total_signatures',
      sql<boolean>`coalesce(transactions.closing_date::date < current_date, false)`.as('past'),
    ]);
  if (after) {
    query = query.where(
      sql<boolean>`(transactions.created_at, transactions.uuid) > (${after.created_at}, ${after.uuid})`,
    );
  }
  return query.orderBy('transactions.created_at').orderBy('transactions.uuid').limit(BATCH).execute();
}

function dealsOf(tx: Tx, { organization, from, before }: Period) {
  return tx
    .selectFrom('transactions')
    .where('transactions.organization', '=', organization)
    .where('transactions.deleted_at', 'is', null)
    .$if(from !== null, (query) => query.where('transactions.created_at', '>=', from))
    .$if(before !== null, (query) => query.where('transactions.created_at', '<', before));
}

function cellsOf(deal: DealLine): Cell[] {
  const outline: Cell[] = [
    { text: deal.name },
    { text: deal.client_name },
    { text: deal.client_number },
    { text: deal.matter_number },
    { instant: deal.created_at },
    deal.closing_date === null ? null : { date: deal.closing_date },
  ];
  if (deal.strict && deal.mine !== true) return outline;
  return [
    ...outline,
    { text: deal.creator },
    { text: deal.names ?? '' },
    { number: deal.num_documents },
    { number: deal.num_executed_signatures },
    { number: deal.num_esignings_waiting_to_be_accepted },
    { number: deal.num_signatures },
    { number: deal.total_signatures },
    { text: deal.past ? 'Past closing' : 'Open' },
    { text: archivedInWords(deal.num_archived ?? 0, deal.num_people ?? 0) },
  ];
}

/** Archiving is a personal setting. */
function archivedInWords(archived: number, people: number): string {
  if (archived === 0) return 'No';
  return archived === people ? 'Yes' : `By ${archived} of ${people}`;
}
