import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { command, type Case } from '../../../tests/support/mutation-case.ts';
import { STANDARD_CASES } from '../../../tests/support/standard-cases.ts';
import { SIGNING_COMMANDS } from '../../../tests/support/signing/signing-commands.ts';
import { DEFAULT_NUMBERING } from '../../contract/rules/checklist/numbering.ts';
import { newDocumentRow } from '../../../tests/support/rows.ts';
import { contract } from '../../contract/contract.ts';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { OUTBOX_FORMAT, type CommandDefinition } from './command.ts';
import { addDocumentsDefinition } from '../commands/documents/add-documents-to-transaction.ts';
import { addParticipantDefinition } from '../commands/transactions/add-participant.ts';
import { archiveTransactionDefinition } from '../commands/transactions/archive-transaction.ts';
import { createHeaderDefinition } from '../commands/checklist/create-header.ts';
import { createItemDefinition } from '../commands/checklist/create-item.ts';
import { createTaskDefinition } from '../commands/checklist/create-task.ts';
import { binderFormatOnWire } from '../commands/checklist/binder-format-on-wire.ts';
import { createTransactionDefinition } from '../commands/transactions/create-transaction.ts';
import {
  deleteDocumentDefinition,
  restoreDocumentDefinition,
} from '../commands/documents/delete-document.ts';
import {
  deleteHeaderDefinition,
  deleteItemDefinition,
  deleteTaskDefinition,
  restoreElementDefinition,
} from '../commands/checklist/delete-element.ts';
import { deleteTransactionDefinition } from '../commands/transactions/delete-transaction.ts';
import { fileVersionDefinition, setVersionDefinition } from '../commands/documents/file-version.ts';
import { leaveTransactionDefinition } from '../commands/transactions/leave-transaction.ts';
import { moveElementsDefinition } from '../commands/checklist/move-elements.ts';
import { newItemRow } from '../commands/checklist/new-rows.ts';
import { readNotificationDefinition } from '../commands/account/read-notification.ts';
import { removeParticipantDefinition } from '../commands/transactions/remove-participant.ts';
import { restoreDeletedDefinition } from '../commands/checklist/restore-deleted.ts';
import { renameHeaderDefinition } from '../commands/checklist/rename-header.ts';
import { updateDocumentDefinition } from '../commands/documents/update-document.ts';
import { STANDARD } from '../commands/collections/standard-commands.ts';
import { updateTaskDefinition } from '../commands/checklist/update-task.ts';
import { updateTransactionDefinition } from '../commands/transactions/update-transaction.ts';
import { Draft } from './draft.ts';
import { decodeMutation } from './mutations.ts';
import type { FrozenRequest, OutboxRow } from '../rows.ts';
import { newUuid } from '../uuid.ts';

const me = newUuid();
const deal = newUuid();
const [a, b, c, d] = [newUuid(), newUuid(), newUuid(), newUuid()];
const transaction = deal;
const AT = '2026-01-01T00:00:00.000Z';
const made = { transaction, version: 1, modifiedAt: AT, modifiedBy: me };

