import { sql } from 'kysely';
import { byWire } from '../../../src/contract/collections/deal-collections.ts';
import {
  SUBJECTS_TOLD,
  type Activity,
  type ActSubject,
  type SubjectKind,
} from '../../../src/contract/entities/transactions/activity.ts';
import { instant } from '../../present/present-row.ts';
import { fullName } from '../../store/account/users.ts';
import { epochsOf } from '../../store/deals/change-log.ts';
import type { DealRead } from '../../store/deals/deal-write.ts';
import type { ChangeCollection, ChangeDetail, Tx } from '../../store/tables.ts';

type Asked = { id: string; since?: number | undefined; epoch?: string | undefined };

/** The maximum number of acts in one response. */
const MOST_ACTS = 200;

/** The maximum number of lines read for an act; the rest are only counted. */
const MOST_LINES = 5 * SUBJECTS_TOLD;

/** Changes to a user's own view of a deal, which are of no interest to others. */
const PRIVATE = ['transactions.participantSettings'];

const KIND_OF: Partial<Record<ChangeCollection, SubjectKind>> = {
  ...byWire(({ subject }) => subject),
  transactions: 'transaction',
  participants: 'participant',
};

/** Commands about a single kind of thing. Their consequences, such as a new status of other rows, aren't listed. */
const ABOUT: Readonly<Record<string, SubjectKind>> = {
  'packets.create': 'packet',
  'packets.send': 'packet',
  'packets.bulkSend': 'packet',
  'packets.queue': 'packet',
  'packets.cancel': 'packet',
  'signing.viewed': 'packet',
  'signing.finish': 'packet',
  'signing.decline': 'packet',
  'signing.delegate': 'packet',
  'assignments.create': 'assignment',
  'assignments.bulkCreate': 'assignment',
  'assignments.delete': 'assignment',
  'assignments.bulkDelete': 'assignment',
  'assignments.bulkMove': 'assignment',
  'assignments.accept': 'assignment',
  'assignments.bulkAccept': 'assignment',
  'assignments.reject': 'assignment',
  'assignments.rejectByGet': 'assignment',
  'assignments.bulkReject': 'assignment',
  'executedDocuments.delete': 'executed_document',
  'signingGroups.assign': 'assignment',
  'signingGroups.assignDynamic': 'dynamic_assignment',
  'releases.release': 'release',
};

/** Acts of signatories in the signing room, each in their own packet. Signatories have no account. */
const BY_SIGNATORIES = ['signing.viewed', 'signing.finish', 'signing.decline', 'signing.delegate'];

/** Their signatures are requested again, in new assignments. */
const REJECTIONS: ReadonlySet<string> = new Set([
  'assignments.reject',
  'assignments.rejectByGet',
  'assignments.bulkReject',
]);

type Line = {
  version: number;
  at: Date;
  /** Null for consequences of a signatory's act. */
  actor: string | null;
  actor_name: string | null;
  command: string;
  collection: ChangeCollection;
  row: string;
  op: 'put' | 'delete';
  detail: ChangeDetail;
};

/** The current or former content of an element. */
type Standing = { label: string | null; item: string | null; task: string | null; name: string | null };

/**
 * Reads who did what in a deal from its change log, since a cursor, or from the beginning without one or with one from another
 * history. Signatories are among the actors. Changes by the server itself, such as a conversion, are left out.
 */
export async function readActivity({ tx, deal }: DealRead, { since, epoch }: Asked): Promise<Activity> {
  const known = since === undefined ? undefined : (await epochsOf(tx, deal.uuid, [since])).get(since);
  const goesOn = since !== undefined && since >= deal.changes_from && known !== undefined && known === epoch;
  const found = await versionsFrom(tx, deal.uuid, goesOn ? since + 1 : deal.changes_from);
  const versions = found.slice(0, MOST_ACTS);
  const more = found.length > MOST_ACTS;
  const version = (more ? versions.at(-1) : undefined) ?? deal.version;
  const lines = await linesOf(tx, deal.uuid, versions);
  const standing = await standingAt(tx, lines);
  const names = await assigneesOf(tx, lines);
  const many = versions.filter((each) => lines.filter((line) => line.version === each).length >= MOST_LINES);
  const counts = await countsOf(tx, deal.uuid, many);
  const acts = versions.flatMap((each) => {
    const own = lines.filter((line) => line.version === each);
    const [first] = own;
    if (!first || first.actor === null || first.actor_name === null) return [];
    const subjects = subjectsOf(own, standing, names);
    return {
      version: each,
      at: instant(first.at),
      actor: { uuid: first.actor, name: first.actor_name },
      command: first.command,
      subjects: subjects.slice(0, SUBJECTS_TOLD),
      num_subjects: BY_SIGNATORIES.includes(first.command)
        ? subjects.length
        : (countOf(counts.get(each), first.command) ?? subjects.length),
    };
  });
  const epochs = await epochsOf(tx, deal.uuid, [version]);
  return { epoch: epochs.get(version) ?? '', version, complete: !goesOn, more, acts };
}

