import { describe, expect, it } from 'vitest';
import type { SyncSummary } from '../../db/queries/status/sync-status.ts';
import { syncDetail } from './sync-detail.ts';
import { needsAttention, STALLED_MS, stallsAt, syncSentence } from './sync-sentence.ts';

const MADE = new Date(2026, 10, 21, 10, 42);
const LATER = new Date(2026, 10, 21, 11, 0);

function summaryOf(part: Partial<SyncSummary>): SyncSummary {
  return {
    connection: 'online',
    lastError: null,
    lastContactAt: null,
    unsent: 0,
    unsentFiles: 0,
    rejected: 0,
    failedFiles: 0,
    filesNotHere: 0,
    undecidedFiles: 0,
    unfiled: 0,
    oldestUnsentAt: null,
    ...part,
  };
}

function saying(part: Partial<SyncSummary>): string {
  return syncSentence(summaryOf(part), false, { now: LATER }).text;
}

function sayingStalled(part: Partial<SyncSummary>, now = LATER): string {
  return syncSentence(summaryOf({ oldestUnsentAt: MADE.toISOString(), ...part }), true, { now }).text;
}

describe('the sync indicator', () => {
  it('says that all changes are saved only if nothing is waiting', () => {
    expect(saying({})).toBe('All changes saved');
    expect(saying({ unsent: 1 })).toBe('Saving…');
    expect(saying({ unsentFiles: 1 })).toBe('Saving…');
    expect(saying({ connection: 'connecting' })).toBe('Connecting…');
  });

  it('does not say that changes are being saved while uploads are paused, unless there are edits', () => {
    const held = (part: Partial<SyncSummary>, why: 'paused' | 'sparing' = 'paused') =>
      syncSentence(summaryOf(part), false, { held: why }).text;
    expect(held({ unsentFiles: 1 })).toBe('Uploads are paused – 1 file waiting');
    expect(held({ unsentFiles: 3, connection: 'connecting' })).toBe('Uploads are paused – 3 files waiting');
    expect(held({ unsentFiles: 2 }, 'sparing')).toBe('Data saver is on – 2 files waiting');
    expect(held({ unsentFiles: 1, unsent: 1 })).toBe('Saving…');
    expect(held({ unsentFiles: 1, connection: 'offline' })).toBe('Offline – 1 file on this device');
    expect(held({})).toBe('All changes saved');
  });

  it('says that files are being copied before anything else that does not need the user', () => {
    const copying = (part: Partial<SyncSummary>) => syncSentence(summaryOf(part), true, { copying: true });
    expect(copying({})).toEqual({ text: 'Copying files…', tone: 'busy' });
    expect(copying({ unsentFiles: 1 }).text).toBe('Copying files…');
    expect(copying({ connection: 'update_needed' }).text).toBe('Copying files…');
    expect(copying({ unsent: 1, oldestUnsentAt: MADE.toISOString() }).text).toBe('Copying files…');
    expect(copying({ rejected: 1 }).text).toBe('1 change was rejected');
  });

  it('counts unsent changes and files separately', () => {
    expect(saying({ connection: 'offline', unsent: 2, unsentFiles: 1 })).toBe(
      'Offline – 2 changes and 1 file on this device',
    );
    expect(saying({ connection: 'offline', unsent: 1 })).toBe('Offline – 1 change on this device');
    expect(saying({ connection: 'offline', unsentFiles: 2 })).toBe('Offline – 2 files on this device');
    expect(saying({ connection: 'offline' })).toBe('Offline');
  });

  it('has a short form for phones', () => {
    const briefly = (part: Partial<SyncSummary>) => syncSentence(summaryOf(part), false).brief;
    expect(briefly({})).toBe('Saved');
    expect(briefly({ connection: 'offline', unsent: 2, unsentFiles: 1 })).toBe('Offline (3)');
    expect(briefly({ connection: 'trouble' })).toBe('Server problem');
    expect(briefly({ connection: 'signed_out', unsent: 2 })).toBe('Signed out (2)');
    expect(briefly({ rejected: 2 })).toBe('2 to review');
    expect(briefly({ connection: 'offline', rejected: 1, failedFiles: 1 })).toBe('Offline, 2 to review');
  });

  it('counts what is waiting for a sign-in or an update', () => {
    expect(saying({ connection: 'signed_out', unsent: 4 })).toBe('Signed out – 4 changes waiting');
    expect(saying({ connection: 'update_needed', unsent: 1 })).toBe('Reload to update – 1 change waiting');
    expect(saying({ connection: 'signed_out', unsent: 1, unsentFiles: 1 })).toBe(
      'Signed out – 1 change and 1 file waiting',
    );
  });

  it('shows rejected edits before anything else', () => {
    expect(saying({ unsent: 3, rejected: 1 })).toBe('1 change was rejected');
    expect(saying({ rejected: 2 })).toBe('2 changes were rejected');
  });

  it('says that the device is offline even if something needs the user', () => {
    const offline = (part: Partial<SyncSummary>) => saying({ connection: 'offline', unsent: 3, ...part });
    expect(offline({ rejected: 1 })).toBe('Offline – 1 change was rejected');
    expect(offline({ failedFiles: 1 })).toBe('Offline – 1 file was not uploaded');
    expect(offline({ undecidedFiles: 2 })).toBe('Offline – 2 files need your attention');
    expect(offline({ unfiled: 1 })).toBe('Offline – 1 file needs a transaction');
  });

  it('says how much has stalled and since when, even though the connection seems to work', () => {
    const at = MADE.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });
    expect(sayingStalled({ unsent: 2 })).toBe(`2 changes unsent since ${at}`);
    expect(sayingStalled({ unsent: 1, connection: 'connecting' })).toBe(`1 change unsent since ${at}`);
    const nextDay = new Date(2026, 10, 22, 9, 0);
    expect(sayingStalled({ unsent: 1 }, nextDay)).toMatch(/unsent since .*21/);
  });

  it('shows what needs the user before stalled edits', () => {
    expect(sayingStalled({ unsent: 2, rejected: 1 })).toBe('1 change was rejected');
    expect(sayingStalled({ unsent: 2, failedFiles: 1 })).toBe('1 file was not uploaded');
  });
});

