import { describe, expect, it } from 'vitest';
import type { SyncSummary } from '../../db/queries/sync-status.ts';
import { syncSentence } from './sync-sentence.ts';

function saying(part: Partial<SyncSummary>): string {
  return syncSentence({
    connection: 'online',
    lastError: null,
    lastContactAt: null,
    unsent: 0,
    unsentFiles: 0,
    rejected: 0,
    failedFiles: 0,
    oldestUnsentAt: null,
    ...part,
  }).text;
}

describe('the sync indicator', () => {
  it('says that all is saved only when nothing waits', () => {
    expect(saying({})).toBe('All changes saved');
    expect(saying({ unsent: 1 })).toBe('Saving…');
    expect(saying({ unsentFiles: 1 })).toBe('Saving…');
    expect(saying({ connection: 'connecting' })).toBe('Connecting…');
  });

  it('counts what is only on this device, edits and files together', () => {
    expect(saying({ connection: 'offline', unsent: 2, unsentFiles: 1 })).toBe(
      'Offline – 3 changes on this device',
    );
    expect(saying({ connection: 'offline', unsent: 1 })).toBe('Offline – 1 change on this device');
    expect(saying({ connection: 'offline' })).toBe('Offline');
  });

  it('says what waits for a sign-in or an update', () => {
    expect(saying({ connection: 'signed_out', unsent: 4 })).toBe('Signed out – 4 changes wait');
    expect(saying({ connection: 'update_needed', unsent: 1 })).toBe('Reload to update – 1 change waits');
  });

  it('puts refused edits before everything else', () => {
    expect(saying({ connection: 'offline', unsent: 3, rejected: 1 })).toBe('1 needs attention');
    expect(saying({ rejected: 2 })).toBe('2 need attention');
  });
});
