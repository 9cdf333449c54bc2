import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EVENT_SILENCE_MS, type DealMoved } from '../../../contract/events.ts';
import { newUuid } from '../../../db/uuid.ts';
import { readEvents, SilentStreamError } from './read-events.ts';

const deal = newUuid();
const event = (version: number) => `data: ${JSON.stringify({ deal, version })}\n\n`;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stream that gets these pieces and stays open until it is ended. */
function streamOf(...pieces: string[]) {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const writer = writable.getWriter();
  const write = async (piece: string) => writer.write(new TextEncoder().encode(piece));
  const heard: DealMoved[] = [];
  const ended = readEvents(readable, (moved) => heard.push(moved));
  void pieces.reduce(async (before, piece) => before.then(async () => write(piece)), Promise.resolve());
  return { heard, ended, write, end: async () => writer.close() };
}

it('[FEED4] reads events however they are split, and skips unknown ones', async () => {
  const text = `: hello\n\n${event(1)}event: other\ndata: [1]\n\ndata: {"deal": 7}\n\n${event(2)}`;
  const { heard, ended, end } = streamOf(text.slice(0, 30), text.slice(30, 31), text.slice(31));
  await expect.poll(() => heard).toHaveLength(2);
  await end();
  await ended;
  expect(heard).toEqual([
    { deal, version: 1 },
    { deal, version: 2 },
  ]);
});

it('[FEED4] a stream that is silent for too long counts as dead, and a comment keeps it alive', async () => {
  const { ended, write } = streamOf(event(1));
  const why = ended.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(EVENT_SILENCE_MS - 1000);
  await write(': still here\n\n');
  await vi.advanceTimersByTimeAsync(EVENT_SILENCE_MS - 1000);
  await write(': still here\n\n');
  await vi.advanceTimersByTimeAsync(EVENT_SILENCE_MS + 1000);
  expect(await why).toBeInstanceOf(SilentStreamError);
});
