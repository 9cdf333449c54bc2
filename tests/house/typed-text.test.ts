import { expect, it } from 'vitest';
import { typedText } from '../../src/app/sync-status/edit-copy.ts';
import { newElementRow, newItemRow } from '../../src/db/commands/checklist/new-rows.ts';
import { readCommand } from '../../src/db/outbox/mutations.ts';
import { newUuid } from '../../src/db/uuid.ts';

const [transaction, uuid, elementUuid] = [newUuid(), newUuid(), newUuid()];
const inDeal = { transaction, uuid };
const stamp = { madeAt: '2026-01-01T00:00:00.000Z', userId: uuid };
const element = newElementRow({ elementUuid, transaction }, { item: uuid }, stamp);
const item = newItemRow({ uuid, transaction, name: 'Typed once' }, null, stamp);
const creator = { uuid, name: 'Priya Nair', organization: uuid };

it.each([
  ['header.create', { ...inDeal, label: 'Typed', parent: 'top', after: null }, 'Typed'],
  ['header.rename', { ...inDeal, label: 'Typed' }, 'Typed'],
  ['header.delete', inDeal, null],
  ['item.create', { ...inDeal, elementUuid, name: 'Typed' }, 'Typed'],
  ['task.create', { ...inDeal, elementUuid, name: 'Typed', parent: 'top', after: null }, 'Typed'],
  ['task.update', { ...inDeal, edits: { name: 'Typed' } }, 'Typed'],
  ['task.update', { ...inDeal, edits: { isComplete: true } }, null],
  [
    'element.restore',
    { transaction, element, item, document: null, task: null, parent: 'top', after: null },
    null,
  ],
  ['deleted.restore', { ...inDeal, kind: 'item', called: 'Bylaws' }, null],
  ['note.create', { ...inDeal, element: null, note: 'Typed' }, 'Typed'],
  ['custom-key.create', { ...inDeal, key: 'Typed', order: 0 }, 'Typed'],
  ['custom-key.update', { ...inDeal, edits: { key: 'Typed' } }, 'Typed'],
  ['item.update', { ...inDeal, edits: { name: 'Typed' } }, 'Typed'],
  ['item.update', { ...inDeal, edits: { complete: true } }, null],
  ['document.update', { ...inDeal, edits: { name: 'Typed' } }, 'Typed'],
  ['element.move', { transaction, ids: [uuid], parent: 'top', after: null }, null],
  [
    'transaction.create',
    { uuid, name: 'Typed', clientName: '', matterNumber: '', closingDate: null, creator },
    'Typed',
  ],
  ['transaction.update', { uuid, edits: { name: 'Typed' } }, 'Typed'],
  ['transaction.update', { uuid, edits: { clientName: 'Alder AG' } }, null],
])('the text that users can change in the tray is the one that the command uses: %s', (name, args, text) => {
  const command = readCommand({ name, args });
  expect(typedText({ args })).toBe(text);
  expect(command?.wording ?? null).toBe(text);
  expect(command?.reword('Changed').wording ?? null).toBe(text === null ? null : 'Changed');
});
