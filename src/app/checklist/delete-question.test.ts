import { expect, test } from 'vitest';
import { TOP } from '../../contract/rules/child-lists.ts';
import type { ChecklistEntry } from '../../db/views/checklist-snapshot.ts';
import { deleteQuestion } from './delete-question.ts';

/** What has not come to this device. */
function notHere(uuid: string, coming: boolean): ChecklistEntry {
  const nothing = { item: null, task: null, document: null, documentStatus: null, unsaved: false };
  return { uuid, kind: 'item', name: 'Missing document', coming, ...nothing };
}

test.for([[['a']], [['b']], [['a', 'b']]])(
  'before %s, which this device does not have, is deleted, it is said that others may have it and lose it',
  ([chosen = []]) => {
    const entries = new Map([
      ['a', notHere('a', false)],
      ['b', notHere('b', true)],
    ]);
    const snapshot = { state: 'ready', lists: new Map([[TOP, ['a', 'b']]]), entries, queued: [] } as const;
    expect(deleteQuestion(snapshot, new Set(chosen))?.text).toMatch(
      /have not come to this device: others may still have them, and they are|has not come to this device: others may still have it, and it is deleted for everybody/,
    );
  },
);
