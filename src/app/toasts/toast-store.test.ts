import { beforeEach, expect, it } from 'vitest';
import { dismissToast, pushToast, shownToasts } from './toast-store.ts';

beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
});

function shown(): string[] {
  return shownToasts().map(({ id }) => id);
}

it('shows a repeated message only once, and restarts its timer', () => {
  const message = 'There was a problem attempting to update the header';
  pushToast({ id: 'first', level: 'error', message });
  pushToast({ id: 'other', level: 'error', message: 'Another.' });
  const [before, other] = shownToasts();
  pushToast({ id: 'second', level: 'error', message });
  const [after, stillOther] = shownToasts();
  expect(after).toEqual(before);
  expect(after, 'its time starts over').not.toBe(before);
  expect(stillOther, 'the other toast is unchanged').toBe(other);
  expect(shown()).toEqual(['first', 'other']);
  dismissToast('first');
  pushToast({ id: 'third', level: 'error', message });
  expect(shown()).toEqual(['other', 'third']);
});

it('shows the same message at different levels as separate toasts', () => {
  pushToast({ id: 'a', level: 'error', message: 'Sent.' });
  pushToast({ id: 'b', level: 'success', message: 'Sent.' });
  pushToast({ id: 'b', level: 'success', message: 'Sent.' });
  expect(shown()).toEqual(['a', 'b']);
});