const cases: Case[] = [
  ...STANDARD_CASES,
  ...SIGNING_COMMANDS,
  command(
    createHeaderDefinition,
    { transaction, uuid: d, label: 'Closing', parent: TOP, after: a },
    'POST /transactions/element',
    { uuid: d, transaction, label: 'Closing', order: 1, parent_element: null },
    'There was a problem attempting to create the header',
  ),
  command(
    renameHeaderDefinition,
    { transaction, uuid: a, label: 'Closing' },
    'PATCH /transactions/element/{id}',
    { params: { id: a }, query: { transaction }, body: { label: 'Closing' } },
    'There was a problem attempting to update the header',
  ),
  command(
    deleteHeaderDefinition,
    { transaction, uuid: a },
    'DELETE /transactions/element/{id}',
    { params: { id: a }, query: { transaction } },
    'There was a problem attempting to delete the header',
  ),
  command(
    deleteItemDefinition,
    { transaction, uuid: a, item: d, document: null },
    'DELETE /transactions/element/{id}',
    { params: { id: a }, query: { transaction } },
    'There was a problem deleting the document',
  ),
  command(
    moveElementsDefinition,
    { transaction, ids: [a], parent: TOP, after: c },
    'PATCH /transactions/element/bulk_update',
    { element_uuids: [a], order: 2, parent_element: null },
    'There was a problem attempting to update the order',
  ),
  command(
    createItemDefinition,
    { transaction, uuid: d, elementUuid: b, name: 'Bylaws', parent: TOP, after: a },
    'POST /transactions/item',
    { uuid: d, element_uuid: b, transaction, name: 'Bylaws', element_order: 1, element_parent: null },
    'There was a problem attempting to create the document',
  ),
  command(
    createTaskDefinition,
    { transaction, uuid: d, elementUuid: b, name: 'Wire the funds', parent: TOP, after: null },
    'POST /transactions/task',
    {
      uuid: d,
      element_uuid: b,
      transaction,
      name: 'Wire the funds',
      element_order: 0,
      element_parent: null,
    },
    'There was a problem attempting to create the task',
  ),
  command(
    updateTaskDefinition,
    { transaction, uuid: d, edits: { isComplete: true, assignee: null, dueDate: '2026-08-14' } },
    'PATCH /transactions/task/{id}',
    { id: d, is_complete: true, assignee: null, due_date: '2026-08-14' },
    'There was a problem attempting to update the task',
  ),
  command(
    deleteTaskDefinition,
    { transaction, uuid: a, task: d },
    'DELETE /transactions/element/{id}',
    { params: { id: a }, query: { transaction } },
    'There was a problem attempting to delete the task',
  ),
  command(
    restoreElementDefinition,
    {
      transaction,
      parent: TOP,
      after: b,
      element: { ...made, uuid: a, item: d, task: null, label: null },
      item: newItemRow({ uuid: d, transaction, name: 'Bylaws' }, null, { userId: me, madeAt: AT }),
      document: { ...newDocumentRow(deal), fileUrl: 'https://example.test/file' },
      task: null,
    },
    'POST /transactions/transaction/{id}/restore',
    { id: deal, kind: 'element', uuid: a },
    'There was a problem attempting to restore the document',
  ),
  command(
    restoreDeletedDefinition,
    { transaction, kind: 'element' as const, uuid: d, called: 'Corporate' },
    'POST /transactions/transaction/{id}/restore',
    { id: deal, kind: 'element', uuid: d },
    'There was a problem attempting to restore the header',
  ),
  command(
    createTransactionDefinition,
    {
      uuid: deal,
      name: 'Project Alder',
      description: '',
      clientName: 'Alpha',
      clientNumber: '',
      matterNumber: '12-1',
      closingDate: null,
      creator: { uuid: me, name: 'Margaret Whitfield', organization: a },
    },
    'POST /transactions/transaction',
    {
      uuid: deal,
      name: 'Project Alder',
      description: '',
      client_name: 'Alpha',
      client_number: '',
      matter_number: '12-1',
      closing_date: null,
    },
    'There was a problem attempting to create the transaction',
  ),
  command(
    archiveTransactionDefinition,
    { uuid: deal, archived: true },
    'POST /transactions/transaction/{id}/participant_settings',
    { id: deal, archived: true },
    'There was a problem attempting to update the transaction',
  ),
  command(
    leaveTransactionDefinition,
    { uuid: deal, stays: false },
    'POST /transactions/transaction/{id}/participant_leave',
    { id: deal },
    'Something went wrong attempting to update participants',
  ),
  command(
    addParticipantDefinition,
    { transaction, uuid: a, user: b, fullName: 'Priya Nair', email: 'priya@demo.test' },
    'POST /transactions/participant',
    { uuid: a, transaction_uuid: deal, user_uuid: b },
    'Something went wrong attempting to update participants',
  ),
  command(
    removeParticipantDefinition,
    { transaction, uuid: a, fullName: 'Priya Nair' },
    'DELETE /transactions/participant/{id}',
    { id: a },
    'Something went wrong attempting to update participants',
  ),
  command(
    updateTransactionDefinition,
    {
      uuid: deal,
      edits: {
        closingDate: null,
        matterNumber: '',
        esigningService: 'docusign',
        binderFormatStructure: DEFAULT_NUMBERING,
      },
    },
    'PATCH /transactions/transaction/{id}',
    {
      id: deal,
      closing_date: null,
      matter_number: '',
      esigning_service: 'docusign',
      binder_format_structure: binderFormatOnWire(DEFAULT_NUMBERING),
    },
    'There was a problem attempting to update the transaction',
  ),
  command(
    deleteTransactionDefinition,
    { uuid: deal },
    'DELETE /transactions/transaction/{id}',
    { id: deal },
    'There was a problem attempting to delete the transaction',
  ),
  command(
    addDocumentsDefinition,
    { transaction, documents: [{ documentId: a, itemUuid: b, elementUuid: c }] },
    'POST /transactions/item/from_documents',
    { documents: [{ document_id: a, item_uuid: b, element_uuid: c }] },
    'There was a problem adding the documents to the transaction.',
  ),
  command(
    updateDocumentDefinition,
    { transaction, uuid: d, edits: { signingType: 'fully_executed' } },
    'PATCH /transactions/document/{id}',
    { id: d, signing_type: 'fully_executed', in_queue: true },
    'There was a problem saving your changes',
  ),
  command(
    deleteDocumentDefinition,
    { transaction, uuid: d },
    'DELETE /transactions/document/{id}',
    { params: { id: d } },
    'There was a problem deleting the document',
  ),
  command(
    restoreDocumentDefinition,
    {
      transaction,
      row: { ...newDocumentRow(deal), uuid: d, createdBy: me },
      item: a,
      waits: 'pendingVersionDocument',
    },
    'POST /transactions/transaction/{id}/restore',
    { id: deal, kind: 'document', uuid: d },
    'There was a problem attempting to restore the document',
  ),
  command(
    fileVersionDefinition,
    { transaction, uuid: d, item: a, filed: true },
    'PATCH /transactions/document/{id}',
    { id: d, item_id: a },
    'There was a problem adding the new version',
  ),
  command(
    setVersionDefinition,
    { transaction, uuid: a, document: d },
    'PATCH /transactions/item/{id}',
    { id: a, document: d },
    'There was a problem attempting to update the document',
  ),
  command(readNotificationDefinition, { uuid: a }, 'PATCH /notifications/{id}', { id: a, read: true }, null),
];

