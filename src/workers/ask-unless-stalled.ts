/** A connection that delivers no data for this long counts as dead, ms. */
const STALLED_MS = 30_000;

/**
 * Returns the response of a request, which is aborted if no data arrives for a while. A file may take any amount of time, but a
 * dead connection must not block other downloads.
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
