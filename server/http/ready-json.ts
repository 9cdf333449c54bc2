/**
 * Thrown by a handler that has written its response itself: it is sent unchanged, neither validated nor serialized
 * again. `pieces` null = the reader's copy is still valid (304).
 */
export class ReadyJson extends Error {
  override readonly name = 'ReadyJson';
  readonly etag: string;
  readonly pieces: readonly string[] | null;

  constructor(etag: string, pieces: readonly string[] | null) {
    super('The response is ready.');
    this.etag = etag;
    this.pieces = pieces;
  }
}
