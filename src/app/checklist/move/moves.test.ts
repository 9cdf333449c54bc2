import { describe, expect, it } from 'vitest';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import type { ChecklistEntry, ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { dropPlace } from './drop-place.ts';
import { describeMove, keyboardMove, type MoveDirection } from './keyboard-move.ts';
import { blockOf, isLegalParent } from './legal-move.ts';
import { newPlace } from './new-place.ts';

/** Names with "H " are headers, with "T " tasks, all others are documents; a name is its own uuid. */
function checklist(lists: Record<string, string[]>): ChecklistSnapshot {
  const entries = new Map<string, ChecklistEntry>();
  for (const uuid of Object.values(lists).flat()) {
    const kind = uuid.startsWith('H ') ? 'header' : uuid.startsWith('T ') ? 'task' : 'item';
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
  [TOP]: ['H Corporate', 'H Ancillary', 'loose'],
  'H Corporate': ['bylaws', 'resolutions', 'T file'],
  'H Ancillary': ['escrow', 'H Opinions', 'lease'],
  'H Opinions': ['opinion'],
  lease: ['exhibit A', 'exhibit B'],
});

function press(direction: MoveDirection, ...ids: string[]): unknown {
  const found = keyboardMove(closing, blockOf(closing, new Set(ids)), direction);
  return 'move' in found ? [found.move.parent, found.move.after] : found.blocked;
}

describe('moving by keyboard', () => {
  it('goes up and down among the siblings, and says when it cannot', () => {
    expect(press('up', 'resolutions')).toEqual(['H Corporate', null]);
    expect(press('down', 'bylaws')).toEqual(['H Corporate', 'resolutions']);
    expect(press('up', 'bylaws')).toBe('Already first under H Corporate');
    expect(press('down', 'loose')).toBe('Already last at the top level');
  });

  it('moves several at once, gathered at the first of them', () => {
    expect(press('down', 'bylaws', 'resolutions')).toEqual(['H Corporate', 'T file']);
    expect(press('up', 'lease', 'T file')).toEqual(['H Corporate', 'bylaws']);
  });

  it('takes what lies inside a selected header along instead of moving it twice', () => {
    expect(blockOf(closing, new Set(['exhibit B', 'lease', 'bylaws', 'exhibit A']))).toEqual([
      'bylaws',
      'lease',
    ]);
  });

  it('goes in under the sibling before, as the last of it', () => {
    expect(press('in', 'H Ancillary')).toEqual(['H Corporate', 'T file']);
    expect(press('in', 'lease')).toEqual(['H Opinions', 'opinion']);
    expect(press('in', 'resolutions')).toEqual(['bylaws', null]);
    expect(press('in', 'escrow')).toBe('There is no entry above it to move it under');
  });

  it('goes out behind the parent', () => {
    expect(press('out', 'opinion')).toEqual(['H Ancillary', 'H Opinions']);
    expect(press('out', 'exhibit B')).toEqual(['H Ancillary', 'lease']);
    expect(press('out', 'loose')).toBe('Already at the top level');
  });

  it('refuses a header under a document and anything under a task', () => {
    expect(press('in', 'H Opinions')).toBe('Only documents can be placed under the document escrow');
    const task = checklist({ [TOP]: ['T call', 'deed'] });
    expect(keyboardMove(task, ['deed'], 'in')).toEqual({
      blocked: 'Nothing can be placed under the task T call',
    });
  });

  it('is announced in words', () => {
    const one = { ids: ['loose'], parent: 'H Ancillary', after: 'H Opinions' };
    expect(describeMove(closing, one)).toBe('Moved loose to position 3 of 4 under H Ancillary');
    const two = { ids: ['bylaws', 'resolutions'], parent: TOP, after: null };
    expect(describeMove(closing, two)).toBe('Moved 2 entries to positions 1 to 2 of 5 at the top level');
    const within = { ids: ['bylaws'], parent: 'H Corporate', after: 'resolutions' };
    expect(describeMove(closing, within)).toBe('Moved bylaws to position 2 of 3 under H Corporate');
  });
});

describe('where a drop may go', () => {
  const drop = (
    ids: string[],
    uuid: string,
    type: 'reorder-above' | 'reorder-below' | 'make-child',
    expanded = true,
  ) => {
    const found = dropPlace(closing, blockOf(closing, new Set(ids)), { uuid, expanded }, { type });
    return found && ('move' in found ? [found.move.parent, found.move.after] : found.blocked);
  };

  it('lands above, below and inside the row under the pointer', () => {
    expect(drop(['loose'], 'resolutions', 'reorder-above')).toEqual(['H Corporate', 'bylaws']);
    expect(drop(['loose'], 'bylaws', 'reorder-above')).toEqual(['H Corporate', null]);
    expect(drop(['loose'], 'resolutions', 'reorder-below')).toEqual(['H Corporate', 'resolutions']);
    expect(drop(['loose'], 'H Opinions', 'make-child')).toEqual(['H Opinions', null]);
    expect(drop(['loose'], 'H Opinions', 'make-child', false)).toEqual(['H Opinions', 'opinion']);
  });

  it('counts the place without what is being moved', () => {
    expect(drop(['bylaws', 'loose'], 'resolutions', 'reorder-above')).toEqual(['H Corporate', null]);
  });

  it('goes out to an ancestor’s level below the last of a group', () => {
    const none = dropPlace(
      closing,
      ['loose'],
      { uuid: 'exhibit B', expanded: false },
      { type: 'reparent', desiredLevel: 0 },
    );
    expect(none).toBeNull();
    expect(
      dropPlace(
        closing,
        ['bylaws'],
        { uuid: 'exhibit B', expanded: false },
        { type: 'reparent', desiredLevel: 0 },
      ),
    ).toEqual({ move: { ids: ['bylaws'], parent: TOP, after: 'H Ancillary' } });
  });

  it('refuses a header under a document, anything under a task, and a place inside what moves, and says why', () => {
    const underDocument = 'Only documents can be placed under the document lease';
    expect(drop(['H Corporate'], 'lease', 'make-child')).toBe(underDocument);
    expect(drop(['H Corporate'], 'exhibit A', 'reorder-below')).toBe(underDocument);
    expect(drop(['loose'], 'T file', 'make-child')).toBe('Nothing can be placed under the task T file');
    expect(drop(['H Ancillary'], 'opinion', 'reorder-below')).toBe(
      'H Ancillary cannot be placed inside itself',
    );
    expect(drop(['loose', 'H Ancillary'], 'opinion', 'reorder-below')).toBe(
      'Entries cannot be placed inside one of themselves',
    );
    expect(isLegalParent(closing, ['loose'], 'gone')).toBe(false);
  });

  it('does nothing where nothing would change', () => {
    expect(drop(['H Ancillary'], 'H Ancillary', 'make-child')).toBeNull();
    expect(drop(['resolutions'], 'bylaws', 'reorder-below')).toBeNull();
    expect(drop(['bylaws', 'resolutions'], 'T file', 'reorder-above')).toBeNull();
  });
});

describe('where something new goes', () => {
  it('comes at the end when nothing has the focus', () => {
    expect(newPlace(closing, null, 'header')).toEqual({ parent: TOP, after: 'loose' });
  });

  it('comes behind the focused entry; an instrument goes into a focused header', () => {
    expect(newPlace(closing, 'H Opinions', 'header')).toEqual({ parent: 'H Ancillary', after: 'H Opinions' });
    expect(newPlace(closing, 'H Opinions', 'item')).toEqual({ parent: 'H Opinions', after: 'opinion' });
    expect(newPlace(closing, 'bylaws', 'item')).toEqual({ parent: 'H Corporate', after: 'bylaws' });
  });

  it('comes just above the entry, or as the last inside it, where the person says so', () => {
    expect(newPlace(closing, 'resolutions', 'item', 'above')).toEqual({
      parent: 'H Corporate',
      after: 'bylaws',
    });
    expect(newPlace(closing, 'bylaws', 'header', 'above').after).toBeNull();
    expect(newPlace(closing, 'exhibit A', 'task', 'above').parent).toBe('H Ancillary');
    expect(newPlace(closing, 'H Opinions', 'header', 'inside')).toEqual({
      parent: 'H Opinions',
      after: 'opinion',
    });
    expect(newPlace(closing, 'exhibit B', 'item', 'above')).toEqual({ parent: 'lease', after: 'exhibit A' });
    expect(newPlace(closing, 'H Opinions', 'item', 'below')).toEqual({
      parent: 'H Ancillary',
      after: 'H Opinions',
    });
    expect(newPlace(closing, 'lease', 'item', 'inside')).toEqual({ parent: 'lease', after: 'exhibit B' });
  });

  it('never comes under a document', () => {
    expect(newPlace(closing, 'exhibit A', 'header')).toEqual({ parent: 'H Ancillary', after: 'lease' });
  });
});
