import { beforeEach, expect, test } from 'vitest';
import type { NoticeRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { showNotices } from './show-notices.ts';
import { dismissToast, shownToasts } from './toast-store.ts';

const between = { since: '2026-03-02T09:00:00.000Z', now: '2026-03-02T09:00:05.000Z' };

function notice(at: string): NoticeRow {
  return { id: newUuid(), at, level: 'error', message: at };
}

beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
});

const shown = () => shownToasts().map(({ message }) => message);

test('shows existing notices only if they were created after the page was opened and are not dated in the future', () => {
  const [before, own, ahead] = [
    '2026-03-02T08:59:59.000Z',
    '2026-03-02T09:00:04.000Z',
    '2026-03-03T09:00:00.000Z',
  ];
  showNotices([notice(before), notice(own), notice(ahead)], between);
  expect(shown()).toEqual([own]);
});

test('shows a new notice even if the clock was set back after the page was opened', () => {
  const late = notice('2026-03-01T09:10:00.000Z');
  showNotices([], between);
  showNotices([late], null);
  expect(shown()).toEqual([late.message]);
  showNotices([late], null);
  expect(shown()).toHaveLength(1);
});
