/** A connection without data for this long is dead, milliseconds. */
const STALLED_MS = 30_000;

/**
 * The response of a request that is abandoned after a silence: a file may take as long as it takes, but a dead
 * connection must not block the others.
 */
export async function askUnlessStalled(
  ask: (signal: AbortSignal) => Promise<Response>,
  stalledMs = STALLED_MS,
): Promise<Response> {
  const stalled = new AbortController();
  const watch = () => setTimeout(() => stalled.abort(), stalledMs);
  let timer = watch();
  const response = await ask(stalled.signal).finally(() => clearTimeout(timer));
  const { body, status, statusText, headers } = response;
  if (!body) return response;
  timer = watch();
  const watched = body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        clearTimeout(timer);
        timer = watch();
        controller.enqueue(chunk);
      },
      flush: () => clearTimeout(timer),
    }),
  );
  return new Response(watched, { status, statusText, headers });
}
