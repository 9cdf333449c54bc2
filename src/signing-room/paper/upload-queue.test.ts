import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SendResult } from './send-file.ts';
import { UploadQueue, type ChosenFile } from './upload-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const photo = (name: string) => new File(['a photo'], name, { type: 'image/jpeg' });

/** Returns a queue whose attempts have these results, one after another, and the files that it tried to send. */
function queueWith(...results: SendResult[]) {
  const tried: Pick<ChosenFile, 'name' | 'file' | 'isUploaded'>[] = [];
  const onSent = vi.fn<() => void>();
  const send = async ({ name, file, isUploaded }: ChosenFile): Promise<SendResult> => {
    tried.push({ name, file, isUploaded });
    return results.shift() ?? { kind: 'sent' };
  };
  const queue = new UploadQueue('token', send);
  queue.resume(onSent);
  const choose = (...files: File[]) => {
    queue.add(files, { nameOf: ({ name }) => name });
    for (const { uuid, state, file } of queue.state) if (state === 'unchecked') queue.use(uuid, file);
  };
  return { queue, tried, onSent, choose };
}

const states = ({ state }: UploadQueue) => state.map((each) => `${each.name}: ${each.state}`);

describe('the photos that a signatory has chosen', () => {
  it('wait until the signatory has checked them, while scans are sent at once', async () => {
    const { queue, tried } = queueWith();
    const scan = new File(['a scan'], '2.pdf', { type: 'application/pdf' });
    queue.add([photo('1.jpg'), scan], { nameOf: ({ name }) => name, isTaken: true });
    await vi.runAllTimersAsync();
    expect(states(queue)).toEqual(['1.jpg: unchecked']);
    expect(tried.map(({ name }) => name)).toEqual(['2.pdf']);
    const straightened = new Blob(['straight'], { type: 'image/jpeg' });
    queue.use(queue.state[0]?.uuid ?? '', straightened);
    await vi.runAllTimersAsync();
    expect(tried.at(-1)).toMatchObject({ name: '1.jpg', file: straightened });
    expect(queue.state).toEqual([]);
  });

  it('are sent one after another, and leave the list once the server has them', async () => {
    const { queue, tried, onSent, choose } = queueWith();
    choose(photo('1.jpg'), photo('2.jpg'));
    expect(states(queue)).toEqual(['1.jpg: sending', '2.jpg: waiting']);
    await vi.runAllTimersAsync();
    expect(queue.state).toEqual([]);
    expect(tried.map(({ name }) => name)).toEqual(['1.jpg', '2.jpg']);
    expect(onSent).toHaveBeenCalledTimes(2);
  });

  it('stay while the network is gone, and are sent again automatically, starting from the failed step', async () => {
    const { queue, tried, choose } = queueWith(
      { kind: 'unsent', isUploaded: false },
      { kind: 'unsent', isUploaded: true },
    );
    choose(photo('1.jpg'));
    await vi.advanceTimersByTimeAsync(0);
    expect(states(queue)).toEqual(['1.jpg: unsent']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(states(queue)).toEqual(['1.jpg: unsent']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(queue.state).toEqual([]);
    expect(tried.map(({ isUploaded }) => isUploaded)).toEqual([false, false, true]);
  });

  it('aren’t sent again after a refusal, and don’t hold up the others', async () => {
    const { queue, tried, choose } = queueWith({ kind: 'refused', problem: 'No.' });
    choose(photo('1.jpg'), photo('2.jpg'));
    await vi.runAllTimersAsync();
    expect(states(queue)).toEqual(['1.jpg: refused']);
    expect(tried).toHaveLength(2);
    queue.remove(queue.state[0]?.uuid ?? '');
    expect(queue.state).toEqual([]);
  });

  it('are refused on the device if the server could not read them', async () => {
    const { queue, tried, choose } = queueWith();
    choose(photo('1.heic'), photo('2.jpg'));
    await vi.runAllTimersAsync();
    expect(queue.state).toMatchObject([{ state: 'refused', problem: expect.stringContaining('HEIC') }]);
    expect(tried.map(({ name }) => name)).toEqual(['2.jpg']);
  });
});
