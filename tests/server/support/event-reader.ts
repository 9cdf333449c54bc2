import { dealMovedSchema, EVENTS_PATH, type DealMoved } from '../../../src/contract/events.ts';
import { CONTRACT_VERSION } from '../../../src/contract/version.ts';
import type { TestClient } from './test-client.ts';

/** A reader of the event stream over real HTTP. */
export type EventReader = {
  status: number;
  headers: Headers;
  /** All events so far. */
  seen: readonly DealMoved[];
  /** Returns the number of comment lines so far. */
  comments: () => number;
  /**
   * Resolves with the first event about this deal with this version or a later one. Rejects if the stream
   * ends before.
   */
  sees(deal: string, version: number): Promise<DealMoved>;
  /** Resolves when the server ends the stream, cleanly or not. */
  ended: Promise<'ended' | 'cut'>;
  close(): Promise<void>;
};

/** Opens the stream as this client. Resolves when the response's head has arrived. */
export async function readEvents(
  client: TestClient,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const leaving = new AbortController();
  const response = await fetch(`${client.url}/api${EVENTS_PATH}`, {
    headers: {
      'x-counterpart': String(CONTRACT_VERSION),
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
    signal: leaving.signal,
  });
  const seen: DealMoved[] = [];
  let comments = 0;
  let over = false;
  let wake = Promise.withResolvers<void>();
  const notifyWaiting = () => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  const read = async (): Promise<'ended' | 'cut'> => {
    let text = '';
    try {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          if (block.startsWith(':')) comments += 1;
          else seen.push(dealMovedSchema.parse(JSON.parse(block.replace(/^data: /, ''))));
        }
        notifyWaiting();
      }
      return 'ended';
    } catch {
      return 'cut';
    } finally {
      over = true;
      notifyWaiting();
    }
  };
  const ended = read();
  return {
    status: response.status,
    headers: response.headers,
    seen,
    comments: () => comments,
    ended,
    sees: async (deal, version) => {
      for (;;) {
        const found = seen.find((move) => move.deal === deal && move.version >= version);
        if (found) return found;
        if (over) throw new Error('The stream ended before.');
        await wake.promise;
      }
    },
    close: async () => {
      leaving.abort();
      await ended;
    },
  };
}
