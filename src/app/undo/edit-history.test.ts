import { describe, expect, it } from 'vitest';
import type { Step } from '../../db/commands/tray/undo-steps.ts';
import { EditHistory, HISTORY_LENGTH } from './edit-history.ts';
import { directionOf } from './undo-buttons.tsx';

/** Steps that only bear a name; taking them back is noted, and answers the way there again. */
function named(name: string): Step[] {
  const step: Step & { name: string } = {
    name,
    begin: () => {
      throw new Error('not carried out here');
    },
  };
  return [step];
}

function nameOf([step]: readonly Step[]): string {
  return step && 'name' in step && typeof step.name === 'string' ? step.name : '';
}

/** A history whose steps always succeed, with what was carried out. */
function room() {
  const taken: string[] = [];
  const history = new EditHistory(async (steps) => {
    taken.push(nameOf(steps));
    return named(`not ${nameOf(steps)}`);
  });
  return { history, taken };
}

describe('[UNDO3] the person’s own acts in a deal', () => {
  it('are taken back from the last one, and done again in their order', async () => {
    const { history, taken } = room();
    history.record({ label: 'First', steps: named('first') });
    history.record({ label: 'Second', steps: named('second') });
    expect(history.state()).toEqual({ undo: 'Second', redo: null });
    // As fast as keys come.
    await Promise.all([history.go('undo'), history.go('undo')]);
    expect(history.state()).toEqual({ undo: null, redo: 'First' });
    expect(await history.go('undo')).toBeNull();
    await history.go('redo');
    await history.go('redo');
    expect(taken).toEqual(['second', 'first', 'not first', 'not second']);
    expect(history.state()).toEqual({ undo: 'Second', redo: null });
  });

  it('a new one lets go of what was taken back', async () => {
    const { history } = room();
    history.record({ label: 'First', steps: named('first') });
    await history.go('undo');
    history.record({ label: 'Another', steps: named('another') });
    expect(history.state()).toEqual({ undo: 'Another', redo: null });
  });

  it('fifty are kept, and none that nothing takes back', async () => {
    const { history, taken } = room();
    for (let act = 0; act <= HISTORY_LENGTH; act += 1)
      history.record({ label: `Act ${act}`, steps: named(`${act}`) });
    history.record({ label: 'For good', steps: [] });
    while (await history.go('undo'));
    expect(taken).toHaveLength(50);
    expect(taken.at(-1)).toBe('1');
  });

  it('one that is no longer as it was left stands in the way of none before it', async () => {
    const changed = new Set(['second']);
    const history = new EditHistory(async (steps) => (changed.has(nameOf(steps)) ? null : named('again')));
    history.record({ label: 'First', steps: named('first') });
    history.record({ label: 'Second', steps: named('second') });
    expect(await history.go('undo')).toEqual({ kind: 'changed_since', label: 'Second' });
    expect(await history.go('undo')).toEqual({ kind: 'done', label: 'First' });
    expect(history.state()).toEqual({ undo: null, redo: 'First' });
  });

  it('one for which the disk had no room can be tried again', async () => {
    let full = true;
    const history = new EditHistory(async () => {
      if (full) throw new Error('the disk is full');
      return named('again');
    });
    history.record({ label: 'First', steps: named('first') });
    await expect(history.go('undo')).rejects.toThrow('full');
    full = false;
    expect(await history.go('undo')).toEqual({ kind: 'done', label: 'First' });
  });
});

it.for([
  [{ key: 'z', ctrlKey: true }, 'undo'],
  [{ key: 'z', metaKey: true }, 'undo'],
  [{ key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
  [{ key: 'Z', metaKey: true, shiftKey: true }, 'redo'],
  [{ key: 'y', ctrlKey: true }, 'redo'],
  [{ key: 'y', metaKey: true }, null],
  [{ key: 'z' }, null],
  [{ key: 'z', ctrlKey: true, altKey: true }, null],
] as const)('%o means %s', ([key, direction]) => {
  const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
  expect(directionOf({ ...none, ...key })).toBe(direction);
});
