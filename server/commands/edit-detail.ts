import type { DealCollection } from '../../src/contract/collections/deal-collections.ts';
import type { ChangeDetail } from '../store/tables.ts';

/** The part of a declaration that says how rows are named. */
export type Titled = Pick<DealCollection, 'title'>;

/** Fields whose new value the change log keeps. Without it, the log could only say that the field changed. */
const TOLD = [
  'assignee',
  'client_name',
  'client_number',
  'closing_date',
  'complete',
  'description',
  'due_date',
  'esigning_service',
  'for_signing',
  'fully_executed',
  'guests_may_invite',
  'is_complete',
  'is_deed_transaction',
  'matter_number',
  'name_alt',
  'paper_size',
  'requires_acceptance',
  'signing_type',
];

/** The number of characters of a row's title that are kept when the row is created, deleted or restored. */
const MOST_OF_TITLE = 200;

/** The number of characters of a text that are kept. */
const MOST_CHARACTERS = 160;

/**
 * Returns what the change log says about an edit: its fields, the row's name before and after, and the new values of short
 * fields.
 */
export function editDetail(
  before: Readonly<Record<string, unknown>>,
  edits: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  title: string | null = 'name',
): ChangeDetail {
  const told = fields.filter((field) => TOLD.includes(field));
  return {
    fields: [...fields],
    ...(title !== null && namesOf(before, edits, fields, title)),
    ...(told.length > 0 && {
      values: Object.fromEntries(told.map((field) => [field, factOf(edits[field])])),
    }),
  };
}

function namesOf(
  before: Readonly<Record<string, unknown>>,
  edits: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  title: string,
): Pick<ChangeDetail, 'name' | 'was'> {
  const was = textOf(before[title]);
  return fields.includes(title) ? { name: textOf(edits[title]), was } : { name: was };
}

/** The change log's name for a row. */
export function titleOf({ title }: Titled, row: Readonly<Record<string, unknown>>): { name?: string } {
  return title === null ? {} : { name: textOf(row[title]).slice(0, MOST_OF_TITLE) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function factOf(value: unknown): string | boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' || value === '') return null;
  const characters = Array.from(value);
  return characters.length <= MOST_CHARACTERS ? value : `${characters.slice(0, MOST_CHARACTERS).join('')}…`;
}
