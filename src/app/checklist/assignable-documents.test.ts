import { expect, it } from 'vitest';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { newItemRow } from '../../db/commands/checklist/new-rows.ts';
import type { ChecklistEntry } from '../../db/views/checklist-snapshot.ts';
import { assignableAmong } from './assignable-documents.ts';

function document(
  uuid: string,
  facts: { forSigning?: boolean; fullyExecuted?: boolean } = {},
): ChecklistEntry {
  const stamp = { userId: 'me', madeAt: '2026-01-01T00:00:00.000Z' };
  const item = newItemRow({ transaction: 'deal', uuid: `item-of-${uuid}`, name: uuid }, null, stamp);
  return { ...header(uuid), kind: 'item', item: { ...item, ...facts } };
}

function header(uuid: string): ChecklistEntry {
  return {
    uuid,
    kind: 'header',
    name: uuid,
    item: null,
    task: null,
    document: null,
    documentStatus: null,
    unsaved: false,
  };
}

const entries = new Map(
  [
    header('corporate'),
    header('minutes'),
    document('resolution'),
    document('charter', { fullyExecuted: true, forSigning: false }),
    document('agreement'),
    document('exhibit'),
  ].map((entry) => [entry.uuid, entry]),
);
const lists = new Map([
  [TOP, ['corporate', 'agreement']],
  ['corporate', ['minutes', 'charter']],
  ['minutes', ['resolution']],
  ['agreement', ['exhibit']],
]);

const among = (...chosen: string[]) =>
  assignableAmong({ lists, entries }, new Set(chosen)).map(({ name }) => name);

it('finds the selected documents in reading order, and those under selected headers', () => {
  expect(among('agreement', 'resolution')).toEqual(['resolution', 'agreement']);
  expect(among('corporate')).toEqual(['resolution']);
  expect(among('corporate', 'resolution')).toEqual(['resolution']);
});

it('leaves out a document’s attachments and documents that were uploaded as fully executed', () => {
  expect(among('agreement')).toEqual(['agreement']);
  expect(among('charter')).toEqual([]);
  expect(among('exhibit')).toEqual(['exhibit']);
});
