import { beforeEach, expect, it, vi } from 'vitest';
import type { AnalyticsDetail } from '../analytics.ts';
import type { SyncApi } from '../../workers/sync-api.ts';
import { dismissToast, shownToasts } from '../toasts/toast-store.ts';
import { stageFiles } from './stage-files.ts';

const worker = vi.hoisted(() => ({ stageFiles: vi.fn<SyncApi['stageFiles']>() }));
vi.mock('../sync-client.ts', () => ({ syncClient: () => worker }));

const persist = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
const queue = { userId: 'partner', transaction: 'deal' };
const deed = new File(['%PDF-1.7'], 'Deed.pdf');
let told: AnalyticsDetail[];

beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
  told = [];
  const window = new EventTarget();
  window.addEventListener('counterpart:analytics', (event) => {
    if (event instanceof CustomEvent) told.push(event.detail);
  });
  vi.stubGlobal('window', window);
  vi.stubGlobal('navigator', { storage: { persist } });
  return () => vi.unstubAllGlobals();
});

function toasts(): string[] {
  return shownToasts().map(({ message }) => message);
}

it('at the first file the browser is asked, once, not to evict what is on this device', async () => {
  worker.stageFiles.mockResolvedValue({ staged: 1, refused: [] });
  expect(persist).not.toHaveBeenCalled();
  await stageFiles(queue, [deed], 'picked');
  await stageFiles(queue, [deed], 'picked');
  expect(persist).toHaveBeenCalledOnce();
});

it('files that came into the queue are told of, and those alone', async () => {
  worker.stageFiles.mockResolvedValueOnce({ staged: 1, refused: [{ name: 'Tax.pdf', reason: 'No.' }] });
  await stageFiles(queue, [deed, deed], 'picked');
  worker.stageFiles.mockResolvedValueOnce({ staged: 0, refused: [] });
  await stageFiles(queue, [deed], 'picked');
  expect(told).toEqual([
    {
      event: 'upload_queue.files_added',
      properties: { transaction: 'deal', files: 1, source: 'picked' },
    },
  ]);
  expect(toasts()).toEqual(['Tax.pdf: No.']);
  expect(worker.stageFiles).toHaveBeenLastCalledWith(queue, 1, expect.anything());
});

it('what the system would not give is named, and the rest is taken', async () => {
  worker.stageFiles.mockResolvedValueOnce({ staged: 1, refused: [] });
  await stageFiles({ ...queue, transaction: null }, [deed], 'opened', ['Moved.pdf']);
  expect(toasts()).toEqual([
    'Moved.pdf: It could not be read. Check that you may open it, and add it again.',
  ]);
  expect(told).toHaveLength(1);
});
