import { describe, expect, it } from 'vitest';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { DEFAULT_NUMBERING } from '../../../contract/rules/checklist/numbering.ts';
import { checklistRows } from '../../../db/views/checklist-rows.ts';
import type { ChecklistEntry, ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { moveTargets } from './move-targets.ts';

function entry(uuid: string, kind: ChecklistEntry['kind']): [string, ChecklistEntry] {
  const nothing = { item: null, task: null, document: null, documentStatus: null, unsaved: false };
  return [uuid, { uuid, kind, name: `The ${uuid}`, ...nothing }];
}

const snapshot: ChecklistSnapshot = {
  state: 'ready',
  queued: [],
  entries: new Map([
    entry('corporate', 'header'),
    entry('résumés', 'header'),
    entry('bylaws', 'item'),
    entry('exhibit', 'item'),
    entry('deed', 'item'),
    entry('call', 'task'),
  ]),
  lists: new Map([
    [TOP, ['corporate', 'deed', 'call']],
    ['corporate', ['résumés', 'bylaws']],
    ['bylaws', ['exhibit']],
  ]),
};
const rows = checklistRows(snapshot, { collapsed: new Set(), format: DEFAULT_NUMBERING });

function targets(ids: string[], text = ''): string[] {
  return moveTargets(snapshot, rows, ids, text).map(({ parent, level }) => `${parent} ${level}`);
}

describe('the targets of a move', () => {
  it('offer a header other headers, and never its own descendants', () => {
    expect(targets(['corporate'])).toEqual(['top 0']);
    expect(targets(['résumés'])).toEqual(['top 0', 'corporate 0']);
  });

  it('offer a document headers and other documents, and never itself or its attachments', () => {
    expect(targets(['bylaws'])).toEqual(['top 0', 'corporate 0', 'résumés 1', 'deed 0']);
  });

  it('offer a task, or a block with a task, only headers', () => {
    expect(targets(['call'])).toEqual(['top 0', 'corporate 0', 'résumés 1']);
    expect(targets(['deed', 'call'])).toEqual(['top 0', 'corporate 0', 'résumés 1']);
  });

  it('match the typed text regardless of case and accents', () => {
    expect(targets(['deed'], 'RESUMES the')).toEqual(['résumés 0']);
    expect(targets(['deed'], 'top')).toEqual(['top 0']);
  });
});
