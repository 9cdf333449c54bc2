import { describe, expect, it } from 'vitest';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import type { CommandDefinition } from '../../outbox/command.ts';
import { childListKey, Draft } from '../../outbox/draft.ts';
import type { DocumentRow, ElementRow } from '../../rows.ts';
import { addDocumentsDefinition } from '../documents/add-documents-to-transaction.ts';
import { createHeaderDefinition } from './create-header.ts';
import { createItemDefinition } from './create-item.ts';
import { createTransactionDefinition } from '../transactions/create-transaction.ts';
import { deleteDocumentDefinition } from '../documents/delete-document.ts';
import { deleteHeaderDefinition, deleteItemDefinition } from './delete-element.ts';
import { deleteTransactionDefinition } from '../transactions/delete-transaction.ts';
import { moveElementsDefinition } from './move-elements.ts';
import { newItemRow } from './new-rows.ts';
import { renameHeaderDefinition } from './rename-header.ts';
import { updateDocumentDefinition } from '../documents/update-document.ts';
import { updateTransactionDefinition } from '../transactions/update-transaction.ts';
import { STANDARD } from '../collections/standard-commands.ts';

const stamp = { userId: 'me', madeAt: '2026-02-01T00:00:00.000Z' };
const transaction = 'deal';

/** A draft with these lists. Every key that the command declares is loaded, and its row is absent unless given. */
function draftOf(lists: Record<string, string[]> = { [TOP]: ['a', 'b', 'c'] }): Draft {
  const draft = new Draft(transaction);
  for (const [parent, children] of Object.entries(lists)) {
    const key = childListKey(transaction, parent);
    draft.take([{ table: 'childLists', key, row: { key, transaction, parent, children } }]);
  }
  return draft;
}

function apply<Args>(definition: CommandDefinition<Args>, draft: Draft, args: Args): Draft {
  const loaded = new Set([...draft.rows()].map(({ table, key }) => `${table}:${key}`));
  for (const { table, key } of definition.keys(args)) {
    if (!loaded.has(`${table}:${key}`)) draft.load(table, key, null);
  }
  definition.apply(draft, args, stamp);
  return draft;
}

function orders(draft: Draft): Record<string, readonly string[]> {
  return Object.fromEntries([...draft.lists].filter(([, children]) => children.length > 0));
}

/** Existing rows. */
function standing(draft: Draft): string[] {
  return [...draft.rows()]
    .filter((change) => change.row && change.table !== 'childLists')
    .map(({ key }) => key);
}

const header: ElementRow = {
  uuid: 'H',
  transaction,
  item: null,
  task: null,
  label: 'Closing',
  version: 3,
  modifiedAt: '2026-01-01T00:00:00.000Z',
  modifiedBy: 'colleague',
};

const document: DocumentRow = {
  uuid: 'doc',
  transaction,
  itemId: null,
  inQueue: true,
  name: 'Escrow Agreement',
  signingType: 'to_be_signed',
  uploadOrder: 0,
  numPages: 3,
  hasVariables: false,
  metadata: { dms: null, dmsId: null, dmsProcessedAt: null },
  uploadedFileKey: 'k',
  pdfFileKey: 'p',
  fileUrl: '',
  pdfUrl: null,
  fileName: 'Escrow Agreement.pdf',
  size: 1000,
  sha256: '',
  thumbnails: null,
  conversionRequestedAt: null,
  conversionFinishedAt: null,
  conversionStatus: null,
  thumbnailsFinishedAt: null,
  errorMessage: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 'me',
  version: 1,
  modifiedAt: '2026-01-01T00:00:00.000Z',
  modifiedBy: 'me',
};

