import { counted } from '../parts/counted.ts';
import type { RejectedRow } from '../../db/rows.ts';

type Sayer = (args: Record<string, unknown>) => string;

/** What a command was meant to do, by its name. One that is not known here is named as it is. */
const SENTENCES: Record<string, Sayer> = {
  'header.create': (args) => `Add the header ${quoted(args['label'])}`,
  'header.rename': (args) => `Rename a header to ${quoted(args['label'])}`,
  'header.delete': () => 'Delete a header',
  'item.create': (args) => `Add the instrument ${quoted(args['name'])}`,
  'item.update': (args) => itemEdit(args['edits']),
  'item.delete': () => 'Delete a document from the checklist',
  'element.move': (args) => `Move ${counted(lengthOf(args['ids']), 'entry', 'entries')} on the checklist`,
  'transaction.create': (args) => `Create the transaction ${quoted(args['name'])}`,
  'transaction.update': () => 'Change the details of a transaction',
  'transaction.delete': () => 'Delete a transaction',
  'file.upload': (args) => `Upload the file ${quoted(args['fileName'])}`,
  'document.update': () => 'Change a document in the upload queue',
  'document.delete': () => 'Delete a document from the upload queue',
  'notification.read': () => 'Mark a notification as read',
  'documents.add-to-transaction': (args) =>
    `Add ${counted(lengthOf(args['documents']), 'document', 'documents')} to the transaction`,
};

/** A refused edit as a sentence. */
export function editInWords(edit: Pick<RejectedRow, 'name' | 'args'>): string {
  const say = SENTENCES[edit.name];
  return say ? say(asRecord(edit.args)) : edit.name;
}

/** The name of the file that an edit was to upload. */
export function fileNameOf({ args }: Pick<RejectedRow, 'args'>): string {
  const { fileName } = asRecord(args);
  return typeof fileName === 'string' ? fileName : 'document';
}

function itemEdit(edits: unknown): string {
  const { name, complete } = asRecord(edits);
  if (typeof name === 'string') return `Rename a document to ${quoted(name)}`;
  return complete === true ? 'Mark a document as complete' : 'Mark a document as not complete';
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `“${value}”` : 'without a name';
}
