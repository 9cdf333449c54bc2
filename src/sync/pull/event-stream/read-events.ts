import { dealMovedSchema, EVENT_SILENCE_MS, type DealMoved } from '../../../contract/events.ts';

/** The stream has been silent for longer than a live one would be. */
export class SilentStreamError extends Error {
  constructor() {
    super('The event stream stopped sending.');
  }
}

/**
 * Reads server-sent events until the stream ends. Unknown events are skipped, because hints may be lost.
 * @throws {SilentStreamError} when nothing, not even a comment, has arrived for too long
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onMoved: (moved: DealMoved) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read());
      if (done) return;
      const blocks = (text + value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const moved = movedIn(block);
        if (moved) onMoved(moved);
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function withinSilence<Read>(read: Promise<Read>): Promise<Read> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SilentStreamError()), EVENT_SILENCE_MS);
  try {
    return await Promise.race([read, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function movedIn(block: string): DealMoved | null {
  const lines = block.split('\n').filter((line) => line.startsWith('data:'));
  try {
    return dealMovedSchema.parse(JSON.parse(lines.map((line) => line.slice('data:'.length)).join('\n')));
  } catch {
    return null;
  }
}