describe('[FOLD3] on a device that lacks every row it names', () => {
  const nothing: [string, () => Draft][] = [
    ['rename header', () => apply(renameHeaderDefinition, draftOf(), { transaction, uuid: 'x', label: 'y' })],
    ['delete header', () => apply(deleteHeaderDefinition, draftOf(), { transaction, uuid: 'x' })],
    [
      'delete item',
      () => apply(deleteItemDefinition, draftOf(), { transaction, uuid: 'x', item: 'y', document: 'z' }),
    ],
    [
      'move of unknown elements',
      () =>
        apply(moveElementsDefinition, draftOf(), { transaction, ids: ['x', 'y'], parent: TOP, after: 'z' }),
    ],
    [
      'move into a header that is gone',
      () =>
        apply(moveElementsDefinition, draftOf(), { transaction, ids: ['a'], parent: 'gone', after: null }),
    ],
    [
      'update item',
      () => apply(STANDARD.items.update, draftOf(), { transaction, uuid: 'x', edits: { name: 'y' } }),
    ],
    [
      'update transaction',
      () => apply(updateTransactionDefinition, draftOf(), { uuid: 'x', edits: { name: 'y' } }),
    ],
    ['delete transaction', () => apply(deleteTransactionDefinition, draftOf(), { uuid: 'x' })],
    [
      'update document',
      () => apply(updateDocumentDefinition, draftOf(), { transaction, uuid: 'x', edits: { name: 'y' } }),
    ],
    ['delete document', () => apply(deleteDocumentDefinition, draftOf(), { transaction, uuid: 'x' })],
    [
      'add documents',
      () =>
        apply(addDocumentsDefinition, draftOf(), {
          transaction,
          documents: [{ documentId: 'x', itemUuid: 'y', elementUuid: 'z' }],
        }),
    ],
  ];

  it.for(nothing)('%s changes nothing and does not fail', ([, run]) => {
    const draft = run();
    expect(standing(draft)).toEqual([]);
    expect(orders(draft)).toEqual({ [TOP]: ['a', 'b', 'c'] });
  });
});

describe('a new header', () => {
  const args = { transaction, uuid: 'H', label: 'Closing', parent: TOP, after: 'b' };

  it('comes after its sibling, which was created just before', () => {
    const draft = apply(createHeaderDefinition, draftOf(), args);
    expect(orders(draft)).toEqual({ [TOP]: ['a', 'b', 'H', 'c'] });
    expect(draft.get('elements', 'H')).toEqual({
      ...header,
      version: 0,
      modifiedAt: stamp.madeAt,
      modifiedBy: 'me',
    });
  });

  it.for([
    [null, ['H', 'a', 'b', 'c']],
    ['gone', ['a', 'b', 'c', 'H']],
  ] as const)('after %s comes first, or last if that sibling is gone', ([after, expected]) => {
    expect(orders(apply(createHeaderDefinition, draftOf(), { ...args, after }))).toEqual({ [TOP]: expected });
  });

  it('that the server already has keeps the server’s values', () => {
    const draft = draftOf({ [TOP]: ['H', 'a', 'b', 'c'] });
    draft.load('elements', 'H', { ...header, label: 'Renamed by a colleague' });
    apply(createHeaderDefinition, draft, args);
    expect(draft.get('elements', 'H')?.label).toBe('Renamed by a colleague');
    expect(orders(draft)).toEqual({ [TOP]: ['H', 'a', 'b', 'c'] });
  });
});

describe('[FOLD5] a new header under a parent that someone deleted', () => {
  const args = { transaction, uuid: 'H', label: 'Closing', parent: 'gone', after: null };

  it('is shown at the end of the top level', () => {
    const draft = apply(createHeaderDefinition, draftOf(), args);
    expect(orders(draft)).toEqual({ [TOP]: ['a', 'b', 'c', 'H'] });
    expect(standing(draft)).toEqual(['H']);
  });

  it('moves to its place as soon as that parent exists', () => {
    const draft = draftOf();
    draft.load('elements', 'gone', { ...header, uuid: 'gone' });
    expect(orders(apply(createHeaderDefinition, draft, args))).toEqual({
      [TOP]: ['a', 'b', 'c'],
      gone: ['H'],
    });
  });
});

it('[FOLD5] a new header that already has a place doesn’t get a second one', () => {
  const draft = draftOf({ [TOP]: ['a', 'b'], b: ['H'] });
  draft.load('elements', 'H', header);
  apply(createHeaderDefinition, draft, { transaction, uuid: 'H', label: 'x', parent: TOP, after: 'a' });
  expect(orders(draft)).toEqual({ [TOP]: ['a', 'b'], b: ['H'] });
});