async function versionsFrom(tx: Tx, deal: string, from: number): Promise<number[]> {
  const lines = await tx
    .selectFrom('change_log')
    .select('version')
    .distinct()
    .where('transaction', '=', deal)
    .where('version', '>=', from)
    .where((eb) => eb.or([eb('actor', 'is not', null), eb('command', 'in', BY_SIGNATORIES)]))
    .where('command', 'not in', PRIVATE)
    .where(sql<boolean>`detail->'fields' is distinct from '["send_esigning_notifications"]'::jsonb`)
    .orderBy('version')
    .limit(MOST_ACTS + 1)
    .execute();
  return lines.map(({ version }) => version);
}

async function linesOf(tx: Tx, deal: string, versions: readonly number[]): Promise<Line[]> {
  if (versions.length === 0) return [];
  return (
    tx
      .selectFrom((from) =>
        from
          .selectFrom('change_log')
          .selectAll()
          .select(sql<number>`row_number() over (partition by version order by seq)`.as('nth'))
          .where('transaction', '=', deal)
          .where('version', 'in', versions)
          .as('line'),
      )
      .leftJoin('users', 'users.uuid', 'line.actor')
      // A signatory's act begins with their packet.
      .leftJoin('packets', (join) =>
        join
          .onRef('packets.uuid', '=', 'line.row')
          .on('line.actor', 'is', null)
          .on('line.collection', '=', 'packets'),
      )
      .leftJoin('signatories', 'signatories.uuid', 'packets.signatory')
      .select((eb) => [
        'line.version',
        'line.at',
        eb.fn.coalesce('users.uuid', 'signatories.uuid').as('actor'),
        eb.fn.coalesce(fullName('users'), 'signatories.full_name').as('actor_name'),
        'line.command',
        'line.collection',
        'line.row',
        'line.op',
        'line.detail',
      ])
      .where('line.nth', '<=', MOST_LINES)
      .orderBy('line.version')
      .orderBy('line.seq')
      .execute()
  );
}

type Counts = ReadonlyMap<ChangeCollection, number>;

/** Returns the number of things that a command is about, or else the largest number in one collection. */
function countOf(counts: Counts | undefined, command: string): number | undefined {
  if (!counts) return undefined;
  const kind = ABOUT[command];
  const [own] = [...counts].flatMap(([collection, count]) => (KIND_OF[collection] === kind ? count : []));
  return kind !== undefined && own !== undefined ? own : Math.max(0, ...counts.values());
}

/** Counts the rows of each collection that an act touched. */
async function countsOf(tx: Tx, deal: string, versions: readonly number[]): Promise<Map<number, Counts>> {
  if (versions.length === 0) return new Map();
  const lines = await tx
    .selectFrom('change_log')
    .select(({ fn }) => ['version', 'collection', fn.count<string>('row').distinct().as('count')])
    .where('transaction', '=', deal)
    .where('version', 'in', versions)
    .where('collection', '<>', 'child_lists')
    // Shifted by other rows, as below.
    .where(sql<boolean>`not (collection = 'custom_keys' and detail->>'name' is null)`)
    .groupBy(['version', 'collection'])
    .execute();
  return new Map(
    [...Map.groupBy(lines, ({ version }) => version)].map(([version, own]) => [
      version,
      new Map(own.map(({ collection, count }) => [collection, Number(count)])),
    ]),
  );
}

/** Reads the content, deleted or not, of the elements that these lines name. */
async function standingAt(tx: Tx, lines: readonly Line[]): Promise<Map<string, Standing>> {
  const named = [...new Set(lines.filter((line) => line.collection === 'elements').map(({ row }) => row))];
  if (named.length === 0) return new Map();
  const rows = await tx
    .selectFrom('elements')
    .leftJoin('items', 'items.uuid', 'elements.item')
    .leftJoin('tasks', 'tasks.uuid', 'elements.task')
    .select([
      'elements.uuid',
      'elements.label',
      'elements.item',
      'elements.task',
      sql<string | null>`coalesce(items.name, tasks.name)`.as('name'),
    ])
    .where(sql<boolean>`elements.uuid = any(${named}::uuid[])`)
    .execute();
  return new Map(rows.map(({ uuid, ...row }) => [uuid, row]));
}

