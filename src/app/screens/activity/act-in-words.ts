import { bySubject } from '../../../contract/collections/deal-collections.ts';
import type { ActSubject, SubjectKind } from '../../../contract/entities/transactions/activity.ts';
import { signingTypeOf } from '../../../contract/rules/documents/signing-type.ts';
import { SIGNING_TYPES } from '../../../contract/rules/documents/upload-checks.ts';
import type { ActRow } from '../../../db/rows.ts';
import { counted } from '../../lib/format/numbers.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { serviceInWords } from '../../transaction/esigning-words.ts';
import { TRANSACTION } from '../../transaction/transaction-copy.ts';
import { SIGNING_LABELS } from '../../upload-queue/upload-queue-copy.ts';
import {
  signingActInWords,
  signingThing,
  type ReceivedAct,
  type SigningSubjects,
} from './signing-act-in-words.ts';

const NOUNS: Record<SubjectKind, { one: string; many: string }> = {
  transaction: { one: 'transaction', many: 'transactions' },
  participant: { one: 'participant', many: 'participants' },
  ...bySubject(({ nouns }) => nouns),
};

/** User-facing names of the fields that an act may have changed. */
const FIELDS: Record<string, string> = {
  name: 'name',
  label: 'name',
  key: 'name',
  description: 'description',
  client_name: 'client',
  client_number: 'client number',
  matter_number: 'matter number',
  closing_date: 'closing date',
  assignee: 'assignee',
  due_date: 'due date',
  signing_type: 'signing type',
  for_signing: 'signing type',
  fully_executed: 'signing type',
  signing_instructions: 'signing instructions',
  esigning_service: 'signing service',
  binder_format_structure: 'numbering',
  paper_size: 'paper size',
  signature_block: 'block design for new pages',
  data: 'design',
  requires_acceptance: 'acceptance of signatures',
  release_confirmations: 'number of release confirmations',
  reminder_days: 'automatic reminders',
  margins: 'margins',
  font: 'font',
  font_size: 'font size',
  consolidate_signer: 'consolidation',
  signatory: 'signatory',
  auth_rep: 'representative',
  header: 'header',
  custom_text: 'text',
  requires_notary: 'notary',
  requires_witness: 'witness',
  is_deed: 'deed setting',
  is_deed_transaction: 'deed setting',
  name_alt: 'name on signature pages',
  name_alt_enabled: 'name on signature pages',
};

const INVITATIONS: Record<string, (name: string) => [ReceivedAct['shape'], string]> = {
  'invitations.create': (name) => ['added', `invited ${name}`],
  'invitations.accept': () => ['added', 'accepted the invitation'],
  'invitations.delete': (name) => ['deleted', `withdrew the invitation to ${name}`],
  'invitations.decline': () => ['deleted', 'declined the invitation'],
};

/** Describes an act in words that follow the name of the person who did it. `known` has details of its signing subjects. */
export function actInWords(
  { command, subjects, numSubjects }: ActRow,
  known: SigningSubjects = new Map(),
): ReceivedAct {
  const [first] = subjects;
  if (command === 'transactions.create') return told('added', 'created the transaction');
  if (command === 'demo.seed') return told('added', 'created this sample');
  if (command === 'transactions.participantLeave') return told('deleted', 'left the transaction');
  if (command === 'organization.approvePurge')
    return told('deleted', 'approved archiving and removing the transaction’s files');
  if (command === 'organization.withdrawPurge')
    return told('added', 'withdrew the approval to remove the transaction’s files');
  const signing = signingActInWords({ command, subjects, numSubjects }, known);
  if (signing) return signing;
  const invitation = INVITATIONS[command];
  if (invitation) return told(...invitation(first?.name ?? 'someone'));
  if (!first) return told('moved', 'changed the order');
  const alike = subjects.filter(({ kind }) => kind === first.kind);
  const count = alike.length === subjects.length ? numSubjects : alike.length;
  if (count > 1) return toldTogether(command, first, alike, count);
  return toldAlone(command, first, known);
}

function told(shape: ReceivedAct['shape'], sentence: string, names: string[] = []): ReceivedAct {
  return { shape, sentence, names };
}

function toldAlone(command: string, subject: ActSubject, known: SigningSubjects): ReceivedAct {
  const { kind, op, name, was, fields } = subject;
  const thing = thingOf(subject, known);
  if (op === 'delete') {
    return kind === 'participant'
      ? told('deleted', `removed ${name ?? 'a participant'} from the transaction`)
      : told('deleted', `deleted ${thing}`);
  }
  if (command === 'transactions.restore') return told('restored', `restored ${thing}`);
  if (fields.length === 0) return told('added', addition(subject, thing));
  if (isMove(fields)) return told('moved', `moved ${thing}`);
  if (isOfFiles(fields)) return told('changed', versionInWords(command, subject, thing));
  if (kind === 'transaction' && fields.length === 1 && fields[0] === 'release_confirmations')
    return told('changed', 'changed how many people must confirm a release');
  const { is_deed_transaction: areDeeds } = subject.values;
  if (fields.length === 1 && areDeeds !== undefined)
    return told('changed', `turned ${areDeeds === true ? 'on' : 'off'} ${quoted(TRANSACTION.areDeeds)}`);
  if (was !== null && fields.length === 1)
    return told('changed', `renamed the ${NOUNS[kind].one} ${quoted(was)} to ${quoted(name)}`);
  return change(subject, thing);
}

