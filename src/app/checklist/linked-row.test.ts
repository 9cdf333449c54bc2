import { describe, expect, it } from 'vitest';
import type { ChecklistEntry } from '../../db/views/checklist-snapshot.ts';
import { linkedRow } from './linked-row.ts';

const entry = { item: { uuid: 'item' } } as ChecklistEntry;
const task = { task: { uuid: 'task' } } as ChecklistEntry;
const entries = new Map([
  ['element', { ...entry, uuid: 'element' }],
  ['another element', { ...task, uuid: 'another element' }],
]);
const none = new Map<string, ChecklistEntry>();

describe('the link to a row', () => {
  it.for([
    ['', entries, null],
    ['row=element', none, 'element'],
    ['itemId=item', entries, 'element'],
    ['itemId=item', none, null],
    ['itemId=another', entries, null],
    ['task=task', entries, 'another element'],
    ['row=element&itemId=another', entries, 'element'],
  ] as const)('with ?%s leads to its row once the row has been read', ([query, read, row]) => {
    expect(linkedRow(new URLSearchParams(query), { entries: read })).toBe(row);
  });
});
