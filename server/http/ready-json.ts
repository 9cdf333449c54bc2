/**
 * Thrown by a handler that has written its response itself. The response is sent unchanged, without validation or
 * serialization. `pieces` null = the reader's copy is still valid (304).
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