function thingOf(subject: ActSubject, known: SigningSubjects): string {
  const { kind, name } = subject;
  if (kind === 'transaction') return 'the transaction';
  return signingThing(subject, known) ?? `the ${NOUNS[kind].one}${name === null ? '' : ` ${quoted(name)}`}`;
}

/** Describes what happened to the files of a document on the checklist. */
function versionInWords(command: string, { fields, values }: ActSubject, thing: string): string {
  if (command === 'items.update') return `made another version of ${thing} the current one`;
  if (fields.every((field) => values[field] === false))
    return `moved a file of ${thing} back to the upload queue`;
  return fields.includes('document') ? `added the file of ${thing}` : `added a new version of ${thing}`;
}

const VERSION_FIELDS: ReadonlySet<string> = new Set([
  'document',
  'pending_version_document',
  'pending_conversion_document',
]);

function isOfFiles(fields: readonly string[]): boolean {
  return fields.every((field) => VERSION_FIELDS.has(field));
}

function addition({ kind, name }: ActSubject, thing: string): string {
  switch (kind) {
    case 'participant':
      return `added ${name ?? 'someone'} to the transaction`;
    case 'note':
      return name === null ? 'wrote a note' : `wrote the note ${quoted(name)}`;
    case 'document':
      return `uploaded ${quoted(name)}`;
    default:
      return `added ${thing}`;
  }
}

/** Describes a change to something that stays in its place. If several facts changed, lists each one whose value is known. */
function change({ was, fields, values }: ActSubject, thing: string): ReceivedAct {
  const done = values['complete'] ?? values['is_complete'];
  if (fields.length === 1 && typeof done === 'boolean') {
    return told('changed', done ? `marked ${thing} as done` : `marked ${thing} as not done`);
  }
  const facts = factsOf(fields, values);
  const [only] = facts;
  if (only && facts.length === 1 && only.value !== undefined) {
    const what = `the ${only.called} of ${thing}`;
    return told('changed', only.value === null ? `removed ${what}` : `set ${what} to ${only.value}`);
  }
  if (!only) return told('changed', `changed ${thing}`);
  const renamed = was !== null && fields.some(isName) ? `, formerly ${quoted(was)}` : '';
  return told(
    'changed',
    `changed the ${listed(facts.map(({ called }) => called))} of ${thing}${renamed}`,
    facts.flatMap(({ called, value }) => (value === undefined ? [] : `${called}: ${value ?? 'none'}`)),
  );
}

/** The name of a fact and its new value: null = nothing, undefined = not recorded. */
interface Fact {
  called: string;
  value: string | null | undefined;
}

/** Returns the facts that have names, each once. */
function factsOf(fields: readonly string[], values: ActSubject['values']): Fact[] {
  const called = [...new Set(fields.flatMap((field) => FIELDS[field] ?? []))];
  return called.map((word) => {
    const [field] = fields.filter((each) => FIELDS[each] === word && each in values);
    if (field === undefined) return { called: word, value: undefined };
    if (field === 'for_signing' || field === 'fully_executed') {
      // The values contain only what changed. A missing one is false.
      const [forSigning, fullyExecuted] = [values['for_signing'] === true, values['fully_executed'] === true];
      return { called: word, value: SIGNING_LABELS[signingTypeOf({ forSigning, fullyExecuted })] };
    }
    const value = values[field] ?? null;
    return { called: word, value: value === null ? null : valueInWords(field, value) };
  });
}

function isName(field: string): boolean {
  return FIELDS[field] === FIELDS['name'];
}

function toldTogether(
  command: string,
  { kind, op, fields }: ActSubject,
  alike: readonly ActSubject[],
  count: number,
): ReceivedAct {
  const things = counted(count, NOUNS[kind].one, NOUNS[kind].many);
  const names = alike.map(({ name }) => name ?? '').filter((name) => name !== '');
  const rest = count - names.length;
  const shown = rest > 0 && names.length > 0 ? [...names, `${rest} more`] : names;
  if (op === 'delete') return told('deleted', `deleted ${things}`, shown);
  if (command === 'transactions.restore') return told('restored', `restored ${things}`, shown);
  if (command === 'items.fromDocuments') return told('added', `put ${things} on the checklist`, shown);
  if (fields.length === 0) return told('added', `added ${things}`, shown);
  return isMove(fields)
    ? told('moved', `moved ${things}`, shown)
    : told('changed', `changed ${things}`, shown);
}

function isMove(fields: readonly string[]): boolean {
  return fields.every((field) => field === 'order' || field === 'parent_element');
}

function valueInWords(field: string, value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field.endsWith('_date')) return formatDate(value);
  if (field === 'esigning_service') return serviceInWords(value);
  const type = SIGNING_TYPES.find((each) => each === value);
  return type === undefined ? value : SIGNING_LABELS[type];
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function quoted(name: string | null): string {
  return name === null || name === '' ? '“Untitled”' : `“${name}”`;
}
