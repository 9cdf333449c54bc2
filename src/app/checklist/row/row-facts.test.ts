import { expect, test } from 'vitest';
import { newDocumentRow } from '../../../../tests/support/rows.ts';
import { newItemRow } from '../../../db/commands/checklist/new-rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import type { ChecklistEntry } from '../../../db/views/checklist-snapshot.ts';
import { documentState, signingState } from './row-facts.ts';

const transaction = newUuid();
const stamp = { userId: newUuid(), madeAt: '2026-01-01T00:00:00.000Z' };
const file = newDocumentRow(transaction);

function stateText(
  item: ChecklistEntry['item'],
  document: ChecklistEntry['document'] = null,
  coming = false,
): string | undefined {
  const rest = { uuid: newUuid(), name: '', task: null, documentStatus: null, unsaved: false };
  return documentState({ ...rest, kind: 'item', item, document, coming })?.text;
}

test('only a document without a file is shown as to be drafted; one that is not on this device may have a file', () => {
  const names = { uuid: newUuid(), transaction, name: 'Bylaws' };
  expect(stateText(newItemRow(names, null, stamp))).toBe('To be drafted');
  expect(stateText(newItemRow(names, file, stamp))).toBe('Not on this device');
  expect(stateText(null)).toBe('Not on this device');
  expect(stateText(null, null, true)).toBe('Downloading…');
  expect(stateText(newItemRow(names, file, stamp), file)).toBe('Converting…');
});

test('a document says whether its page previews, its conversion or a newer version of it failed', () => {
  const item = newItemRow({ uuid: newUuid(), transaction, name: 'Bylaws' }, file, stamp);
  const rest = { uuid: newUuid(), name: '', task: null, coming: false, unsaved: false };
  const entry = { ...rest, kind: 'item' as const, item, document: file };
  expect(documentState({ ...entry, documentStatus: 'FAILED_GENERATING_THUMBNAILS' })?.text).toBe(
    'Page previews failed',
  );
  expect(documentState({ ...entry, documentStatus: 'FAILED_CONVERTING_DOCUMENT' })?.text).toBe(
    'Conversion failed',
  );
  const converted = { ...entry, documentStatus: 'CONVERSION_COMPLETE' as const };
  expect(documentState(converted)?.text).toBe('1 page');
  expect(documentState({ ...converted, hasFailedVersion: true })?.text).toBe('New version failed');
});

test('a document shows its signing progress, but not while it has neither a file nor a signing type', () => {
  const item = newItemRow({ uuid: newUuid(), transaction, name: 'Bylaws' }, null, stamp);
  const stateOf = (change: Partial<typeof item>, signatures?: Parameters<typeof signingState>[1]) => {
    const rest = {
      uuid: newUuid(),
      name: '',
      task: null,
      unsaved: false,
      document: null,
      documentStatus: null,
    };
    return signingState({ ...rest, kind: 'item', item: { ...item, ...change } }, signatures)?.text ?? null;
  };
  expect(stateOf({})).toBeNull();
  expect(stateOf({ document: file.uuid })).toBe('Non-executable');
  expect(stateOf({ fullyExecuted: true })).toBe('Executed');
  expect(stateOf({ forSigning: true })).toBe('No signature pages');
  expect(stateOf({ forSigning: true }, { pages: 2, assignments: ['assigned'] })).toBe('Not sent');
  expect(stateOf({ forSigning: true }, { pages: 2, assignments: ['assigned', 'executed'] })).toBe(
    'Partially executed',
  );
});
