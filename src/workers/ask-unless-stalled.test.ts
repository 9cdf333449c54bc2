import { expect, it } from 'vitest';
import { askUnlessStalled } from './ask-unless-stalled.ts';

const encoder = new TextEncoder();

/** A request whose response arrives in these pieces, and then ends or stalls. The signal aborts it. */
function answering(pieces: readonly string[], ends: boolean) {
  return async (signal: AbortSignal) =>
    new Response(
      new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(encoder.encode(piece));
          if (ends) controller.close();
          else signal.addEventListener('abort', () => controller.error(signal.reason));
        },
      }),
      { status: 203, headers: { 'content-type': 'application/pdf' } },
    );
}

it('[KEEP2] a response is passed on unchanged', async () => {
  const response = await askUnlessStalled(answering(['de', 'ed'], true));
  expect([response.status, response.headers.get('content-type')]).toEqual([203, 'application/pdf']);
  expect(await response.text()).toBe('deed');
});

it('[KEEP2] a file that stops arriving is abandoned', async () => {
  const response = await askUnlessStalled(answering(['de'], false), 20);
  await expect(response.text()).rejects.toThrow('aborted');
});

it('[KEEP2] a request without a response is abandoned', async () => {
  const silence = async (signal: AbortSignal) =>
    new Promise<Response>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  await expect(askUnlessStalled(silence, 20)).rejects.toThrow('aborted');
});