describe('a move', () => {
  it('puts the moved rows after their sibling, as one block in the given order', () => {
    const draft = apply(moveElementsDefinition, draftOf({ [TOP]: ['a', 'b', 'c', 'd'] }), {
      transaction,
      ids: ['d', 'a'],
      parent: TOP,
      after: 'b',
    });
    expect(orders(draft)).toEqual({ [TOP]: ['b', 'd', 'a', 'c'] });
  });

  it('moves the remaining rows if one of them is gone', () => {
    const args = { transaction, ids: ['gone', 'c'], parent: TOP, after: null };
    expect(orders(apply(moveElementsDefinition, draftOf(), args))).toEqual({ [TOP]: ['c', 'a', 'b'] });
  });

  it('is skipped if it would put a header below itself', () => {
    const lists = { [TOP]: ['H'], H: ['x'] };
    const draft = draftOf(lists);
    draft.load('elements', 'x', { ...header, uuid: 'x' });
    apply(moveElementsDefinition, draft, { transaction, ids: ['H'], parent: 'x', after: null });
    expect(orders(draft)).toEqual(lists);
  });
});

describe('a deletion', () => {
  const lists = { [TOP]: ['a', 'H', 'b'], H: ['x', 'y'] };

  it('of a header leaves its children in its place', () => {
    const draft = draftOf(lists);
    draft.load('elements', 'H', header);
    apply(deleteHeaderDefinition, draft, { transaction, uuid: 'H' });
    expect(orders(draft)).toEqual({ [TOP]: ['a', 'x', 'y', 'b'] });
    expect(standing(draft)).toEqual([]);
  });

  it('of an item deletes the item and its place, and leaves its attachments in its place', () => {
    const draft = draftOf(lists);
    draft.load('elements', 'H', { ...header, label: null, item: 'i' });
    draft.load('items', 'i', newItemRow({ uuid: 'i', transaction, name: 'Deed' }, null, stamp));
    apply(deleteItemDefinition, draft, { transaction, uuid: 'H', item: 'i', document: null });
    expect(standing(draft)).toEqual([]);
    expect(orders(draft)).toEqual({ [TOP]: ['a', 'x', 'y', 'b'] });
  });
});

describe('a deleted document', () => {
  const item = newItemRow({ uuid: 'i', transaction, name: 'Deed' }, document, stamp);

  it('leaves its item on the checklist, to be drafted', () => {
    const draft = draftOf();
    draft.load('documents', 'doc', document);
    draft.load('items', 'i', item);
    apply(deleteDocumentDefinition, draft, { transaction, uuid: 'doc', item: 'i' });
    expect(draft.get('documents', 'doc')).toBeNull();
    expect(draft.get('items', 'i')).toEqual({ ...item, document: null });
  });

  it('leaves the document that its item has received in the meantime', () => {
    const draft = draftOf();
    draft.load('items', 'i', { ...item, document: 'another' });
    apply(deleteDocumentDefinition, draft, { transaction, uuid: 'doc', item: 'i' });
    expect(draft.get('items', 'i')?.document).toBe('another');
  });

  it('[REJ14] leaves the queue, but stays on the checklist if somebody has added it in the meantime', () => {
    for (const inQueue of [true, false]) {
      const draft = draftOf();
      draft.load('documents', 'doc', { ...document, inQueue });
      apply(deleteDocumentDefinition, draft, { transaction, uuid: 'doc', inQueue: true });
      expect(draft.get('documents', 'doc')?.inQueue ?? 'gone').toBe(inQueue ? 'gone' : false);
    }
  });
});

