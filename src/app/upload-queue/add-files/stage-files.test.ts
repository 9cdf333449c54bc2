import { beforeEach, expect, it, vi } from 'vitest';
import type { AnalyticsDetail } from '../../analytics.ts';
import type { SyncApi } from '../../../workers/sync-api.ts';
import { dismissToast, shownToasts } from '../../toasts/toast-store.ts';
import { stageFiles } from './stage-files.ts';

const worker = vi.hoisted(() => ({ stageFiles: vi.fn<SyncApi['stageFiles']>() }));
vi.mock('../../sync-client.ts', () => ({ syncClient: () => worker }));

const persist = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
const queue = { userId: 'partner', transaction: 'deal' };
const deed = new File(['%PDF-1.7'], 'Deed.pdf');
let tracked: AnalyticsDetail[];

beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
  tracked = [];
  const window = new EventTarget();
  window.addEventListener('counterpart:analytics', (event) => {
    if (event instanceof CustomEvent) tracked.push(event.detail);
  });
  vi.stubGlobal('window', window);
  vi.stubGlobal('navigator', { storage: { persist } });
  return () => vi.unstubAllGlobals();
});

function toasts(): string[] {
  return shownToasts().map(({ message }) => message);
}

it('asks the browser once, at the first file, not to evict the data on this device', async () => {
  worker.stageFiles.mockResolvedValue({ staged: 1, refused: [] });
  expect(persist).not.toHaveBeenCalled();
  await stageFiles(queue, [deed], 'picked');
  await stageFiles(queue, [deed], 'picked');
  expect(persist).toHaveBeenCalledOnce();
});

it('tracks only the files that were added to the queue', async () => {
  worker.stageFiles.mockResolvedValueOnce({ staged: 1, refused: [{ name: 'Tax.pdf', reason: 'No.' }] });
  await stageFiles(queue, [deed, deed], 'picked');
  worker.stageFiles.mockResolvedValueOnce({ staged: 0, refused: [] });
  await stageFiles(queue, [deed], 'picked');
  expect(tracked).toEqual([
    {
      event: 'upload_queue.files_added',
      properties: { transaction: 'deal', files: 1, source: 'picked' },
    },
  ]);
  expect(toasts()).toEqual(['Tax.pdf: No.']);
  expect(worker.stageFiles).toHaveBeenLastCalledWith(queue, 1, expect.anything());
});

it('names a file that could not be read, and adds the rest', async () => {
  worker.stageFiles.mockResolvedValueOnce({ staged: 1, refused: [] });
  await stageFiles({ ...queue, transaction: null }, [deed], 'opened', ['Moved.pdf']);
  expect(toasts()).toEqual([
    'Moved.pdf: This file couldn’t be read. Check that you can open it, then add it again.',
  ]);
  expect(tracked).toHaveLength(1);
});
