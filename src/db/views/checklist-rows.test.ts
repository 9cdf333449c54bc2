import { describe, expect, it } from 'vitest';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { DEFAULT_NUMBERING } from '../../contract/rules/checklist/numbering.ts';
import { checklistRows } from './checklist-rows.ts';
import type { ChecklistEntry, ChecklistSnapshot } from './checklist-snapshot.ts';

/** Headers are written `H…`, tasks `T…`, everything else is a document. */
function checklist(lists: Record<string, string[]>): ChecklistSnapshot {
  const entries = new Map<string, ChecklistEntry>();
  for (const uuid of Object.values(lists).flat()) {
    if (uuid.startsWith('?')) continue;
    const kind = uuid.startsWith('H') ? 'header' : uuid.startsWith('T') ? 'task' : 'item';
    entries.set(uuid, {
      uuid,
      kind,
      name: uuid,
      item: null,
      task: null,
      document: null,
      documentStatus: null,
      unsaved: false,
    });
  }
  return { state: 'ready', lists: new Map(Object.entries(lists)), entries, queued: [] };
}

const closing = checklist({
  [TOP]: ['H1', 'H2', 'loose'],
  H1: ['H1a', 'H1b'],
  H1a: ['bylaws', 'T-check', 'resolutions'],
  H1b: ['good standing'],
  H2: ['merger agreement'],
  'merger agreement': ['exhibit 1', 'exhibit 2'],
});

function numbers(snapshot: ChecklistSnapshot, format = {}, collapsed: string[] = []): string[] {
  return checklistRows(snapshot, {
    collapsed: new Set(collapsed),
    format: { ...DEFAULT_NUMBERING, ...format },
  }).map((row) => `${row.number}|${row.entry.name}`);
}

describe('checklist rows', () => {
  it('numbers headers by level and documents as consecutive tabs', () => {
    expect(numbers(closing)).toEqual([
      'I|H1',
      'A|H1a',
      'Tab 1|bylaws',
      '|T-check',
      'Tab 2|resolutions',
      'B|H1b',
      'Tab 3|good standing',
      'II|H2',
      'Tab 4|merger agreement',
      '|exhibit 1',
      '|exhibit 2',
      'Tab 5|loose',
    ]);
  });

  it('restarts the tabs at each primary header if the format says so', () => {
    const found = numbers(closing, { resetTabs: true });
    expect(found).toContain('Tab 3|good standing');
    expect(found).toContain('Tab 1|merger agreement');
  });

  it('numbers documents among their siblings in the outline style, and attachments after their item', () => {
    const found = numbers(closing, { numbering: 'outline', attachmentMarker: 'numeric' });
    expect(found).toContain('b|resolutions');
    expect(found).toContain('a|good standing');
    expect(found).toContain('a-2|exhibit 2');
  });

  it('hides rows below a collapsed header and keeps counting through them', () => {
    expect(numbers(closing, {}, ['H1'])).toEqual([
      'I|H1',
      'II|H2',
      'Tab 4|merger agreement',
      '|exhibit 1',
      '|exhibit 2',
      'Tab 5|loose',
    ]);
  });

  it('gives each row its depth, its place among its siblings and whether it can be expanded', () => {
    const rows = checklistRows(closing, { collapsed: new Set(['H1a']), format: DEFAULT_NUMBERING });
    const header = rows.find((row) => row.entry.uuid === 'H1a');
    expect(header).toMatchObject({
      depth: 2,
      parent: 'H1',
      index: 1,
      setSize: 2,
      expandable: true,
      expanded: false,
    });
    expect(rows.find((row) => row.entry.uuid === 'loose')).toMatchObject({
      parent: TOP,
      index: 3,
      setSize: 3,
    });
  });

  it('leave out ids without an entry and terminate on lists with a cycle', () => {
    const broken = checklist({ [TOP]: ['H1', '?gone', 'deed'], H1: ['H2'], H2: ['H1'] });
    expect(numbers(broken)).toEqual(['I|H1', 'A|H2', 'Tab 1|deed']);
  });

  it('handle ten thousand levels', () => {
    const lists: Record<string, string[]> = { [TOP]: ['H0'] };
    for (let depth = 0; depth < 10_000; depth += 1) lists[`H${depth}`] = [`H${depth + 1}`];
    expect(numbers(checklist(lists))).toHaveLength(10_001);
  });
});
