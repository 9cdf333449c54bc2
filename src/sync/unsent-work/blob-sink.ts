/** The number of bytes in memory at a time. */
const PIECE_BYTES = 4 * 1024 * 1024;

/**
 * Collects a stream of any length into a Blob. The browser stores the pieces, so a large file is never completely in memory.
 */
export function openBlobSink(mediaType: string): { writable: WritableStream<Uint8Array>; blob: () => Blob } {
  const pieces: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let waiting = 0;
  const flush = () => {
    if (waiting > 0) pieces.push(new Blob(chunks));
    chunks = [];
    waiting = 0;
  };
  const writable = new WritableStream<Uint8Array>({
    write(chunk) {
      // A copy, because the writer may reuse its buffer.
      chunks.push(new Uint8Array(chunk));
      waiting += chunk.byteLength;
      if (waiting >= PIECE_BYTES) flush();
    },
    close: flush,
  });
  return { writable, blob: () => new Blob(pieces, { type: mediaType }) };
}
