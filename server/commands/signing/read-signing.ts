import type { ListedAssignment } from '../../../src/contract/entities/signing/listed-assignment.ts';
import type {
  ListedSignatory,
  SignatoryAct,
} from '../../../src/contract/entities/signing/listed-signatory.ts';
import type { ListedSigningGroup } from '../../../src/contract/entities/signing/listed-signing-group.ts';
import type { SignaturePageInFull } from '../../../src/contract/entities/signing/signature-page.ts';
import { sql } from 'kysely';
import {
  COLLECTION_NAMED,
  DEAL_COLLECTIONS,
  type WireName,
} from '../../../src/contract/collections/deal-collections.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import { instant } from '../../present/present-row.ts';
import {
  presentAssignmentsInFull,
  presentSignatoriesInFull,
  presentSigningGroupsInFull,
} from '../../present/present-signing-in-full.ts';
import { readRow, readRows } from '../../present/read-rows.ts';
import { paperByAssignment } from '../paper/paper-by-assignment.ts';
import { readDeedLog } from '../rooms/deed-log.ts';
import { packetsByAssignment } from '../packets/packets-by-assignment.ts';
import { fullName } from '../../store/account/users.ts';
import { rowsNaming } from '../../store/deals/collection-rows.ts';
import type { DealRead, DealWrite } from '../../store/deals/deal-write.ts';
import type { ChangeCollection, Tx } from '../../store/tables.ts';

/** The maximum number of entries in a signatory's history. */
const MOST_ACTS = 500;

/** Returns a deal's assignments with what the specification lists for each. */
export async function readAssignments(
  { tx, deal }: Pick<DealRead, 'tx' | 'deal'>,
  { include_tabs = false }: { transaction: string; include_tabs?: boolean | undefined },
): Promise<ListedAssignment[]> {
  const which = { deal: deal.uuid };
  const assignments = await readRows.assignments(tx, which);
  const dynamic = await readRows.dynamic_assignments(tx, which);
  const packetOf = await packetsByAssignment(tx, deal.uuid);
  const paperOf = await paperByAssignment(tx, deal.uuid);
  const deedLogOf = await readDeedLog(tx, deal.uuid);
  if (!include_tabs)
    return presentAssignmentsInFull(assignments, dynamic, { packetOf, paperOf, deedLogOf, tabs: null });
  const tabs = await readRows.tabs(tx, which);
  const groups = await readRows.tab_groups(tx, which);
  return presentAssignmentsInFull(assignments, dynamic, { packetOf, paperOf, deedLogOf, tabs, groups });
}

/** Returns a signature page with its assignments. @throws {Refusal} `not_found` */
export async function readSignaturePage(
  { tx, deal }: DealRead,
  { id }: { id: string },
): Promise<SignaturePageInFull> {
  const page = await readRow(tx, 'signature_pages', deal.uuid, id);
  const naming = { field: 'item_page_uuid', rows: [id] };
  return { ...page, assignments: await readRows.assignments(tx, { deal: deal.uuid, naming }) };
}

/** Returns a deal's signatories, or those with `query` in their name or email address, ignoring case. */
export async function readSignatories(
  scope: DealRead,
  { query = '' }: { transaction: string; query?: string | undefined },
): Promise<ListedSignatory[]> {
  const all = await readAll(scope);
  return presentSignatoriesInFull(
    all.signatories.filter(({ full_name, email }) => matches(query, full_name, email)),
    all,
  );
}

/** @throws {Refusal} `not_found` */
export async function readSignatory(scope: DealRead, { id }: { id: string }): Promise<ListedSignatory> {
  const row = await readRow(scope.tx, 'signatories', scope.deal.uuid, id);
  const [signatory] = presentSignatoriesInFull([row], await readAll(scope));
  if (!signatory) throw new Error('An existing signatory could not be presented.');
  return signatory;
}

async function readAll(scope: DealRead) {
  const { tx, deal } = scope;
  const which = { deal: deal.uuid };
  return {
    signatories: await readRows.signatories(tx, which),
    representatives: await readRows.representatives(tx, which),
    custom_values: await readRows.custom_values(tx, which),
    packets: await readRows.packets(tx, which),
    assignments: await readAssignments(scope, { transaction: deal.uuid }),
  };
}

/**
 * Presents signatories like the list, including deleted ones. Reads only their own rows, because a deal may have
 * thousands of others.
 */
export async function signatoriesInFull(tx: Tx, rows: DealRows['signatories']): Promise<ListedSignatory[]> {
  const [first] = rows;
  if (!first) return [];
  const deal = first.transaction;
  const uuids = rows.map(({ uuid }) => uuid);
  const naming = async (wire: WireName, field: string) => ({
    deal,
    among: await rowsNaming(tx, wire, { deal, field, uuids }),
  });
  const asEntities = await readRows.representatives(tx, await naming('representatives', 'entity'));
  const asSigners = await readRows.representatives(tx, await naming('representatives', 'signatory'));
  const entities = asSigners.map(({ entity }) => entity);
  return presentSignatoriesInFull(rows, {
    signatories: await readRows.signatories(tx, { deal, among: entities }),
    representatives: [...new Map([...asEntities, ...asSigners].map((row) => [row.uuid, row])).values()],
    custom_values: await readRows.custom_values(tx, await naming('custom_values', 'signatory')),
    packets: await readRows.packets(tx, await naming('packets', 'signatory')),
    assignments: await assignmentsInFull(
      tx,
      await readRows.assignments(tx, await naming('assignments', 'signatory')),
    ),
  });
}