function outboxRow({ name, args, lane }: Case, change: Partial<OutboxRow> = {}): OutboxRow {
  return {
    seq: 1,
    id: newUuid(),
    lane,
    name,
    format: OUTBOX_FORMAT,
    args: structuredClone(args),
    madeAt: '2026-01-01T00:00:00.000Z',
    state: 'pending',
    creates: [],
    refersTo: [],
    touches: [],
    ...change,
  };
}

/** What the server has sent of the deal: three elements at the top level, one of them an item's. */
function before(): Draft {
  const draft = new Draft(deal);
  const key = `${deal}/${TOP}`;
  draft.take([
    { table: 'childLists', key, row: { key, transaction: deal, parent: TOP, children: [a, b, c] } },
  ]);
  return draft;
}

/** The declaration of a frozen request's endpoint. */
function declared({ endpoint }: FrozenRequest): { call: string; input: ZodType } {
  for (const [group, calls] of Object.entries(contract)) {
    for (const [name, procedure] of Object.entries(calls)) {
      if (`${group}.${name}` !== endpoint) continue;
      const { route, inputSchema } = procedure['~orpc'];
      return { call: `${route.method} ${route.path}`, input: inputSchema as ZodType };
    }
  }
  throw new Error(`the contract has no ${endpoint}`);
}

