import { describe, expect, it } from 'vitest';
import type { ChecklistEntry } from '../../db/views/checklist-snapshot.ts';
import { linkedRow } from './linked-row.ts';

const entry = { item: { uuid: 'item' } } as ChecklistEntry;
const doing = { task: { uuid: 'task' } } as ChecklistEntry;
const entries = new Map([
  ['element', { ...entry, uuid: 'element' }],
  ['another element', { ...doing, uuid: 'another element' }],
]);
const none = new Map<string, ChecklistEntry>();

describe('a link to a row of the checklist', () => {
  it.for([
    ['', entries, null],
    ['row=element', none, 'element'],
    ['itemId=item', entries, 'element'],
    ['itemId=item', none, null],
    ['itemId=another', entries, null],
    ['task=task', entries, 'another element'],
    ['row=element&itemId=another', entries, 'element'],
  ] as const)('%s', ([query, read, row]) => {
    expect(linkedRow(new URLSearchParams(query), { entries: read })).toBe(row);
  });
});
