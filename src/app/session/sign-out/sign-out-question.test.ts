import { expect, it } from 'vitest';
import type { SyncSummary } from '../../../db/queries/status/sync-status.ts';
import { hasUnsentWork, signOutQuestion } from './sign-out-question.ts';

function asking(part: Partial<SyncSummary>, { online = true, copying = false, files = [] as string[] } = {}) {
  const nothing = {
    unsent: 0,
    unsentFiles: 0,
    rejected: 0,
    failedFiles: 0,
    filesNotHere: 0,
    undecidedFiles: 0,
    unfiled: 0,
    oldestUnsentAt: null,
  };
  const status = { connection: 'online' as const, lastError: null, lastContactAt: null };
  return signOutQuestion({ summary: { ...status, ...nothing, ...part }, files }, { online, copying });
}

it('asks nothing if all work is on the server and the user can sign in again', () => {
  expect(asking({})).toBeNull();
});

it('counts unsent edits, rejected edits and files separately', () => {
  const question = asking({ unsent: 2, rejected: 1 }, { files: ['a', 'b'] });
  expect(question).toEqual({
    unsent: 2,
    rejected: 1,
    files: ['a', 'b'],
    copying: false,
    lockedOut: null,
  });
});

it('treats files that are being copied as unsent work', () => {
  const question = asking({}, { copying: true });
  expect(question && hasUnsentWork(question)).toBe(true);
});

it.each(['signed_out', 'trouble', 'connecting', 'update_needed'] as const)(
  'warns that the user cannot sign in again while the server is unreachable: %s',
  (connection) => {
    const question = asking({ connection });
    expect(question?.lockedOut).toBe('disconnected');
    expect(question && hasUnsentWork(question)).toBe(false);
    expect(asking({ connection, unsent: 1 })?.lockedOut).toBe('disconnected');
  },
);

it('calls the user offline if the browser or the engine does, even after the session has ended', () => {
  expect(asking({ connection: 'offline' })?.lockedOut).toBe('offline');
  expect(asking({ connection: 'signed_out' }, { online: false })?.lockedOut).toBe('offline');
  expect(asking({ connection: 'online' }, { online: false })?.lockedOut).toBe('offline');
});
