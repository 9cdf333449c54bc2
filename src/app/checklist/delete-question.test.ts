import { expect, test } from 'vitest';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import type { ChecklistEntry } from '../../db/views/checklist-snapshot.ts';
import { deleteQuestion } from './delete-question.ts';

/** An item whose content is not on this device. */
function notHere(uuid: string, coming: boolean): ChecklistEntry {
  const nothing = { item: null, task: null, document: null, documentStatus: null, unsaved: false };
  return { uuid, kind: 'item', name: 'Missing document', coming, ...nothing };
}

test.for([[['a']], [['b']], [['a', 'b']]])(
  'the question before deleting %s, which this device does not have, says that it is deleted for everyone',
  ([chosen = []]) => {
    const entries = new Map([
      ['a', notHere('a', false)],
      ['b', notHere('b', true)],
    ]);
    const snapshot = { state: 'ready', lists: new Map([[TOP, ['a', 'b']]]), entries, queued: [] } as const;
    expect(deleteQuestion(snapshot, new Set(chosen))?.text).toMatch(
      /(hasn’t loaded on this device. It|haven’t loaded on this device. They) will be deleted for everyone/,
    );
  },
);

test('the question before a deletion says that the item can be restored for 30 days', () => {
  const entries = new Map([
    ['a', notHere('a', false)],
    ['b', notHere('b', true)],
    ['header', { ...notHere('header', false), kind: 'header' as const, name: 'Corporate' }],
  ]);
  const lists = new Map([
    [TOP, ['header', 'a']],
    ['header', ['b']],
  ]);
  const snapshot = { state: 'ready', lists, entries, queued: [] } as const;
  const asked = (...chosen: string[]) => deleteQuestion(snapshot, new Set(chosen))?.text;
  expect(asked('a')).toMatch(/It can be restored from Activity for 30 days\.$/);
  expect(asked('a', 'b')).toMatch(/They can be restored from Activity for 30 days\.$/);
  expect(asked('header')).toMatch(/The header can be restored from Activity for 30 days\.$/);
});
