import { expect, it } from 'vitest';
import type { SyncSummary } from '../../db/queries/sync-status.ts';
import { signOutQuestion } from './sign-out-question.ts';

function asking(part: Partial<SyncSummary>, online = true) {
  const nothing = {
    unsent: 0,
    unsentFiles: 0,
    rejected: 0,
    failedFiles: 0,
    unfiled: 0,
    oldestUnsentAt: null,
  };
  const status = { connection: 'online' as const, lastError: null, lastContactAt: null };
  return signOutQuestion({ ...status, ...nothing, ...part }, online);
}

it('asks nothing of a person whose work is all on the server, and who can sign in again', () => {
  expect(asking({})).toBeNull();
});

it('says how much has not reached the server: refused changes too, and apart from them the files', () => {
  expect(asking({ unsent: 2, unsentFiles: 1, failedFiles: 1, unfiled: 1, rejected: 1 })).toEqual({
    title: 'Sign out with unsent work?',
    kept: 3,
    lost: 3,
    lockedOut: null,
  });
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
  expect(asking({ connection: 'signed_out' }, false)?.lockedOut).toMatch(/^You are offline\./);
  expect(asking({ connection: 'online' }, false)?.lockedOut).toMatch(/^You are offline\./);
  expect(asking({ connection: 'signed_out' })?.lockedOut).toMatch(/^You are not connected/);
});
