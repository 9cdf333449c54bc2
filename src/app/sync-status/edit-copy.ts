import { DEAL_COLLECTIONS, type DealCollection } from '../../contract/collections/deal-collections.ts';
import { counted } from '../lib/format/numbers.ts';
import type { RejectedRow } from '../../db/rows.ts';

// The UI copy that describes unsent and rejected edits.

/** An edit from the outbox or the rejected edits. */
type Edit = Pick<RejectedRow, 'name' | 'args'>;

/** `subject` is the name of the row that the edit changes; null = unknown. */
type Describe = (args: Record<string, unknown>, subject: string | null) => string;

/** The sentences for the commands that most collections have. */
function standardSentences({ command, nouns: { one }, title }: DealCollection): [name: string, Describe][] {
  return [
    [`${command}.create`, (args) => `Add the ${one}${called(args, title)}`],
    [
      `${command}.update`,
      ({ edits }, subject) => renaming(one, asRecord(edits), title, subject) ?? `Change ${the(one, subject)}`,
    ],
    [`${command}.rename`, (args, subject) => renaming(one, args, title, subject) ?? ''],
    [`${command}.move`, (_args, subject) => `Move ${the(one, subject)}`],
    [`${command}.delete`, (_args, subject) => `Delete ${the(one, subject)}`],
    [`${command}.restore`, ({ row }) => `Restore the ${one}${called(asRecord(row), title)}`],
  ];
}

/** Returns the sentence for an edit that renames a row; null if the edit doesn't set the name. */
function renaming(
  noun: string,
  fields: Record<string, unknown>,
  title: string | null,
  subject: string | null,
): string | null {
  const name = title === null ? undefined : fields[rowName(title)];
  return typeof name === 'string' ? `Rename ${the(noun, subject)} to ${quoted(name)}` : null;
}

/** Returns the name with a space before it; empty if rows have no name. */
function called(fields: Record<string, unknown>, title: string | null): string {
  return title === null ? '' : ` ${quoted(fields[rowName(title)])}`;
}

const SENTENCES: Record<string, Describe> = {
  ...Object.fromEntries(DEAL_COLLECTIONS.flatMap(standardSentences)),
  'item.update': (args, subject) => itemEdit(asRecord(args['edits']), subject),
  'item.delete': (_args, subject) => `Delete ${the('document', subject)} from the checklist`,
  'task.update': (args, subject) => taskEdit(asRecord(args['edits']), subject),
  'element.restore': ({ element, item, task }) =>
    `Restore ${quoted(asRecord(item ?? task)['name'] ?? asRecord(element)['label'])}`,
  'deleted.restore': ({ called }) => `Restore ${quoted(called)}`,
  'element.move': (args, subject) =>
    subject !== null && lengthOf(args['ids']) === 1
      ? `Move ${quoted(subject)} on the checklist`
      : `Move ${counted(lengthOf(args['ids']), 'item', 'items')} on the checklist`,
  'custom-value.set': ({ values }) => valuesEdit(values),
  'representative.update': (_args, subject) => `Change ${the('representative', subject)}`,
  'representative.create': ({ title }) =>
    typeof title === 'string' && title !== ''
      ? `Add the representative with the title ${quoted(title)}`
      : 'Add a representative',
  'representative.take-over': () => 'Replace a representative on unsent pages',
  'packet.create': ({ packets }) => `Create ${counted(lengthOf(packets), 'packet', 'packets')}`,
  'packet.send': ({ to, sending }) =>
    sending === null ? `Don’t send the packet to ${String(to)}` : `Send the packet to ${String(to)}`,
  'signatory.merge': () => 'Merge two entries for one signatory',
  'signatory.duplicate': ({ copied }) =>
    `Copy ${counted(lengthOf(copied), 'signatory', 'signatories')} from another transaction`,
  'dynamic-assignment.create': () => 'Assign a document to a signing group',
  'dynamic-assignment.delete': () => 'Unassign a document from a signing group',
  'assignment.create': ({ assignments }) => `Assign ${signaturesInWords(assignments)}`,
  'assignment.delete': ({ assignments }) => `Unassign ${signaturesInWords(assignments)}`,
  'assignment.move': ({ moves }) => `Consolidate ${signaturesInWords(moves)}`,
  'signature-page.mark': ({ refPageNumber }) => `Mark page ${String(refPageNumber)} for signing`,
  'signature-page.unmark': () => 'Unmark a page for signing',
  'signature-page.mark-again': ({ row }) =>
    `Mark page ${String(asRecord(row)['refPageNumber'])} for signing again`,
  'transaction.create': (args) => `Create the transaction ${quoted(args['name'])}`,
  'transaction.update': (_args, subject) => `Change the details of ${the('transaction', subject)}`,
  'transaction.archive': (args, subject) =>
    args['archived'] === false
      ? `Unarchive ${the('transaction', subject)}`
      : `Archive ${the('transaction', subject)}`,
  'transaction.leave': (_args, subject) => `Leave ${the('transaction', subject)}`,
  'participant.add': (args) => `Add ${quoted(args['fullName'])} as a participant`,
  'participant.remove': (args) => `Remove ${quoted(args['fullName'])} from the participants`,
  'transaction.delete': (_args, subject) => `Delete ${the('transaction', subject)}`,
  'file.upload': (args) => `Upload the file ${quoted(args['fileName'])}`,
  'document.file-version': ({ filed }, subject) =>
    filed === true
      ? `Add ${the('file', subject)} as a new version`
      : `Move ${the('file', subject)} back to the upload queue`,
  'item.set-version': (_args, subject) =>
    `Make another version of ${the('document', subject)} the current one`,
  'notification.read': () => 'Mark a notification as read',
  'documents.add-to-transaction': ({ documents }) => `Add ${addedInWords(documents)} to the transaction`,
};

