import { counted } from '../lib/format/numbers.ts';
import type { RejectedRow } from '../../db/rows.ts';

/** An edit as the outbox and the tray hold it. */
type Edit = Pick<RejectedRow, 'name' | 'args'>;

/** `subject` is what the thing is called that the edit changes, quoted; null = not known. */
type Sayer = (args: Record<string, unknown>, subject: string | null) => string;

/** What a command was meant to do, by its name. One that is not known here is named as it is. */
const SENTENCES: Record<string, Sayer> = {
  'header.create': (args) => `Add the header ${quoted(args['label'])}`,
  'header.rename': (args, subject) => `Rename ${the('header', subject)} to ${quoted(args['label'])}`,
  'header.delete': (_args, subject) => `Delete ${the('header', subject)}`,
  'item.create': (args) => `Add the instrument ${quoted(args['name'])}`,
  'item.update': (args, subject) => itemEdit(asRecord(args['edits']), subject),
  'item.delete': (_args, subject) => `Delete ${the('document', subject)} from the checklist`,
  'task.create': (args) => `Add the task ${quoted(args['name'])}`,
  'task.update': (args, subject) => taskEdit(asRecord(args['edits']), subject),
  'task.delete': (_args, subject) => `Delete ${the('task', subject)}`,
  'note.create': (args) => `Add the note ${quoted(args['note'])}`,
  'custom-key.create': (args) => `Add the field ${quoted(args['key'])}`,
  'custom-key.rename': (args, subject) => `Rename ${the('field', subject)} to ${quoted(args['key'])}`,
  'custom-key.move': (_args, subject) => `Move ${the('field', subject)}`,
  'element.restore': ({ element, item, task }) =>
    `Restore ${quoted(asRecord(item ?? task)['name'] ?? asRecord(element)['label'])}`,
  'custom-key.restore': ({ row }) => `Restore the field ${quoted(asRecord(row)['key'])}`,
  'deleted.restore': ({ called }) => `Restore ${quoted(called)}`,
  'custom-key.delete': (_args, subject) => `Delete ${the('field', subject)}`,
  'element.move': (args, subject) =>
    subject !== null && lengthOf(args['ids']) === 1
      ? `Move ${quoted(subject)} on the checklist`
      : `Move ${counted(lengthOf(args['ids']), 'entry', 'entries')} on the checklist`,
  'transaction.create': (args) => `Create the transaction ${quoted(args['name'])}`,
  'transaction.update': (_args, subject) => `Change the details of ${the('transaction', subject)}`,
  'transaction.archive': (args, subject) =>
    args['archived'] === false
      ? `Move ${the('transaction', subject)} back to active`
      : `Archive ${the('transaction', subject)}`,
  'transaction.leave': (_args, subject) => `Leave ${the('transaction', subject)}`,
  'participant.add': (args) => `Add ${quoted(args['fullName'])} to the participants`,
  'participant.remove': (args) => `Remove ${quoted(args['fullName'])} from the participants`,
  'transaction.delete': (_args, subject) => `Delete ${the('transaction', subject)}`,
  'file.upload': (args) => `Upload the file ${quoted(args['fileName'])}`,
  'document.update': (_args, subject) => `Change ${the('file', subject)}`,
  'document.restore': ({ row }) => `Restore the file ${quoted(asRecord(row)['name'])}`,
  'document.file-version': ({ filed }, subject) =>
    filed === true
      ? `Add ${the('file', subject)} as a new version`
      : `Put ${the('file', subject)} back into the upload queue`,
  'item.set-version': (_args, subject) =>
    `Make another version of ${the('document', subject)} the current one`,
  'document.delete': (_args, subject) => `Delete ${the('file', subject)}`,
  'notification.read': () => 'Mark a notification as read',
  'documents.add-to-transaction': ({ documents }) => `Add ${addedInWords(documents)} to the transaction`,
};

/** An edit as a sentence. `subject` is what the thing that it changes is called now, where that is known. */
export function editInWords(edit: Edit, subject: string | null = null): string {
  const say = SENTENCES[edit.name];
  return say ? say(asRecord(edit.args), subject) : edit.name;
}

/** The text that an edit holds as the person typed it; null where it holds none. */
export function typedText({ args }: Pick<Edit, 'args'>): string | null {
  const { label, name, note, key, edits, fileName } = asRecord(args);
  if (fileName !== undefined) return null;
  const text = label ?? name ?? note ?? key ?? asRecord(edits)['name'];
  return typeof text === 'string' ? text : null;
}

/** The name of the file that an edit was to upload. */
export function fileNameOf({ args }: Pick<Edit, 'args'>): string {
  const { fileName } = asRecord(args);
  return typeof fileName === 'string' ? fileName : 'document';
}

/** A value that was read back from disk, as an object; an empty one where it is none. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function itemEdit({ name, complete }: Record<string, unknown>, subject: string | null): string {
  if (typeof name === 'string') return `Rename ${the('document', subject)} to ${quoted(name)}`;
  if (complete === undefined) return `Change ${the('document', subject)}`;
  return `Mark ${the('document', subject)} as ${complete === true ? 'complete' : 'not complete'}`;
}

function taskEdit(edits: Record<string, unknown>, subject: string | null): string {
  const { name, isComplete } = edits;
  if (typeof name === 'string') return `Rename ${the('task', subject)} to ${quoted(name)}`;
  if (isComplete === undefined) return `Change ${the('task', subject)}`;
  return `Mark ${the('task', subject)} as ${isComplete === true ? 'done' : 'not done'}`;
}

function the(noun: string, subject: string | null): string {
  return subject === null ? `a ${noun}` : `the ${noun} ${quoted(subject)}`;
}

/** One document by its name, where the edit has it. */
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
