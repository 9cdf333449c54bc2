import { describe, expect, it } from 'vitest';
import type { ActSubject } from '../../../contract/entities/activity.ts';
import type { ActRow } from '../../../db/rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import { formatDate } from '../../lib/format/dates.ts';
import { actInWords } from './act-in-words.ts';
import { pathTo } from './path-to.ts';
import { byDay, findActs, NO_FILTER } from './find-acts.ts';

const margaret = { uuid: newUuid(), name: 'Margaret Whitfield' };
const priya = { uuid: newUuid(), name: 'Priya Nair' };

function subject(change: Partial<ActSubject> = {}): ActSubject {
  return {
    kind: 'item',
    uuid: newUuid(),
    op: 'put',
    name: 'Bylaws',
    was: null,
    fields: [],
    values: {},
    ...change,
  };
}

function act(command: string, subjects: ActSubject[], more: Partial<ActRow> = {}): ActRow {
  const at = '2026-01-05T12:00:00.000Z';
  const numSubjects = subjects.length;
  return { transaction: '', version: 1, at, actor: margaret, command, subjects, numSubjects, ...more };
}

describe('actInWords', () => {
  it.each<[command: string, subjects: ActSubject[], shape: string, sentence: string]>([
    ['transactions.create', [subject({ kind: 'transaction' })], 'added', 'created the transaction'],
    [
      'invitations.create',
      [subject({ kind: 'transaction', name: 'Otto Outside', fields: ['transaction_invitations'] })],
      'added',
      'invited Otto Outside',
    ],
    ['invitations.accept', [subject({ kind: 'participant' })], 'added', 'accepted the invitation'],
    [
      'elements.create',
      [subject({ kind: 'header', name: 'Corporate' })],
      'added',
      'added the header “Corporate”',
    ],
    [
      'items.update',
      [subject({ was: 'Draft', fields: ['name'] })],
      'changed',
      'renamed the document “Draft” to “Bylaws”',
    ],
    [
      'items.update',
      [subject({ was: 'Draft', fields: ['name', 'description'] })],
      'changed',
      'changed the name and description of the document “Bylaws”, formerly “Draft”',
    ],
    [
      'tasks.update',
      [subject({ kind: 'task', fields: ['is_complete'], values: { is_complete: true } })],
      'changed',
      'marked the task “Bylaws” as done',
    ],
    [
      'items.update',
      [subject({ fields: ['complete'], values: { complete: false } })],
      'changed',
      'marked the document “Bylaws” as not done',
    ],
    [
      'documents.update',
      [subject({ kind: 'document', fields: ['signing_type'], values: { signing_type: 'non_executable' } })],
      'changed',
      'set the signing type of the file “Bylaws” to Non-executable',
    ],
    [
      'items.update',
      [
        subject({
          fields: ['for_signing', 'fully_executed'],
          values: { for_signing: false, fully_executed: true },
        }),
      ],
      'changed',
      'set the signing type of the document “Bylaws” to Executed',
    ],
    [
      'items.update',
      [subject({ fields: ['for_signing'], values: { for_signing: false } })],
      'changed',
      'set the signing type of the document “Bylaws” to Non-executable',
    ],
    [
      'tasks.update',
      [subject({ kind: 'task', fields: ['assignee'], values: { assignee: 'Priya Nair' } })],
      'changed',
      'set the assignee of the task “Bylaws” to Priya Nair',
    ],
    [
      'tasks.update',
      [subject({ kind: 'task', fields: ['due_date'], values: { due_date: null } })],
      'changed',
      'removed the due date of the task “Bylaws”',
    ],
    [
      'elements.update',
      [subject({ fields: ['order', 'parent_element'] })],
      'moved',
      'moved the document “Bylaws”',
    ],
    ['elements.delete', [subject({ op: 'delete' })], 'deleted', 'deleted the document “Bylaws”'],
    ['transactions.restore', [subject()], 'restored', 'restored the document “Bylaws”'],
    ['documents.create', [subject({ kind: 'document' })], 'added', 'uploaded “Bylaws”'],
    ['notes.create', [subject({ kind: 'note', name: 'Ask Priya' })], 'added', 'wrote the note “Ask Priya”'],
    [
      'participants.create',
      [subject({ kind: 'participant', name: 'Priya Nair' })],
      'added',
      'added Priya Nair to the transaction',
    ],
    [
      'transactions.participantLeave',
      [subject({ kind: 'participant', op: 'delete' })],
      'deleted',
      'left the transaction',
    ],
    ['transactions.reorder', [], 'moved', 'changed the order'],
    [
      'a.command.of.later',
      [subject({ fields: ['a_field_of_later'] })],
      'changed',
      'changed the document “Bylaws”',
    ],
    [
      'items.update',
      [subject({ fields: ['document'] })],
      'changed',
      'made another version of the document “Bylaws” the current one',
    ],
    [
      'documents.update',
      [subject({ fields: ['pending_version_document'], values: { pending_version_document: true } })],
      'changed',
      'added a new version of the document “Bylaws”',
    ],
    [
      'documents.update',
      [subject({ fields: ['document'], values: { document: true } })],
      'changed',
      'added the file of the document “Bylaws”',
    ],
    [
      'documents.update',
      [subject({ fields: ['document'], values: { document: false } })],
      'changed',
      'took a file back from the document “Bylaws”',
    ],
  ])('%s %#', (command, subjects, shape, sentence) => {
    expect(actInWords(act(command, subjects))).toEqual({ shape, sentence, names: [] });
  });

  it('lists each changed fact with its new value, if it was recorded', () => {
    const fields = ['name', 'client_name', 'closing_date', 'matter_number'];
    const values = { client_name: 'Acme', closing_date: '2026-12-01', matter_number: null };
    const changed = subject({ kind: 'transaction', name: 'Elm', was: 'Oak', fields, values });
    expect(actInWords(act('transactions.update', [changed]))).toEqual({
      shape: 'changed',
      sentence: 'changed the name, client, closing date and matter number of the transaction, formerly “Oak”',
      names: ['client: Acme', `closing date: ${formatDate('2026-12-01')}`, 'matter number: none'],
    });
  });

  it('counts subjects of one act, and lists the known names', () => {
    const subjects = ['Bylaws', 'Deed'].map((name) => subject({ name }));
    expect(actInWords(act('items.fromDocuments', subjects, { numSubjects: 30 }))).toEqual({
      shape: 'added',
      sentence: 'put 30 documents on the checklist',
      names: ['Bylaws', 'Deed', '28 more'],
    });
  });
});

