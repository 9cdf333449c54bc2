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

describe('a keyboard move', () => {
  it('goes up and down among the siblings, and says why if it can’t', () => {
    expect(press('up', 'resolutions')).toEqual(['H Corporate', null]);
    expect(press('down', 'bylaws')).toEqual(['H Corporate', 'resolutions']);
    expect(press('up', 'bylaws')).toBe('Already first under H Corporate');
    expect(press('down', 'loose')).toBe('Already last at the top level');
  });

  it('gathers several rows at the first of them', () => {
    expect(press('down', 'bylaws', 'resolutions')).toEqual(['H Corporate', 'T file']);
    expect(press('up', 'lease', 'T file')).toEqual(['H Corporate', 'bylaws']);
  });

  it('moves nested rows once, together with the selected row that contains them', () => {
    expect(blockOf(closing, new Set(['exhibit B', 'lease', 'bylaws', 'exhibit A']))).toEqual([
      'bylaws',
      'lease',
    ]);
  });

  it('goes in under the sibling above, as its last child', () => {
    expect(press('in', 'H Ancillary')).toEqual(['H Corporate', 'T file']);
    expect(press('in', 'lease')).toEqual(['H Opinions', 'opinion']);
    expect(press('in', 'resolutions')).toEqual(['bylaws', null]);
    expect(press('in', 'escrow')).toBe('There’s no item above to move it under');
  });

  it('goes out to after the parent', () => {
    expect(press('out', 'opinion')).toEqual(['H Ancillary', 'H Opinions']);
    expect(press('out', 'exhibit B')).toEqual(['H Ancillary', 'lease']);
    expect(press('out', 'loose')).toBe('Already at the top level');
  });

  it('refuses a header under a document and anything under a task', () => {
    expect(press('in', 'H Opinions')).toBe('Only documents can go under the document “escrow”.');
    const task = checklist({ [TOP]: ['T call', 'deed'] });
    expect(keyboardMove(task, ['deed'], 'in')).toEqual({
      blocked: 'You can’t put anything under the task “T call”.',
    });
  });

  it('is announced with its position and parent', () => {
    const one = { ids: ['loose'], parent: 'H Ancillary', after: 'H Opinions' };
    expect(describeMove(closing, one)).toBe('Moved loose to position 3 of 4 under H Ancillary');
    const two = { ids: ['bylaws', 'resolutions'], parent: TOP, after: null };
    expect(describeMove(closing, two)).toBe('Moved 2 items to positions 1 to 2 of 5 at the top level');
    const within = { ids: ['bylaws'], parent: 'H Corporate', after: 'resolutions' };
    expect(describeMove(closing, within)).toBe('Moved bylaws to position 2 of 3 under H Corporate');
  });
});

describe('a drop', () => {
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

  it('counts positions without the moved rows', () => {
    expect(drop(['bylaws', 'loose'], 'resolutions', 'reorder-above')).toEqual(['H Corporate', null]);
  });

  it('goes out to the level of an ancestor below the last row of a group', () => {
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

  it('refuses a header under a document, anything under a task and a block inside itself, and says why', () => {
    const underDocument = 'Only documents can go under the document “lease”.';
    expect(drop(['H Corporate'], 'lease', 'make-child')).toBe(underDocument);
    expect(drop(['H Corporate'], 'exhibit A', 'reorder-below')).toBe(underDocument);
    expect(drop(['loose'], 'T file', 'make-child')).toBe('You can’t put anything under the task “T file”.');
    expect(drop(['H Ancillary'], 'opinion', 'reorder-below')).toBe(
      'You can’t move “H Ancillary” into itself.',
    );
    expect(drop(['loose', 'H Ancillary'], 'opinion', 'reorder-below')).toBe(
      'You can’t move items into one of themselves.',
    );
    expect(isLegalParent(closing, ['loose'], 'gone')).toBe(false);
  });

  it('does nothing if no row would move', () => {
    expect(drop(['H Ancillary'], 'H Ancillary', 'make-child')).toBeNull();
    expect(drop(['resolutions'], 'bylaws', 'reorder-below')).toBeNull();
    expect(drop(['bylaws', 'resolutions'], 'T file', 'reorder-above')).toBeNull();
  });
});

describe('a new row', () => {
  it('goes to the end of the top level when no row has the focus', () => {
    expect(newPlace(closing, null, 'header')).toEqual({ parent: TOP, after: 'loose' });
  });

  it('goes after the focused row, and a document goes into a focused header', () => {
    expect(newPlace(closing, 'H Opinions', 'header')).toEqual({ parent: 'H Ancillary', after: 'H Opinions' });
    expect(newPlace(closing, 'H Opinions', 'item')).toEqual({ parent: 'H Opinions', after: 'opinion' });
    expect(newPlace(closing, 'bylaws', 'item')).toEqual({ parent: 'H Corporate', after: 'bylaws' });
  });

  it('goes above, below or inside the row when the user says so', () => {
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

  it('never goes under a document unless it is a document', () => {
    expect(newPlace(closing, 'exhibit A', 'header')).toEqual({ parent: 'H Ancillary', after: 'lease' });
  });
});
