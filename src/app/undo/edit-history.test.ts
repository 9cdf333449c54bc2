import { describe, expect, it } from 'vitest';
import type { Step } from '../../db/commands/tray/undo-steps.ts';
import { EditHistory, HISTORY_LENGTH } from './edit-history.ts';
import { directionOf } from './undo-buttons.tsx';

/** Steps that only have a name. */
function named(name: string): Step[] {
  const step: Step & { name: string } = {
    name,
    begin: () => {
      throw new Error('must not run here');
    },
  };
  return [step];
}

function nameOf([first]: readonly Step[]): string {
  return first && 'name' in first && typeof first.name === 'string' ? first.name : '';
}

/** A history whose steps always succeed, and the names of the steps that ran. */
function room() {
  const taken: string[] = [];
  const history = new EditHistory(async (steps) => {
    taken.push(nameOf(steps));
    return named(`not ${nameOf(steps)}`);
  });
  return { history, taken };
}

describe('[UNDO3] the edit history of a deal', () => {
  it('undoes acts from the last one, and redoes them in their order', async () => {
    const { history, taken } = room();
    history.record({ label: 'First', steps: named('first') });
    history.record({ label: 'Second', steps: named('second') });
    expect(history.state()).toEqual({ undo: 'Second', redo: null });
    await Promise.all([history.go('undo'), history.go('undo')]);
    expect(history.state()).toEqual({ undo: null, redo: 'First' });
    expect(await history.go('undo')).toBeNull();
    await history.go('redo');
    await history.go('redo');
    expect(taken).toEqual(['second', 'first', 'not first', 'not second']);
    expect(history.state()).toEqual({ undo: 'Second', redo: null });
  });

  it('drops undone acts when a new act is recorded', async () => {
    const { history } = room();
    history.record({ label: 'First', steps: named('first') });
    await history.go('undo');
    history.record({ label: 'Another', steps: named('another') });
    expect(history.state()).toEqual({ undo: 'Another', redo: null });
  });

  it('keeps fifty acts, and none that cannot be undone', async () => {
    const { history, taken } = room();
    for (let act = 0; act <= HISTORY_LENGTH; act += 1)
      history.record({ label: `Act ${act}`, steps: named(`${act}`) });
    history.record({ label: 'For good', steps: [] });
    while (await history.go('undo'));
    expect(taken).toHaveLength(50);
    expect(taken.at(-1)).toBe('1');
  });

  it('skips an act that was changed in the meantime, and undoes the one before it', async () => {
    const changed = new Set(['second']);
    const history = new EditHistory(async (steps) => (changed.has(nameOf(steps)) ? null : named('again')));
    history.record({ label: 'First', steps: named('first') });
    history.record({ label: 'Second', steps: named('second') });
    expect(await history.go('undo')).toEqual({ kind: 'changed_since', label: 'Second' });
    expect(await history.go('undo')).toEqual({ kind: 'done', label: 'First' });
    expect(history.state()).toEqual({ undo: null, redo: 'First' });
  });

  it('keeps an act whose undo failed because the disk was full', async () => {
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
