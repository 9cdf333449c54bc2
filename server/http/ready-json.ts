/**
 * Thrown by a handler that has written its answer itself: it is sent as it is, neither validated nor serialized again.
 * `pieces` null = what the reader has is still right (304).
 */
export class ReadyJson extends Error {
  override readonly name = 'ReadyJson';
  readonly etag: string;
  readonly pieces: readonly string[] | null;

  constructor(etag: string, pieces: readonly string[] | null) {
    super('The answer is ready.');
    this.etag = etag;
    this.pieces = pieces;
  }
}