describe('documents added to the transaction', () => {
  const documents = [{ documentId: 'doc', itemUuid: 'i', elementUuid: 'e' }];

  it.for([
    ['to_be_signed', { forSigning: true, fullyExecuted: false }],
    ['fully_executed', { forSigning: false, fullyExecuted: true }],
    ['non_executable', { forSigning: false, fullyExecuted: false }],
  ] as const)(
    '%s: leave the queue, go to the end of the top level, and keep their signing type',
    ([signingType, signing]) => {
      const draft = draftOf();
      draft.load('documents', 'doc', { ...document, signingType });
      apply(addDocumentsDefinition, draft, { transaction, documents });
      expect(orders(draft)).toEqual({ [TOP]: ['a', 'b', 'c', 'e'] });
      expect(draft.get('documents', 'doc')).toMatchObject({ inQueue: false, itemId: 'i' });
      expect(draft.get('items', 'i')).toMatchObject({
        name: 'Escrow Agreement',
        document: 'doc',
        ...signing,
      });
      expect(draft.get('elements', 'e')).toMatchObject({ item: 'i', label: null });
    },
  );

  it('are added without a document that is gone', () => {
    const draft = draftOf();
    draft.load('documents', 'doc', document);
    const gone = { documentId: 'gone', itemUuid: 'i2', elementUuid: 'e2' };
    apply(addDocumentsDefinition, draft, { transaction, documents: [gone, ...documents] });
    expect(orders(draft)).toEqual({ [TOP]: ['a', 'b', 'c', 'e'] });
    expect(standing(draft).toSorted()).toEqual(['doc', 'e', 'i']);
  });

  it('leave no row if the file is removed before the server knows about them', () => {
    const file = { name: 'Escrow Agreement', signingType: 'to_be_signed' as const };
    const draft = draftOf();
    apply(addDocumentsDefinition, draft, {
      transaction,
      documents: documents.map((each) => ({ ...each, file })),
    });
    expect(standing(draft)).toEqual([]);
  });
});

it('a new item has no file yet and is in its place', () => {
  const draft = apply(createItemDefinition, draftOf(), {
    transaction,
    uuid: 'i',
    elementUuid: 'e',
    name: 'Bylaws',
    parent: TOP,
    after: 'a',
  });
  expect(draft.get('items', 'i')).toMatchObject({ name: 'Bylaws', document: null, forSigning: false });
  expect(orders(draft)).toEqual({ [TOP]: ['a', 'e', 'b', 'c'] });
});

describe('an edit of some fields', () => {
  const deal = {
    uuid: transaction,
    name: 'Project Alder',
    description: '',
    clientName: 'Alpha',
    clientNumber: '',
    matterNumber: '12-1',
    closingDate: '2026-05-01',
    creator: { uuid: 'me', name: 'Margaret Whitfield', organization: 'firm' },
  };

  it('keeps the other fields of a deal, and can clear its closing date', () => {
    const draft = apply(createTransactionDefinition, draftOf(), deal);
    apply(updateTransactionDefinition, draft, {
      uuid: transaction,
      edits: { closingDate: null, name: 'Elm' },
    });
    expect(draft.get('transactions', transaction)).toMatchObject({
      name: 'Elm',
      description: '',
      clientName: 'Alpha',
      clientNumber: '',
      matterNumber: '12-1',
      closingDate: null,
    });
  });

  it('keeps the other fields of a document and of an item', () => {
    const draft = draftOf();
    draft.load('documents', 'doc', document);
    draft.load('items', 'i', newItemRow({ uuid: 'i', transaction, name: 'Deed' }, null, stamp));
    apply(updateDocumentDefinition, draft, {
      transaction,
      uuid: 'doc',
      edits: { signingType: 'non_executable' },
    });
    apply(STANDARD.items.update, draft, { transaction, uuid: 'i', edits: { complete: true } });
    expect(draft.get('documents', 'doc')).toEqual({ ...document, signingType: 'non_executable' });
    expect(draft.get('items', 'i')).toMatchObject({ name: 'Deed', complete: true });
  });

  it('of a deal that the server already has doesn’t restore its first draft', () => {
    const draft = apply(createTransactionDefinition, draftOf(), deal);
    const told = { ...draft.get('transactions', transaction)!, name: 'Told by the server', version: 9 };
    draft.load('transactions', transaction, told);
    apply(createTransactionDefinition, draft, deal);
    expect(draft.get('transactions', transaction)).toEqual(told);
  });
});
