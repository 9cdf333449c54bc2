import type { EditableField } from '../../../contract/collections/deal-collections.ts';
import type { People } from '../../details/people.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { serviceInWords } from '../../transaction/esigning-words.ts';
import { SIGNING_LABELS } from '../../upload-queue/upload-queue-copy.ts';
import type { Conflict, RejectedRow } from '../../../db/rows.ts';
import { asRecord, rowName } from '../edit-copy.ts';
import { CONFLICT } from '../sync-dialog-copy.ts';

/** A field that two people changed, with both values as text. */
export interface ConflictField {
  field: string;
  label: string;
  mine: string;
  theirs: string;
}

const COLLECTION_LABELS: Record<EditableField, string> = {
  label: 'Name',
  name: 'Name',
  complete: 'Complete',
  is_complete: 'Done',
  description: 'Description',
  assignee: 'Assignee',
  due_date: 'Due date',
  key: 'Name',
  signing_type: 'Signing type',
  document: 'Current version',
  for_signing: 'To be signed',
  fully_executed: 'Executed',
  is_deed: 'Deed',
  requires_original_signatures: 'Needs original signatures',
  pages_embedded_in: 'Document with the signature pages',
  is_supplemental: 'Delivered after the closing',
  is_template: 'Copied into new transactions',
  name_alt: 'Name on signature pages',
  name_alt_enabled: 'Different name on signature pages',
  full_name: 'Name',
  email: 'Email',
  is_org: 'Entity',
  address: 'Address',
  entity_description: 'Description',
  instapages_config: 'Signature block',
  title: 'Title',
  signatory: 'Signatory',
  value: 'Value',
  auth_rep: 'Capacity',
  header: 'Caption',
  custom_text: 'Text on the page',
  requires_notary: 'Needs a notary',
  requires_witness: 'Needs a witness',
  tab_type: 'Kind of field',
  sheet: 'Sheet',
  x_position: 'Position across',
  y_position: 'Position down',
  width: 'Width',
  height: 'Height',
  required: 'Required',
  tab_group: 'Checkbox group',
  group_rule: 'Rule',
  minimum_required: 'Minimum',
  maximum_allowed: 'Maximum',
  margins: 'Margins',
  font: 'Font',
  font_size: 'Font size',
  consolidate_signer: 'One signature for several entities',
  signature_page_type: 'Page type',
  blocks: 'Block of a page',
  data: 'Design',
};

const LABELS: Record<string, string> = {
  ...COLLECTION_LABELS,
  client_name: 'Client',
  matter_number: 'Matter number',
  client_number: 'Client number',
  closing_date: 'Closing date',
  signing_instructions: 'Signing instructions',
  is_deed_transaction: 'All documents are deeds',
  esigning_service: 'E-signing service',
  binder_format_structure: 'Numbering',
  paper_size: 'Paper size',
  signature_block: 'Block design for new pages',
};

/** Fields whose values are too long to show in one line. */
const CHOICES: Record<string, { mine: string; theirs: string }> = {
  document: { mine: 'The version you chose', theirs: 'Another version' },
  pages_embedded_in: { mine: 'The document you chose', theirs: 'Another document' },
  binder_format_structure: { mine: 'The numbering you chose', theirs: 'Another numbering' },
  instapages_config: { mine: 'The format you chose', theirs: 'Another format' },
  auth_rep: { mine: 'The capacity you chose', theirs: 'Another capacity' },
  signatory: { mine: 'The signatory you chose', theirs: 'Another signatory' },
  data: { mine: 'The design as you saved it', theirs: 'Another version of it' },
  signature_block: { mine: 'The design you chose', theirs: 'Another design' },
  blocks: { mine: 'The block as you changed it', theirs: 'Another version of it' },
};

/** Returns the user-facing label of a field, by its name in the API. */
export function fieldLabel(field: string): string | undefined {
  return LABELS[field];
}

/**
 * Returns the fields that two people changed, with both values. `people`: names by user uuid. `valueLabels`: the field and
 * signatory of each custom value, by its uuid. `signatories`: names by uuid.
 */
export function conflictFields(
  edit: Pick<RejectedRow, 'args'>,
  { fields, current }: Conflict,
  people: People = new Map(),
  valueLabels: ReadonlyMap<string, string> = new Map(),
  signatories: ReadonlyMap<string, string> = new Map(),
): ConflictField[] {
  const args = asRecord(edit.args);
  const values = valuesIn(args);
  const mine = { ...args, ...asRecord(args['edits']), ...Object.fromEntries(values) };
  return fields.map((field) => ({
    field,
    label: (values.has(field) ? (valueLabels.get(field) ?? COLLECTION_LABELS.value) : LABELS[field]) ?? field,
    mine:
      named(field, mine[rowName(field)], signatories) ??
      CHOICES[field]?.mine ??
      inWords(field, mine[rowName(field)], people),
    theirs:
      named(field, current[field], signatories) ??
      CHOICES[field]?.theirs ??
      inWords(field, current[field], people),
  }));
}

/** Returns whether the edit also changes fields that are not in conflict. They are sent even if the user keeps the other version. */
export function hasOtherFields(edit: Pick<RejectedRow, 'args'>, { fields }: Conflict): boolean {
  const disputed = new Set(fields.map(rowName));
  if ([...valuesIn(asRecord(edit.args)).keys()].some((uuid) => !disputed.has(uuid))) return true;
  return Object.keys(asRecord(asRecord(edit.args)['edits'])).some((field) => !disputed.has(field));
}

/** Returns the values that an edit sets, keyed by the ids that a conflict uses as field names. */
function valuesIn({ values }: Record<string, unknown>): Map<string, unknown> {
  const rows = (Array.isArray(values) ? values : []).map(asRecord);
  return new Map(rows.map(({ uuid, value }) => [String(uuid), value]));
}

/** Returns the name of the chosen signatory, if it is known. */
function named(field: string, value: unknown, signatories: ReadonlyMap<string, string>): string | undefined {
  return field === 'signatory' && typeof value === 'string' ? signatories.get(value) : undefined;
}

function inWords(field: string, value: unknown, people: People): string {
  if (field === 'assignee')
    return typeof value === 'string' ? (people.get(value) ?? CONFLICT.formerMember) : CONFLICT.unassigned;
  if (field === 'complete') return CONFLICT.complete[value === true ? 0 : 1];
  if (field === 'is_complete') return CONFLICT.done[value === true ? 0 : 1];
  if (field === 'closing_date' || field === 'due_date')
    return typeof value === 'string' ? formatDate(value) : CONFLICT.noDate;
  if (field === 'signing_type') return signingWords(value);
  if (field === 'esigning_service') return serviceInWords(String(value));
  if (typeof value === 'boolean') return CONFLICT.yes[value ? 0 : 1];
  return typeof value === 'string' && value !== '' ? CONFLICT.quoted(value) : CONFLICT.empty;
}

function signingWords(value: unknown): string {
  const known = Object.entries(SIGNING_LABELS).find(([type]) => type === value);
  return known?.[1] ?? String(value);
}
