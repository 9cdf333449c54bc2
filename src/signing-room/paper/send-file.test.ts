import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONTRACT_HEADER } from '../../contract/version.ts';
import { UploadQueue } from './upload-queue.ts';

type Answer = () => Response;

const headers = { [CONTRACT_HEADER]: '11' };
const FORM: Answer = () => Response.json({ url: 'https://files.test/', fields: { key: 'k' } }, { headers });
const room =
  (state: string): Answer =>
  () =>
    Response.json({ state }, { headers });
const throttled =
  (seconds: number): Answer =>
  () =>
    Response.json(
      { code: 'too_many_requests', error_message: `Wait ${seconds} seconds and try again.` },
      { status: 429, headers: { ...headers, 'retry-after': String(seconds) } },
    );
const LOCKED: Answer = () =>
  Response.json({ code: 'not_allowed', error_message: 'Enter your code first.' }, { status: 403, headers });

/** The calls that the room made, and the server's answers to them, by the last part of the path. Other calls succeed. */
let calls: string[];
let answers: Record<string, Answer[]>;

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  answers = {};
  const usual: Record<string, Answer> = { upload: FORM, returned_file: room('paper') };
  vi.stubGlobal('fetch', async (url: string) => {
    const call = url.slice(url.lastIndexOf('/') + 1) || 'bytes';
    calls.push(call);
    const answer = answers[call]?.shift() ?? usual[call];
    return answer ? answer() : new Response(null, { status: 204 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Chooses photos in a room that displays the queue. */
async function choose(...names: string[]) {
  const queue = new UploadQueue('token');
  const onChange = vi.fn<() => void>();
  queue.resume(onChange);
  add(queue, ...names);
  await vi.advanceTimersByTimeAsync(0);
  return { queue, onChange };
}

/** Chooses photos, and sends them as they were taken. */
function add(queue: UploadQueue, ...names: string[]): void {
  const photos = names.map((name) => new File(['a photo'], name, { type: 'image/jpeg' }));
  queue.add(photos, { nameOf: ({ name }) => name });
  for (const { uuid, state, file } of queue.state) if (state === 'unchecked') queue.use(uuid, file);
}

const SENT = ['upload', 'bytes', 'returned_file'];

it('a photo is uploaded and submitted', async () => {
  const { queue, onChange } = await choose('1.jpg');
  expect(calls).toEqual(SENT);
  expect(queue.state).toEqual([]);
  expect(onChange).toHaveBeenCalledOnce();
});

it('a photo that the server already has, from another tab or from before a reload, counts as sent', async () => {
  const taken = { code: 'uuid_taken', error_message: 'This uuid is taken.' };
  answers['upload'] = [() => Response.json(taken, { status: 409, headers })];
  const { queue, onChange } = await choose('1.jpg');
  expect(calls).toEqual(['upload']);
  expect(queue.state).toEqual([]);
  expect(onChange).toHaveBeenCalledOnce();
});

describe('photos that are sent while the server asks for a pause', () => {
  it('say so, wait as long as the server asks, and are then sent', async () => {
    answers['upload'] = [throttled(45)];
    const { queue } = await choose('1.jpg', '2.jpg');
    expect(queue.state).toMatchObject([
      { state: 'unsent', problem: 'Wait 45 seconds and try again.' },
      { state: 'waiting' },
    ]);
    await vi.advanceTimersByTimeAsync(44_000);
    add(queue, '3.jpg');
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toEqual(['upload']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls).toEqual(['upload', ...SENT, ...SENT, ...SENT]);
    expect(queue.state).toEqual([]);
  });

  it('aren’t uploaded again if the pause begins before they are submitted', async () => {
    answers['returned_file'] = [throttled(20)];
    const { queue } = await choose('1.jpg');
    expect(queue.state).toMatchObject([{ state: 'unsent', problem: 'Wait 20 seconds and try again.' }]);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(calls).toEqual(SENT);
    await vi.advanceTimersByTimeAsync(1000);
    expect(calls).toEqual([...SENT, 'returned_file']);
    expect(queue.state).toEqual([]);
  });
});

describe('photos that are sent while a code is required', () => {
  it.each([
    ['uploaded', 'upload', LOCKED, ['upload'], [...SENT, ...SENT]],
    ['submitted', 'returned_file', room('locked'), SENT, ['returned_file', ...SENT]],
    ['submitted on a new device', 'returned_file', room('new_device'), SENT, ['returned_file', ...SENT]],
  ] as const)(
    'make the room ask for the code before they are %s, and are sent afterward',
    async (...about) => {
      const [, call, answer, before, after] = about;
      answers[call] = [answer];
      const { queue, onChange } = await choose('1.jpg', '2.jpg');
      expect(onChange).toHaveBeenCalledOnce();
      expect(queue.state.map(({ state }) => state)).toEqual(['unsent', 'waiting']);
      // Nothing more is tried while the code form is open.
      await vi.advanceTimersByTimeAsync(60_000);
      expect(calls).toEqual(before);
      queue.resume(onChange);
      await vi.advanceTimersByTimeAsync(0);
      expect(calls).toEqual([...before, ...after]);
      expect(queue.state).toEqual([]);
    },
  );
});
