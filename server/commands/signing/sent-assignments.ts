import { sql } from 'kysely';
import { givenThrough } from '../../../src/contract/rules/signing/signatories/auth-rep.ts';
import {
  ASSIGNMENT_STATUSES,
  wentOut,
  type AssignmentStatus,
} from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { invalid } from '../../refusal.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { inWords } from '../../../src/contract/rules/signing/signatories/names-in-words.ts';
import { readCapacities } from './capacities.ts';

/** The maximum number of documents that a refusal names. */
const MOST_NAMED = 3;

/** Only signatures with these statuses are read, because a large deal has thousands. */
const WENT_OUT = ASSIGNMENT_STATUSES.filter(wentOut);

const COLUMNS = [
  'uuid',
  'signatory',
  'auth_rep',
  'item',
  'item_page_uuid',
  'signing_group_assignment',
] as const;
type Column = (typeof COLUMNS)[number];

/**
 * Refuses to remove or change signatures whose page was sent or signed.
 * @param which the assignments: those with one of these values in each of these columns
 * @param what the beginning of the sentence, such as "Jane Doe can’t be deleted"
 * @throws {Refusal} `invalid`, naming the documents
 */
export async function assertNoneWentOut(
  scope: DealWrite,
  which: Partial<Record<Column, string | readonly string[]>>,
  what: string,
): Promise<void> {
  let query = scope.tx
    .selectFrom('assignments')
    .innerJoin('items', 'items.uuid', 'assignments.item')
    .select(['assignments.uuid', 'assignments.status', 'items.name'])
    .where('assignments.transaction', '=', scope.deal.uuid)
    .where('assignments.deleted_at', 'is', null)
    .where('assignments.status', 'in', WENT_OUT);
  for (const column of COLUMNS) {
    const value = which[column];
    if (value === undefined) continue;
    const values = typeof value === 'string' ? [value] : value;
    query = query.where(sql<boolean>`${sql.ref(`assignments.${column}`)} = any(${values}::uuid[])`);
  }
  const rows = await query.orderBy('items.name').execute();
  await refuse(scope, what, rows);
}

/** Returns those of these pages that are generated and were sent or signed, each with its item. */
export async function generatedPagesThatWentOut(
  { tx, deal }: DealWrite,
  pages: readonly string[],
): Promise<Map<string, string>> {
  if (pages.length === 0) return new Map();
  const rows = await tx
    .selectFrom('assignments')
    .innerJoin('signature_pages', 'signature_pages.uuid', 'assignments.item_page_uuid')
    .select(['signature_pages.uuid', 'signature_pages.item'])
    .distinct()
    .where('assignments.transaction', '=', deal.uuid)
    .where('assignments.deleted_at', 'is', null)
    .where('assignments.status', 'in', WENT_OUT)
    .where('signature_pages.source', '=', 'generated')
    .where('signature_pages.deleted_at', 'is', null)
    .where(sql<boolean>`assignments.item_page_uuid = any(${pages}::uuid[])`)
    .execute();
  return new Map(rows.map(({ uuid, item }) => [uuid, item]));
}

/**
 * Refuses to remove or change signatories or relations if a signature page, or one `of` a signatory, was sent or
 * signed in a capacity that leads through them.
 * @param what the beginning of the sentence, such as "Jane Doe can’t be deleted"
 * @throws {Refusal} `invalid`, naming the documents
 */
export async function assertNothingSentThrough(
  scope: DealWrite,
  {
    signatories = [],
    relations = [],
    of: signatory,
  }: { signatories?: readonly string[]; relations?: readonly string[]; of?: string },
  what: string,
): Promise<void> {
  const sent = await scope.tx
    .selectFrom('assignments')
    .innerJoin('items', 'items.uuid', 'assignments.item')
    .select(['assignments.uuid', 'assignments.signatory', 'assignments.auth_rep', 'assignments.status'])
    .select('items.name')
    .where('assignments.transaction', '=', scope.deal.uuid)
    .where('assignments.deleted_at', 'is', null)
    .where('assignments.status', 'in', WENT_OUT)
    .$if(signatory !== undefined, (query) => query.where('assignments.signatory', '=', signatory ?? ''))
    .orderBy('items.name')
    .execute();
  if (sent.length === 0) return;
  const capacities = await readCapacities(scope);
  const asked = new Set([...signatories, ...relations]);
  const leadsThrough = (row: (typeof sent)[number]): boolean =>
    givenThrough(capacities, { signatory: row.signatory, authRep: row.auth_rep }).some((uuid) =>
      asked.has(uuid),
    );
  await refuse(scope, what, sent.filter(leadsThrough));
}

/**
 * Refuses to delete signatories to whom a packet was sent, even if it has ended: its evidence would be hidden with them.
 * @param what the beginning of the sentence, such as "Jane Doe can’t be deleted"
 * @throws {Refusal} `invalid`, naming them
 */
export async function assertNoPacketSentTo(
  scope: DealWrite,
  signatories: readonly string[],
  what: string,
): Promise<void> {
  const people = await signatoriesOfPackets(scope)
    .where('packets.sent_at', 'is not', null)
    .where(sql<boolean>`packets.signatory = any(${signatories}::uuid[])`)
    .execute();
  if (people.length === 0) return;
  const names = inWords(people.map(({ full_name }) => full_name));
  throw invalid(`${what}: the history of packets that were sent to ${names} would be deleted as well.`);
}

/** Selects the names of the people whom the packets of a deal are for. */
function signatoriesOfPackets({ tx, deal }: DealWrite) {
  return tx
    .selectFrom('packets')
    .innerJoin('signatories', 'signatories.uuid', 'packets.signatory')
    .select('signatories.full_name')
    .distinct()
    .where('packets.transaction', '=', deal.uuid)
    .where('packets.deleted_at', 'is', null)
    .orderBy('signatories.full_name');
}

interface SentSignature {
  readonly uuid: string;
  readonly status: AssignmentStatus;
  /** The name of its document. */
  readonly name: string;
}

/** Refuses if there are any. @throws {Refusal} `invalid`, naming the documents and the packets */
async function refuse(scope: DealWrite, what: string, sent: readonly SentSignature[]): Promise<void> {
  const names = [...new Set(sent.map(({ name }) => name))].map((name) => `“${name}”`);
  if (names.length === 0) return;
  const named = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  const wayOn = await howToGetBack(scope, sent);
  throw invalid(`${what}: signature pages of ${named}${more} were already sent or signed.${wayOn}`);
}

/** Says which packets to take back first. Released signatures can't be taken back. */
async function howToGetBack(scope: DealWrite, sent: readonly SentSignature[]): Promise<string> {
  if (sent.some(({ status }) => status === 'released')) return ' Released signatures can’t be taken back.';
  const people = await signatoriesOfPackets(scope)
    .where('packets.status', 'in', ['sent', 'viewed', 'partially_signed', 'completed'])
    .where(sql<boolean>`packets.assignments && ${sent.map(({ uuid }) => uuid)}::uuid[]`)
    .execute();
  if (people.length === 0) return '';
  const names = inWords(people.map(({ full_name }) => full_name));
  const out = sent.filter(({ status }) => status === 'sent' || status === 'viewed').length;
  const packets = people.length === 1 ? 'packet' : 'packets';
  if (out === sent.length) return ` Cancel the ${packets} of ${names} first.`;
  if (out === 0) return ` Reject the signatures of ${names} first.`;
  return ` First, cancel the ${packets} or reject the signatures of ${names}.`;
}