function valuesEdit(values: unknown): string {
  const one = onlyValue(values);
  if (one === null) return `Change ${counted(lengthOf(values), 'value', 'values')}`;
  return one === '' ? 'Clear a value' : `Change a value to ${quoted(one)}`;
}

/** Returns the value if there is only one, else null. */
function onlyValue(values: unknown): string | null {
  const list: readonly unknown[] = Array.isArray(values) ? values : [];
  const { value } = asRecord(list.length === 1 ? list[0] : null);
  return typeof value === 'string' ? value : null;
}

/** Returns how many signature pages these assignments are about. */
function signaturesInWords(assignments: unknown): string {
  return counted(lengthOf(assignments), 'signature', 'signatures');
}

/**
 * Returns an edit as a sentence, or the name of its command if the command is unknown. `subject` is the current name of what it
 * changes, if known.
 */
export function editInWords(edit: Edit, subject: string | null = null): string {
  const describe = SENTENCES[edit.name];
  return describe ? describe(asRecord(edit.args), subject) : edit.name;
}

/** Returns the text that the user typed; null = the edit contains none. */
export function typedText({ args }: Pick<Edit, 'args'>): string | null {
  const { edits, fileName, values, sending, ...named } = asRecord(args);
  if (fileName !== undefined) return null;
  if (values !== undefined) return onlyValue(values);
  if (sending !== undefined) return textOf(asRecord(sending)['message']);
  const titles = DEAL_COLLECTIONS.flatMap(({ title }) => (title === null ? [] : rowName(title)));
  const texts = titles.map((title) => named[title] ?? asRecord(edits)[title]);
  return texts.find((text) => typeof text === 'string') ?? null;
}

/** Returns a text; null if it is missing or empty. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the name of the file that an edit uploads. */
export function fileNameOf({ args }: Pick<Edit, 'args'>): string {
  const { fileName } = asRecord(args);
  return typeof fileName === 'string' ? fileName : 'document';
}

/** Returns the camelCase name of a field of the API. */
export function rowName(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns a value read from disk as an object; an empty object if it isn't one. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function itemEdit(edits: Record<string, unknown>, subject: string | null): string {
  const { complete } = edits;
  const renamed = renaming('document', edits, 'name', subject);
  if (renamed !== null) return renamed;
  if (complete === undefined) return `Change ${the('document', subject)}`;
  return `Mark ${the('document', subject)} as ${complete === true ? 'complete' : 'not complete'}`;
}

function taskEdit(edits: Record<string, unknown>, subject: string | null): string {
  const { isComplete } = edits;
  const renamed = renaming('task', edits, 'name', subject);
  if (renamed !== null) return renamed;
  if (isComplete === undefined) return `Change ${the('task', subject)}`;
  return `Mark ${the('task', subject)} as ${isComplete === true ? 'done' : 'not done'}`;
}

function the(noun: string, subject: string | null): string {
  return subject === null ? `a ${noun}` : `the ${noun} ${quoted(subject)}`;
}

/** Names a single document, if the edit contains its name. */
function addedInWords(documents: unknown): string {
  const list: readonly unknown[] = Array.isArray(documents) ? documents : [];
  const { name } = asRecord(asRecord(list[0])['file']);
  if (list.length === 1 && typeof name === 'string') return the('document', name);
  return counted(lengthOf(documents), 'document', 'documents');
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `“${value}”` : 'without a name';
}