describe('the dialog behind the indicator', () => {
  it('says that nothing is waiting only if nothing is left to do', () => {
    expect(syncDetail(summaryOf({}))).toBe('Nothing is waiting to be sent.');
    expect(syncDetail(summaryOf({ unsent: 1 }))).toBe(
      '1 change is kept on this device until the server has received it.',
    );
    expect(syncDetail(summaryOf({ unsent: 1, unsentFiles: 1, rejected: 1 }))).toBe(
      '1 change and 1 file are kept on this device until the server has received them.',
    );
    expect(syncDetail(summaryOf({ rejected: 2 }))).toBe('');
    expect(syncDetail(summaryOf({}), true)).toBe('');
    expect(syncDetail(summaryOf({ failedFiles: 1 }))).toBe('');
  });

  it('says when the server last responded and what is wrong', () => {
    const status = { connection: 'trouble' as const, lastError: 'Slow down.', rejected: 1 };
    expect(syncDetail(summaryOf({ ...status, lastContactAt: MADE.toISOString() }))).toMatch(
      /^The server last responded at .* Slow down\.$/,
    );
    expect(syncDetail(summaryOf({ ...status, connection: 'offline' }))).toBe('');
  });
});

it('needsAttention counts rejected edits and files that wait for the user, but not unsent work', () => {
  expect(
    needsAttention(
      summaryOf({ rejected: 2, failedFiles: 1, undecidedFiles: 1, unfiled: 1, unsent: 4, unsentFiles: 3 }),
    ),
  ).toBe(5);
});

describe('an unsent edit', () => {
  const oldestUnsentAt = MADE.toISOString();

  it('has stalled 30 seconds after it was made, if the connection seems to work', () => {
    const due = MADE.getTime() + STALLED_MS;
    expect(stallsAt(summaryOf({ unsent: 1, oldestUnsentAt }))).toBe(due);
    expect(stallsAt(summaryOf({ unsent: 1, oldestUnsentAt, connection: 'connecting' }))).toBe(due);
    expect(stallsAt(summaryOf({}))).toBeNull();
  });

  it.each(['offline', 'trouble', 'signed_out', 'update_needed'] as const)(
    'doesn’t count as stalled if the indicator says why it is waiting: %s',
    (connection) => expect(stallsAt(summaryOf({ unsent: 1, oldestUnsentAt, connection }))).toBeNull(),
  );
});
