import { describe, expect, it } from 'vitest';
import type { OfflineProgress } from '../../db/queries/offline/offline-progress.ts';
import { usedSpace } from './offline-dialog-copy.ts';
import { offlineSentence } from './offline-sentence.ts';
import { isComplete, isMarked, offlineMark } from './offline-status.ts';

function standingOf(part: Partial<OfflineProgress>): OfflineProgress {
  const all = {
    pulled: true,
    purged: false,
    total: 48,
    here: 48,
    bytes: 34_000_000,
    preparing: 0,
    failed: 0,
  };
  return { ...all, viewer: true, automatic: false, stop: null, ...part };
}

function saying(part: Partial<OfflineProgress>, reachable = true): string {
  return offlineSentence(standingOf(part), { reachable, budget: 1_000_000_000 });
}

describe('the state of an offline copy', () => {
  it.each<[string, Partial<OfflineProgress>]>([
    ['All 48 documents on this device · 34 MB', {}],
    ['The only document is on this device · 34 MB', { total: 1, here: 1 }],
    ['All 48 readable documents on this device · 34 MB · 2 still being prepared', { preparing: 2 }],
    ['All 48 readable documents on this device · 34 MB · 1 could not be converted', { failed: 1 }],
    ['No documents yet; the checklist is on this device', { total: 0, here: 0, bytes: 0 }],
    [
      'No documents can be read yet; the checklist is on this device · 2 still being prepared',
      { total: 0, here: 0, bytes: 0, preparing: 2 },
    ],
    ['Downloading: 12 of 48 documents on this device', { here: 12 }],
    ['Stopped at the limit of 1 GB: 12 of 48 documents on this device', { here: 12, stop: 'budget' }],
    ['Stopped because this device is full: 12 of 48 documents on this device', { here: 12, stop: 'no_room' }],
    [
      'Waiting for an unmetered connection: 12 of 48 documents on this device',
      { here: 12, stop: 'spares_data' },
    ],
    ['12 of 48 documents on this device; trying again to download the rest', { here: 12, stop: 'trouble' }],
    [
      'The files were archived and removed; the checklist is on this device',
      { purged: true, total: 0, here: 0, bytes: 0, stop: 'trouble' },
    ],
    ['Downloading to this device', { pulled: false, total: 0, here: 0 }],
  ])('%s', (sentence, part) => expect(saying(part)).toBe(sentence));

  it('names what is on the device and what comes later while the device is offline', () => {
    expect(saying({ here: 0 }, false)).toBe('Not downloaded yet: no connection');
    expect(saying({ pulled: false, total: 0, here: 0 }, false)).toBe('Not downloaded yet: no connection');
    expect(saying({ here: 12 }, false)).toBe(
      '12 of 48 documents on this device; the rest will be downloaded when you’re back online',
    );
    expect(saying({}, false)).toBe('All 48 documents on this device · 34 MB');
  });

  it('[KEEP6] never says “all” while a page or the viewer is missing', () => {
    for (const part of [{ here: 47 }, { viewer: false }, { pulled: false }]) {
      for (const stop of [null, 'budget', 'no_room', 'spares_data', 'unreachable', 'trouble'] as const) {
        expect(saying({ ...part, stop })).not.toMatch(/^All|· 34 MB/);
        expect(offlineMark(standingOf({ ...part, stop }))).not.toBe('Kept on this device');
      }
    }
    expect(saying({ viewer: false })).toBe(
      'Downloading: 48 documents on this device, but the viewer isn’t downloaded yet',
    );
  });
});

it('a list shows the state in a few words', () => {
  expect(offlineMark(standingOf({}))).toBe('Kept on this device');
  expect(offlineMark(standingOf({ here: 12 }))).toBe('12 of 48 documents kept');
  expect(offlineMark(standingOf({ preparing: 4 })), 'documents that are still being prepared count').toBe(
    '48 of 52 documents kept',
  );
  expect(offlineMark(standingOf({ pulled: false, total: 0, here: 0 }))).toBe('Not downloaded yet');
});

it('[KEEP6] a list does not call a deal kept if its files were removed or none could be converted', () => {
  const removed = standingOf({ purged: true, total: 0, here: 0, bytes: 0 });
  expect(offlineMark(removed)).toBe('Checklist kept on this device');
  expect(offlineMark(standingOf({ failed: 2 })), 'the deal’s page names the failed ones').toBe(
    'Kept on this device',
  );
  expect(offlineMark(standingOf({ total: 0, here: 0, bytes: 0, failed: 2 }))).toBe('0 of 2 documents kept');
  for (const standing of [removed, standingOf({ failed: 1 })]) expect(isComplete(standing)).toBe(false);
});

it('the used space is shown together with the limit', () => {
  const budget = 1_000_000_000;
  expect(usedSpace({ deals: 0, used: 0, budget })).toBe('0 MB of 1 GB');
  expect(usedSpace({ deals: 2, used: 312_400_000, budget })).toBe('2 transactions, 312.4 MB of 1 GB');
});

it('lists mention an automatic copy only when it is complete, and a chosen one always', () => {
  expect(isMarked(standingOf({ automatic: true }))).toBe(true);
  expect(offlineMark(standingOf({ automatic: true }))).toBe('Kept on this device');
  expect(isMarked(standingOf({ automatic: true, here: 12 }))).toBe(false);
  expect(isMarked(standingOf({ automatic: true, viewer: false }))).toBe(false);
  expect(isMarked(standingOf({ here: 12 }))).toBe(true);
});