/** The names of assignees, by uuid. */
async function assigneesOf(tx: Tx, lines: readonly Line[]): Promise<ReadonlyMap<string, string>> {
  const assignees = [...new Set(lines.flatMap(({ detail }) => detail.values?.['assignee'] ?? []))];
  if (assignees.length === 0) return new Map();
  const users = await tx
    .selectFrom('users')
    .select(['uuid', fullName('users').as('name')])
    .where(sql<boolean>`uuid::text = any(${assignees})`)
    .execute();
  return new Map(users.map(({ uuid, name }) => [uuid, name]));
}

/** Facts with the assignee's name in place of the uuid. */
function withNames(
  values: NonNullable<ChangeDetail['values']>,
  names: ReadonlyMap<string, string>,
): ActSubject['values'] {
  const { assignee } = values;
  return typeof assignee === 'string' ? { ...values, assignee: names.get(assignee) ?? assignee } : values;
}

/**
 * Finds the subjects of an act, each once. An element's lines are reported as its content. A file that was added or deleted with
 * its item, or filed under it, is not listed separately, nor is an item whose file was deleted or restored, nor fields that
 * others have shifted.
 */
function subjectsOf(
  lines: readonly Line[],
  standing: ReadonlyMap<string, Standing>,
  names: ReadonlyMap<string, string>,
): ActSubject[] {
  const subjects = new Map<string, ActSubject>();
  for (const line of lines) {
    const about = whatOf(line, standing);
    if (!about) continue;
    const key = `${about.kind} ${about.uuid}`;
    const { name = null, was = null, fields = [], values = {} } = line.detail;
    const before = subjects.get(key);
    subjects.set(key, {
      ...about,
      op: before?.op ?? line.op,
      // The name in the log, if any of its lines has one, takes precedence over the current name.
      name: name ?? before?.name ?? about.name,
      was: before?.was ?? was,
      fields: [...new Set([...(before?.fields ?? []), ...fields])],
      values: { ...before?.values, ...withNames(values, names) },
    });
  }
  const main = mainSubjects(lines[0]?.command ?? '', [...subjects.values()]);
  if (main.length > 0) return main;
  const told = [...subjects.values()].filter(
    (each) => !isOnly(each, 'custom_key', 'order') || each.name !== null,
  );
  const files = told.filter(({ kind }) => kind === 'document');
  const isAboutFile = files.length > 0 && !files.some(({ fields }) => fields.includes('item_id'));
  const own = told.filter((each) => !(isAboutFile && hasOnlyFiles(each)));
  const withItem = own.some(({ kind }) => kind === 'item');
  return own.filter(({ kind }) => !(withItem && kind === 'document'));
}

/** Returns the subjects of a command that is about one kind of thing; empty for other commands. */
function mainSubjects(command: string, subjects: readonly ActSubject[]): ActSubject[] {
  const kind = ABOUT[command];
  const own = subjects.filter((each) => each.kind === kind);
  // The next packet in the signing order is sent at that point.
  if (BY_SIGNATORIES.includes(command)) return own.slice(0, 1);
  // Packets that new ones replace are deleted.
  if (command === 'packets.create') return own.filter(({ op }) => op === 'put');
  return REJECTIONS.has(command) ? own.filter(({ values }) => values['status'] === 'rejected') : own;
}

/** Returns whether only the file of an item changed. */
function hasOnlyFiles({ kind, fields }: ActSubject): boolean {
  return kind === 'item' && fields.length > 0 && fields.every((field) => FILES.has(field));
}

const FILES: ReadonlySet<string> = new Set([
  'document',
  'pending_version_document',
  'pending_conversion_document',
]);

function isOnly({ kind, fields }: ActSubject, of: SubjectKind, field: string): boolean {
  return kind === of && fields.length === 1 && fields[0] === field;
}

function whatOf(
  { collection, row }: Line,
  standing: ReadonlyMap<string, Standing>,
): Pick<ActSubject, 'kind' | 'uuid' | 'name'> | null {
  if (collection === 'elements') {
    const at = standing.get(row);
    if (!at) return null;
    if (at.item !== null) return { kind: 'item', uuid: at.item, name: at.name };
    if (at.task !== null) return { kind: 'task', uuid: at.task, name: at.name };
    return { kind: 'header', uuid: row, name: at.label };
  }
  const kind = KIND_OF[collection];
  return kind ? { kind, uuid: row, name: null } : null;
}