/** Presents assignments like the list, including deleted ones. */
export async function assignmentsInFull(tx: Tx, rows: DealRows['assignments']): Promise<ListedAssignment[]> {
  const [first] = rows;
  if (!first) return [];
  const among = rows.flatMap(({ signing_group_assignment }) => signing_group_assignment ?? []);
  const dynamic = await readRows.dynamic_assignments(tx, { deal: first.transaction, among });
  return presentAssignmentsInFull(rows, dynamic, {
    packetOf: await packetsByAssignment(tx, first.transaction),
    paperOf: await paperByAssignment(tx, first.transaction),
    deedLogOf: await readDeedLog(tx, first.transaction),
    tabs: null,
  });
}

/** Presents signing groups like the list, including deleted ones. */
export async function signingGroupsInFull(
  tx: Tx,
  rows: DealRows['signing_groups'],
): Promise<ListedSigningGroup[]> {
  const [first] = rows;
  if (!first) return [];
  const deal = first.transaction;
  const uuids = rows.map(({ uuid }) => uuid);
  const among = await rowsNaming(tx, 'signing_group_members', { deal, field: 'group', uuids });
  return presentSigningGroupsInFull(rows, await readRows.signing_group_members(tx, { deal, among }));
}

/** Wraps a command so that it presents its row like the list. */
export function answeringInFull<Input, Row, Listed>(
  command: (scope: DealWrite, input: Input) => Promise<Row>,
  inFull: (tx: Tx, rows: Row[]) => Promise<Listed[]>,
): (scope: DealWrite, input: Input) => Promise<Listed> {
  return async (scope, input) => {
    const [listed] = await inFull(scope.tx, [await command(scope, input)]);
    if (listed === undefined) throw new Error('A row that was just written could not be presented.');
    return listed;
  };
}

/** Returns a deal's signing groups with their members, or those with `query` in their name. */
export async function readSigningGroups(
  { tx, deal }: DealRead,
  { query = '' }: { transaction: string; query?: string | undefined },
): Promise<ListedSigningGroup[]> {
  const which = { deal: deal.uuid };
  const groups = (await readRows.signing_groups(tx, which)).filter(({ name }) => matches(query, name));
  return presentSigningGroupsInFull(groups, await readRows.signing_group_members(tx, which));
}

/**
 * Returns the history of a signatory and of the relations, values, memberships and assignments that name them, latest
 * first, for as long as the change log is kept, with their reminders.
 */
export async function readSignatoryAuditLog(
  { tx, deal }: DealRead,
  { id }: { id: string },
): Promise<SignatoryAct[]> {
  const lines = await tx
    .selectFrom('change_log as line')
    .leftJoin('users', 'users.uuid', 'line.actor')
    .select(['line.at', 'line.command', 'line.collection', 'line.row', 'line.op', 'line.detail'])
    .select(['users.uuid as actor', fullName('users').as('actor_name')])
    .where('line.transaction', '=', deal.uuid)
    .where(sql<boolean>`(${sql.join(rowsAbout(id), sql` or `)})`)
    .orderBy('line.version', 'desc')
    .orderBy('line.seq', 'desc')
    .limit(MOST_ACTS)
    .execute();
  const reminders = await tx
    .selectFrom('signatory_reminders as reminder')
    .innerJoin('users', 'users.uuid', 'reminder.sent_by')
    .select(['reminder.sent_at', 'users.uuid as actor', fullName('users').as('actor_name')])
    .where('reminder.signatory', '=', id)
    .orderBy('reminder.sent_at', 'desc')
    .limit(MOST_ACTS)
    .execute();
  const acts = lines.map((line) => ({
    at: instant(line.at),
    actor: line.actor === null ? null : { uuid: line.actor, name: line.actor_name },
    command: line.command,
    subject: SUBJECT_OF.get(line.collection) ?? line.collection,
    uuid: line.row,
    op: line.op,
    fields: line.detail.fields ?? [],
  }));
  const reminded = reminders.map(({ sent_at, actor, actor_name }) => ({
    at: instant(sent_at),
    actor: { uuid: actor, name: actor_name },
    command: 'signatories.sendReminder',
    subject: 'reminder',
    uuid: id,
    op: 'put' as const,
    fields: [],
  }));
  return [...acts, ...reminded].toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, MOST_ACTS);
}

const SUBJECT_OF = new Map<ChangeCollection, string>(
  DEAL_COLLECTIONS.map(({ wire, subject }) => [wire, subject]),
);

/** Matches the log's lines about a signatory, and about rows of other collections that name them, including deleted rows. */
function rowsAbout(signatory: string) {
  const naming = DEAL_COLLECTIONS.map(({ name }) => COLLECTION_NAMED[name]).flatMap(({ wire, parents }) =>
    parents
      .filter(({ collection }) => collection === 'signatories')
      .map(
        ({ field }) => sql<boolean>`
          line.collection = ${wire} and line.row in (
            select uuid from ${sql.table(wire)} where ${sql.ref(field)} = ${signatory}
          )`,
      ),
  );
  return [sql<boolean>`line.collection = 'signatories' and line.row = ${signatory}`, ...naming];
}

/** Returns whether one of the texts contains the query, ignoring case. */
function matches(query: string, ...texts: readonly string[]): boolean {
  const wanted = query.trim().toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}
