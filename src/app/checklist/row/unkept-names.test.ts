import { expect, it } from 'vitest';
import { discardFormDrafts } from '../../lib/form/form-drafts.ts';
import { giveBackName, newRow, unkeptName } from './unkept-names.ts';

const full = new DOMException('The disk is full.', 'QuotaExceededError');

/** Types a name for which the disk has no room. */
async function typeInVain(userId: string, about: string, name: string): Promise<void> {
  const command = Promise.reject<void>(full);
  giveBackName(userId, about, name, command);
  await command.catch(() => undefined);
}

it('[SHOW3] a typed name that could not be committed is offered again in its own field', async () => {
  await typeInVain('margaret', 'row', 'Closing');
  await typeInVain('margaret', newRow('header'), 'Corporate');
  expect(unkeptName('margaret', 'row')).toBe('Closing');
  expect(unkeptName('margaret', newRow('header'))).toBe('Corporate');
  expect(unkeptName('margaret', newRow('task'))).toBeUndefined();
});

it('[SHOW3] a typed name that is committed on the second try is not offered again', async () => {
  await typeInVain('margaret', 'row', 'Closing');
  const command = Promise.resolve();
  giveBackName('margaret', 'row', 'Closing', command);
  await command;
  expect(unkeptName('margaret', 'row')).toBeUndefined();
});

it('[SHOW3] a typed name that could not be committed is kept for the person who typed it, until they sign out', async () => {
  await typeInVain('margaret', 'row', 'Closing');
  expect(unkeptName('priya', 'row')).toBeUndefined();
  discardFormDrafts('margaret');
  expect(unkeptName('margaret', 'row')).toBeUndefined();
});