describe.for(cases)('$name', (each) => {
  it('[DISK3] is read back from disk and sends the call that the API defines', () => {
    const decoded = decodeMutation(outboxRow(each), me);
    if (!decoded.ok) throw new Error(decoded.reason);
    const draft = before();
    for (const { table, key } of decoded.mutation.keys) draft.load(table, key, null);
    const request = decoded.mutation.request(draft);
    const body: unknown = JSON.parse(JSON.stringify(request.input));
    expect(body).toEqual(each.input);
    expect(declared(request).call).toBe(each.call);
    expect(declared(request).input.safeParse(body).error).toBeUndefined();
  });

  it('says what failed, in the words of the catalog', () => {
    const decoded = decodeMutation(outboxRow(each), me);
    expect(decoded.ok && decoded.mutation.failure).toBe(each.failure);
  });

  it.for([null, 'text', {}, { uuid: 'no uuid', transaction: 'no uuid' }])(
    '[REJ3] is kept and shown with an explanation if it is damaged on disk to %j',
    (args) => {
      const decoded = decodeMutation(outboxRow(each, { args }), me);
      expect(decoded).toMatchObject({ ok: false, reason: expect.stringContaining('damaged') });
    },
  );

  it.for([
    ['request', 'PATCH'],
    ['request', { endpoint: 'constructor' }],
    ['request', { endpoint: '.', input: {} }],
    ['request', { input: {} }],
    ['creates', undefined],
    ['creates', 'abc'],
    ['refersTo', [7]],
    ['touches', null],
    ['awaiting', 7],
    ['awaiting', ['nothings']],
    ['state', 'sending'],
    ['tick', 'soon'],
    ['baseVersion', '7'],
    ['madeAt', 0],
    ['format', undefined],
    ['lane', ''],
  ] as const)('[REJ3] is kept and shown if its %s is damaged on disk to %j', ([field, value]) => {
    const row = { ...outboxRow(each), [field]: value };
    expect(decodeMutation(row, me)).toMatchObject({
      ok: false,
      row,
      reason: expect.stringContaining('damaged'),
    });
  });

  it('[REJ3] [DISK7] is kept and shown if it has another version’s format, and is never sent half understood', () => {
    for (const format of [OUTBOX_FORMAT + 1, OUTBOX_FORMAT - 1]) {
      const decoded = decodeMutation(outboxRow(each, { format }), me);
      expect(decoded).toMatchObject({ ok: false, reason: expect.stringContaining('another version') });
    }
  });
});

it('[REJ3] a command that this version does not know is kept and shown', () => {
  const row = outboxRow({ ...cases[0]!, name: 'packet.frank' });
  expect(decodeMutation(row, me)).toMatchObject({
    ok: false,
    row,
    reason: expect.stringContaining('another version'),
  });
});

it('a document on the checklist fails in the words of the checklist', () => {
  const each = cases.find(({ name }) => name === 'document.update')!;
  const args = { transaction, uuid: d, edits: { name: 'Deed' }, placed: true };
  expect(decodeMutation(outboxRow(each, { args }), me)).toMatchObject({
    ok: true,
    mutation: { failure: 'There was a problem attempting to update the document' },
  });
});

it('[DISK7] an unsent deletion that still has its own sentence is sent without it', () => {
  const each = cases.find(({ name }) => name === 'document.delete')!;
  const row = outboxRow(each, { args: { transaction, uuid: d, together: true, says: '2 documents …' } });
  const decoded = decodeMutation(row, me);
  expect(decoded.ok && decoded.mutation.success(undefined)).toBeNull();
});

