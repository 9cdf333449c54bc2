import { beforeEach, expect, it } from 'vitest';
import { dismissToast, pushToast, shownToasts } from './toast-store.ts';

beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
});

function shown(): string[] {
  return shownToasts().map(({ id }) => id);
}

it('says the same once, however often it happens: the toast that is shown stays, for a time that begins anew', () => {
  const message = 'There was a problem attempting to update the header';
  pushToast({ id: 'first', level: 'error', message });
  pushToast({ id: 'other', level: 'error', message: 'Another.' });
  const [before, other] = shownToasts();
  pushToast({ id: 'second', level: 'error', message });
  const [after, stillOther] = shownToasts();
  expect(after).toEqual(before);
  expect(after, 'its time begins anew').not.toBe(before);
  expect(stillOther, 'only its own').toBe(other);
  expect(shown()).toEqual(['first', 'other']);
  dismissToast('first');
  pushToast({ id: 'third', level: 'error', message });
  expect(shown()).toEqual(['other', 'third']);
});

it('does not take what went well for what did not, nor show one twice', () => {
  pushToast({ id: 'a', level: 'error', message: 'Sent.' });
  pushToast({ id: 'b', level: 'success', message: 'Sent.' });
  pushToast({ id: 'b', level: 'success', message: 'Sent.' });
  expect(shown()).toEqual(['a', 'b']);
});