describe('pathTo', () => {
  it.each<[subject: Partial<ActSubject>, path: string | null]>([
    [{ kind: 'header' }, '/transaction/deal/checklist?row=it'],
    [{ kind: 'item', fields: ['name'] }, '/transaction/deal/checklist?itemId=it'],
    [{ kind: 'task' }, '/transaction/deal/checklist?task=it'],
    [{ kind: 'document' }, '/transaction/deal/documents/it'],
    [{ kind: 'custom_key' }, '/transaction/deal/fields?view=names'],
    [{ kind: 'custom_value' }, '/transaction/deal/fields'],
    [{ kind: 'representative' }, '/transaction/deal/signatories'],
    [{ kind: 'bulk_signatory_upload' }, '/transaction/deal/signatories'],
    [{ kind: 'signing_group' }, '/transaction/deal/signing-groups'],
    [{ kind: 'signing_group_member' }, '/transaction/deal/signing-groups'],
    [{ kind: 'assignment' }, '/transaction/deal/signatures'],
    [{ kind: 'dynamic_assignment' }, '/transaction/deal/signatures'],
    [{ kind: 'item', op: 'delete' }, null],
    [{ kind: 'participant' }, null],
  ])('leads from %o to %s', (about, path) => {
    const one = act('x', [subject({ uuid: 'it', ...about })], { transaction: 'deal' });
    expect(pathTo(one, new Set(['it']))).toBe(path);
    expect(pathTo(one, new Set())).toBe(null);
  });

  it('leads nowhere from an act with several subjects', () => {
    expect(pathTo(act('x', [subject({ uuid: 'it' }), subject()]), new Set(['it']))).toBe(null);
  });
});

describe('findActs', () => {
  const acts = [
    act('elements.delete', [subject({ op: 'delete', name: 'Deed' })]),
    act('tasks.create', [subject({ kind: 'task', name: 'Order good standings' })], { actor: priya }),
    act('items.create', [subject({ name: 'Bylaws' })], { at: '2026-01-03T12:00:00.000Z' }),
  ];
  const found = (filter: Partial<typeof NO_FILTER>) =>
    findActs(acts, { ...NO_FILTER, ...filter }).map(({ sentence }) => sentence);

  it('filters by text, actor and topic', () => {
    expect(found({})).toHaveLength(3);
    expect(found({ words: ' priya ' })).toEqual(['added the task “Order good standings”']);
    expect(found({ who: margaret.uuid, words: 'BYLAWS' })).toEqual(['added the document “Bylaws”']);
    expect(found({ topic: 'deleted' })).toEqual(['deleted the document “Deed”']);
    expect(found({ topic: 'tasks', who: margaret.uuid })).toEqual([]);
  });

  it('keeps the order of the acts within each day', () => {
    expect(byDay(findActs(acts, NO_FILTER)).map(([day, of]) => [day, of.length])).toEqual([
      ['2026-01-05', 2],
      ['2026-01-03', 1],
    ]);
  });
});
