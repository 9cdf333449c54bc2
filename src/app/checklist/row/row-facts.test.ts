import { expect, test } from 'vitest';
import { newDocumentRow } from '../../../../tests/support/rows.ts';
import { newItemRow } from '../../../db/commands/checklist/new-rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import type { ChecklistEntry } from '../../../db/views/checklist-snapshot.ts';
import { documentWords } from './row-facts.ts';

const transaction = newUuid();
const stamp = { userId: newUuid(), madeAt: '2026-01-01T00:00:00.000Z' };
const file = newDocumentRow(transaction);

function words(
  item: ChecklistEntry['item'],
  document: ChecklistEntry['document'] = null,
  coming = false,
): string | undefined {
  const rest = { uuid: newUuid(), name: '', task: null, documentStatus: null, unsaved: false };
  return documentWords({ ...rest, kind: 'item', item, document, coming })?.text;
}

test('only of an instrument without a file it is said that it is to be drafted: what is not on this device may have one', () => {
  const names = { uuid: newUuid(), transaction, name: 'Bylaws' };
  expect(words(newItemRow(names, null, stamp))).toBe('To be drafted');
  expect(words(newItemRow(names, file, stamp))).toBe('Not on this device');
  expect(words(null)).toBe('Not on this device');
  expect(words(null, null, true)).toBe('Downloading');
  expect(words(newItemRow(names, file, stamp), file)).toBe('Converting…');
});

test('a document whose pages can be read, and only their pictures failed, is not said not to be converted', () => {
  const item = newItemRow({ uuid: newUuid(), transaction, name: 'Bylaws' }, file, stamp);
  const rest = { uuid: newUuid(), name: '', task: null, coming: false, unsaved: false };
  const entry = { ...rest, kind: 'item' as const, item, document: file };
  expect(documentWords({ ...entry, documentStatus: 'FAILED_GENERATING_THUMBNAILS' })?.text).toBe(
    'Page pictures failed',
  );
  expect(documentWords({ ...entry, documentStatus: 'FAILED_CONVERTING_DOCUMENT' })?.text).toBe(
    'Conversion failed',
  );
});
