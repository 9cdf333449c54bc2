import { describe, expect, it } from 'vitest';
import { newDocumentRow } from '../../../tests/support/rows.ts';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { DEFAULT_NUMBERING } from '../../contract/rules/checklist/numbering.ts';
import { newItemRow } from '../commands/checklist/new-rows.ts';
import type { ItemRow, TaskRow } from '../rows.ts';
import { filterChecklist, NO_FILTER, type ChecklistFilter } from './checklist-filter.ts';
import { checklistRows } from './checklist-rows.ts';
import type { ChecklistEntry, ChecklistSnapshot } from './checklist-snapshot.ts';

const me = 'me';
const stamp = { userId: me, madeAt: '2026-01-01T00:00:00.000Z' };
const document = newDocumentRow('deal');

function entry(uuid: string, name: string, more: Partial<ChecklistEntry> = {}): [string, ChecklistEntry] {
  const nothing = { item: null, task: null, document: null, documentStatus: null, unsaved: false };
  return [uuid, { uuid, kind: 'header', name, ...nothing, ...more }];
}

function item(uuid: string, name: string, more: Partial<ItemRow>, filed: boolean): [string, ChecklistEntry] {
  const row = { ...newItemRow({ uuid, transaction: 'deal', name }, filed ? document : null, stamp), ...more };
  return entry(uuid, name, { kind: 'item', item: row, document: filed ? document : null });
}

function task(uuid: string, name: string, more: Partial<TaskRow>): [string, ChecklistEntry] {
  const row: TaskRow = {
    uuid,
    transaction: 'deal',
    name,
    description: '',
    isComplete: false,
    completedAt: null,
    completedBy: null,
    assignee: null,
    dueDate: null,
    createdAt: stamp.madeAt,
    version: 1,
    modifiedAt: stamp.madeAt,
    modifiedBy: me,
    ...more,
  };
  return entry(uuid, name, { kind: 'task', task: row });
}

const checklist: ChecklistSnapshot = {
  state: 'ready',
  queued: [],
  entries: new Map([
    entry('H', 'Corporate'),
    item('bylaws', 'Bylaws', {}, true),
    item('exhibit', 'Exhibit: résumé of the CEO', { complete: true }, false),
    entry('C', 'Closing'),
    task('wire', 'Wire the funds', { assignee: me }),
    task('file', 'File the certificate', { isComplete: true, assignee: 'you' }),
  ]),
  lists: new Map([
    [TOP, ['H', 'C']],
    ['H', ['bylaws']],
    ['bylaws', ['exhibit']],
    ['C', ['wire', 'file']],
  ]),
};

function shown(filter: Partial<ChecklistFilter>, collapsed: string[] = []): string[] {
  const filtered = filterChecklist(checklist, { ...NO_FILTER, ...filter }, me);
  const layout = { collapsed: new Set(collapsed), format: DEFAULT_NUMBERING, visible: filtered?.visible };
  return checklistRows(checklist, layout).map((row) => `${row.number} ${row.entry.uuid}`.trim());
}

describe('the filter of a checklist', () => {
  it.for<[string, Partial<ChecklistFilter>, string[]]>([
    ['part of a name, with the rows above it', { text: 'bylaw' }, ['I H', 'Tab 1 bylaws']],
    ['several words, in any order', { text: 'ceo exhibit' }, ['I H', 'Tab 1 bylaws', 'exhibit']],
    ['ignoring case and accents', { text: 'RESUME' }, ['I H', 'Tab 1 bylaws', 'exhibit']],
    ['a header, without the rows below it', { text: 'closing' }, ['II C']],
    ['rows that aren’t done', { which: 'open' }, ['I H', 'Tab 1 bylaws', 'II C', 'wire']],
    ['one’s own tasks', { which: 'mine' }, ['II C', 'wire']],
    ['instruments without a file', { which: 'no_file' }, ['I H', 'Tab 1 bylaws', 'exhibit']],
    ['both at once', { which: 'open', text: 'wire' }, ['II C', 'wire']],
    ['no results', { text: 'escrow' }, []],
  ])('finds %s', ([, filter, rows]) => {
    expect(shown(filter)).toEqual(rows);
  });

  it('shows matches even if they are collapsed, and everything as before without a filter', () => {
    expect(shown({ text: 'wire' }, ['C'])).toEqual(['II C', 'wire']);
    expect(shown({ text: '  ' }, ['C', 'H'])).toEqual(['I H', 'II C']);
  });

  it('counts its matches, but not their parents', () => {
    expect(filterChecklist(checklist, { text: 'e', which: 'mine' }, me)?.matches).toEqual({
      headers: 0,
      documents: 0,
      tasks: 1,
    });
  });
});
