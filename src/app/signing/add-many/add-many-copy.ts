// The UI copy of "Add many".
import { counted, grouped } from '../../lib/format/numbers.ts';
import type { ColumnRole } from './recognize-columns.ts';

/** Two people who may be the same person. */
export interface MergeQuestion {
  row: number;
  name: string;
  email: string;
  /** Null if the other person is already in the deal. */
  otherRow: number | null;
  otherName: string;
  otherEmail: string;
  isMerged: boolean;
}

/** How many things a list or one of its rows adds. */
export interface ListTotals {
  people: number;
  entities: number;
  representatives: number;
  values: number;
  /** Rows that can't be added. */
  errors: number;
}

export const ADD_MANY = {
  title: 'Add signatories from a list',
  back: 'Back',
  cancel: 'Cancel',
  /** The name of a list that didn't come from a file. */
  pasted: 'Pasted list',
};

export const SOURCE = {
  hint: 'Paste rows from Excel, Word, or an email, or choose a file. You can check everything before it’s added.',
  paste: 'Rows',
  example: 'Alpha, L.P.\tJane Doe\tPresident',
  file: 'CSV file or .xlsx workbook',
  drop: 'Or drop it here. We read the file on this device.',
  read: 'Continue',
};

export const PREVIEW = {
  hasHeadings: 'The first row has column headings',
  columns: 'For each column, choose what it contains.',
  table: 'Rows of the list',
  row: 'Row',
  result: 'Result',
  contents: (column: string) => `Contents of ${column}`,
  column: (number: number) => `column ${number}`,
  notUsed: 'Not used',
  missing: 'Choose a column of names or entities.',
  show: 'Show',
  all: (rows: number) => `All rows (${grouped(rows)})`,
  check: (rows: number) => `Rows to check (${grouped(rows)})`,
  skip: (rows: number) => `Leave out ${counted(rows, 'row with an error', 'rows with errors')}`,
  duplicates: (count: number) => counted(count, 'possible duplicate', 'possible duplicates'),
  duplicatesHint: 'Select each pair that is the same person.',
  nothing: 'Everything on this list is already in this transaction.',
};

export const ROLES = {
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email address',
  title: 'Title',
  entity: 'Entity',
  entity_description: 'Entity type',
  address: 'Address',
  kind: 'Person or entity',
} satisfies Record<Exclude<ColumnRole, `key:${string}`>, string>;

export const ROW = {
  tooMany: (rows: number, most: number) =>
    `This list has ${grouped(rows)} rows. You can add up to ${grouped(most)} at a time, so split it into smaller lists.`,
  noName: 'This row has no name.',
  longName: (most: number) => `A name can have at most ${most} characters.`,
  longTitle: (most: number) => `A title can have at most ${most} characters.`,
  longText: (most: number) => `This text can have at most ${grouped(most)} characters.`,
  formula: (text: string) => `“${text}” looks like a formula. We’ll keep it as text.`,
  noSignatory: (entity: string) => `Nobody signs for ${entity} yet.`,
  addsNothing: 'Already in this transaction or in an earlier row.',
  knownWithoutEmail: (name: string) =>
    `${name} is already in this transaction but has no email address. Add it in their details.`,
  otherEmail: (email: string) => `We’ll use the other email address, ${email}.`,
  knownValue: (name: string, value: string) =>
    `${name} already has a value for this field, so we won’t use “${value}”.`,
};

/** Returns what a row adds, in a word or two. */
export function resultWords({
  people,
  entities,
  representatives,
  values,
}: Omit<ListTotals, 'errors'>): string {
  if (people > 0 && entities > 0) return 'New entity and person';
  if (entities > 0) return entities > 1 ? 'New entities' : 'New entity';
  if (people > 0) return 'New person';
  if (representatives > 0) return 'New representative';
  return values > 0 ? 'New value' : '';
}

/** Returns the list's totals: "12 people, 5 entities and 14 representatives". */
export function summaryWords({ people, entities, representatives, values }: ListTotals): string {
  const parts = [
    [people, counted(people, 'person', 'people')] as const,
    [entities, counted(entities, 'entity', 'entities')] as const,
    [representatives, counted(representatives, 'representative', 'representatives')] as const,
    [values, counted(values, 'field value', 'field values')] as const,
  ].flatMap(([count, words]) => (count > 0 ? [words] : []));
  return new Intl.ListFormat('en-US').format(parts);
}

/** Returns the button's label, which is also the name of the act in undo. */
export function addWords({ people, entities, representatives, values }: ListTotals): string {
  if (people + entities > 0) return `Add ${counted(people + entities, 'signatory', 'signatories')}`;
  if (representatives > 0) return `Add ${counted(representatives, 'representative', 'representatives')}`;
  return `Add ${counted(values, 'value', 'values')}`;
}

/** Returns the toast's text, which screen readers also announce. */
export function addedWords(totals: ListTotals): string {
  return `${addWords(totals).replace(/^Add /, 'Added ')}.`;
}

/** Returns the question whether two people are the same. */
export function mergeWords({ row, name, email, otherRow, otherName, otherEmail }: MergeQuestion): string {
  const other = otherRow === null ? 'in this transaction' : `in row ${otherRow}`;
  return `${named(name, email)} in row ${row} is ${named(otherName, otherEmail)} ${other}`;
}

function named(name: string, email: string): string {
  return email === '' ? name : `${name} (${email})`;
}
