import type { People } from '../../details/people.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { serviceInWords } from '../../transaction/esigning-words.ts';
import { SIGNING_LABELS } from '../../upload-queue/upload-queue-copy.ts';
import type { Conflict, RejectedRow } from '../../../db/rows.ts';
import { asRecord } from '../edit-copy.ts';

/** One field as both sides would have it, in words. */
export interface DisputedField {
  field: string;
  label: string;
  mine: string;
  theirs: string;
}

const LABELS: Record<string, string> = {
  label: 'Name',
  name: 'Name',
  complete: 'Complete',
  is_complete: 'Done',
  description: 'Description',
  assignee: 'Given to',
  due_date: 'Due',
  key: 'Name',
  client_name: 'Client',
  matter_number: 'Matter number',
  client_number: 'Client number',
  closing_date: 'Closing date',
  signing_instructions: 'Instructions for signing',
  is_deed_transaction: 'Signed as deeds',
  esigning_service: 'Electronic signatures by',
  binder_format_structure: 'Numbering',
  signing_type: 'Signing type',
  document: 'Current version',
  for_signing: 'To be signed',
  fully_executed: 'Executed',
  is_deed: 'A deed',
  requires_original_signatures: 'Needs original signatures',
  is_supplemental: 'Delivered after the closing',
  is_template: 'Copied into new transactions',
  name_alt: 'Name on signature pages',
  name_alt_enabled: 'Its signature pages show a different name',
};

/** Fields whose values are too long to compare in a line. */
const CHOICES: Record<string, { mine: string; theirs: string }> = {
  document: { mine: 'The version you chose', theirs: 'Another version' },
  binder_format_structure: { mine: 'The numbering you chose', theirs: 'Another numbering' },
};

/** The fields that two people changed, each as either would have it; `people`: names by the user's uuid. */
export function disputedFields(
  edit: Pick<RejectedRow, 'args'>,
  { fields, current }: Conflict,
  people: People = new Map(),
): DisputedField[] {
  const args = asRecord(edit.args);
  const mine = { ...args, ...asRecord(args['edits']) };
  return fields.map((field) => ({
    field,
    label: LABELS[field] ?? field,
    mine: CHOICES[field]?.mine ?? inWords(field, mine[rowName(field)], people),
    theirs: CHOICES[field]?.theirs ?? inWords(field, current[field], people),
  }));
}

/** Whether the edit changes more than the fields in conflict: that is sent even where theirs are kept. */
export function hasMore(edit: Pick<RejectedRow, 'args'>, { fields }: Conflict): boolean {
  const disputed = new Set(fields.map(rowName));
  return Object.keys(asRecord(asRecord(edit.args)['edits'])).some((field) => !disputed.has(field));
}

/** A field's name on the wire, as the mirror and the commands have it. */
function rowName(field: string): string {
  return field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function inWords(field: string, value: unknown, people: People): string {
  if (field === 'assignee')
    return typeof value === 'string' ? (people.get(value) ?? 'Somebody who has left') : 'Nobody yet';
  if (field === 'complete') return value === true ? 'Complete' : 'Not complete';
  if (field === 'is_complete') return value === true ? 'Done' : 'Not done';
  if (field === 'closing_date' || field === 'due_date')
    return typeof value === 'string' ? formatDate(value) : 'No date';
  if (field === 'signing_type') return signingWords(value);
  if (field === 'esigning_service') return serviceInWords(String(value));
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' && value !== '' ? `“${value}”` : 'Nothing';
}

function signingWords(value: unknown): string {
  const known = Object.entries(SIGNING_LABELS).find(([type]) => type === value);
  return known?.[1] ?? String(value);
}
