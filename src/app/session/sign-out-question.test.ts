import { expect, it } from 'vitest';
import type { SyncSummary } from '../../db/queries/status/sync-status.ts';
import { signOutQuestion } from './sign-out-question.ts';

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

it('asks nothing of a person whose work is all on the server, and who can sign in again', () => {
  expect(asking({})).toBeNull();
});

it('tells apart what goes out later, what waits for a decision, and the files that are deleted', () => {
  expect(asking({ unsent: 2, rejected: 1 }, { files: ['a', 'b'] })).toEqual({
    title: 'Sign out with unsent work?',
    kept: 2,
    refused: 1,
    files: ['a', 'b'],
    copying: false,
    lockedOut: null,
  });
});

it('asks while files are copied to the device: nobody knows yet what would be lost', () => {
  expect(asking({}, { copying: true })).toMatchObject({ title: 'Sign out with unsent work?', copying: true });
});

it.each(['offline', 'signed_out', 'trouble', 'connecting', 'update_needed'] as const)(
  'warns that one cannot come back where the server is not there to sign in again: %s',
  (connection) => {
    expect(asking({ connection })).toMatchObject({ title: 'Sign out without a connection?', kept: 0 });
    expect(asking({ connection })?.lockedOut).toMatch(/you cannot open your work/);
    expect(asking({ connection, unsent: 1 })?.lockedOut).toMatch(/you cannot open your work/);
  },
);

it('says on a plane that there is no network, also where the session has ended', () => {
  expect(asking({ connection: 'signed_out' }, { online: false })?.lockedOut).toMatch(/^You are offline\./);
  expect(asking({ connection: 'online' }, { online: false })?.lockedOut).toMatch(/^You are offline\./);
  expect(asking({ connection: 'signed_out' })?.lockedOut).toMatch(/^You are not connected/);
});