it('[DISK7] a field that an earlier version renamed is sent with its new name', () => {
  const each = cases.find(({ name }) => name === 'custom-key.update')!;
  const row = outboxRow(
    { ...each, name: 'custom-key.rename' },
    { args: { transaction, uuid: d, key: 'Issuer' } },
  );
  const decoded = decodeMutation(row, me);
  expect(decoded.ok && decoded.mutation.request(before()).input).toEqual({ id: d, key: 'Issuer' });
});

it('[DISK7] an item created before items had a place comes at the end', () => {
  const each = cases.find(({ name }) => name === 'item.create')!;
  const decoded = decodeMutation(
    outboxRow(each, { args: { transaction, uuid: d, elementUuid: b, name: 'Bylaws' } }),
    me,
  );
  expect(decoded.ok && decoded.mutation.request(before()).input).not.toHaveProperty('element_order', 0);
});

it('[DISK7] a signing field that was created or deleted before fields had a sheet is on the first', () => {
  const each = cases.find(({ name }) => name === 'tab.create')!;
  const { sheet: _, ...args } = each.args as { sheet: number };
  const decoded = decodeMutation(outboxRow(each, { args }), me);
  expect(decoded.ok && decoded.mutation.request(before()).input).not.toHaveProperty('sheet');
  const restored = cases.find(({ name }) => name === 'tab.restore')!;
  const { row, ...named } = restored.args as { row: { sheet: number } };
  const { sheet: __, ...rowBefore } = row;
  expect(decodeMutation(outboxRow(restored, { args: { ...named, row: rowBefore } }), me).ok).toBe(true);
});

it('[DISK3] every command of the app can be read back', () => {
  const modules = import.meta.glob<Record<string, unknown>>(
    ['../commands/**/*.ts', '!../commands/**/*.test.ts'],
    {
      eager: true,
    },
  );
  const names = Object.values(modules)
    .flatMap((module) => Object.entries(module))
    .filter(([name]) => name.endsWith('Definition'))
    .map(([, definition]) => (definition as CommandDefinition<never>).name);
  const standard = Object.values(STANDARD).flatMap((commands) => Object.values(commands));
  names.push(...standard.map(({ name }) => name));
  expect(names.toSorted()).toEqual([...new Set(cases.map(({ name }) => name))].toSorted());
});

it.for([
  [1, '1 document successfully added to transaction.'],
  [3, '3 documents successfully added to transaction.'],
] as const)(
  'the toast for %i documents added to the checklist uses the right singular or plural',
  ([count, message]) => {
    const documents = Array.from({ length: count }, () => ({ documentId: a, itemUuid: b, elementUuid: c }));
    expect(addDocumentsDefinition.success?.({ transaction, documents }, [])).toBe(message);
  },
);

describe('a place after a sibling', () => {
  const move = (ids: string[], after: string | null, parent: string = TOP) =>
    moveElementsDefinition.request({ transaction, ids, parent, after }, before()).input;

  it('is counted without the moved rows', () => {
    expect(move([a, b], c)).toMatchObject({ order: 1 });
    expect(move([c], null)).toMatchObject({ order: 0 });
  });

  it('[FOLD5] is requested without siblings that are gone, because the server would reject everything', () => {
    expect(move([newUuid(), b, newUuid()], null)).toMatchObject({ element_uuids: [b], order: 0 });
    const gone = [newUuid(), newUuid()];
    expect(move(gone, null), 'the server says that all are gone').toMatchObject({ element_uuids: gone });
  });

  it.for(['header.create', 'item.create', 'task.create'])(
    'reads back %s that was created for the end',
    (made) => {
      const each = cases.find(({ name }) => name === made)!;
      const { after: _after, ...args } = each.args as Record<string, unknown>;
      expect(decodeMutation(outboxRow({ ...each, args }), me)).toMatchObject({ ok: true });
    },
  );

  it('means the end if the sibling is gone or in another list', () => {
    expect(JSON.parse(JSON.stringify(move([a], newUuid())))).toEqual({
      element_uuids: [a],
      parent_element: null,
    });
    expect(move([a], c, b)).toMatchObject({ order: undefined, parent_element: b });
  });
});
