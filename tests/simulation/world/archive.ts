/** A Blob in memory, because the platform reads its own Blobs in other threads, at unpredictable times. */
export class MemoryBlob {
  readonly chunks: readonly Uint8Array[];

  constructor(parts: readonly (Uint8Array | MemoryBlob)[] = []) {
    this.chunks = parts.flatMap((part) => (part instanceof MemoryBlob ? part.chunks : [part]));
  }
}

class TextReader {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

class BlobReader {
  readonly blob: MemoryBlob;

  constructor(blob: MemoryBlob) {
    this.blob = blob;
  }
}

class TextWriter {
  readonly of = 'text';
}

class ZipWriter {
  readonly #writable: WritableStream<Uint8Array>;
  readonly #entries: Record<string, string> = {};

  constructor(writable: WritableStream<Uint8Array>) {
    this.#writable = writable;
  }

  async add(path: string, { text }: TextReader): Promise<void> {
    this.#entries[path] = text;
  }

  async close(): Promise<void> {
    const writer = this.#writable.getWriter();
    await writer.write(new TextEncoder().encode(JSON.stringify(this.#entries)));
    await writer.close();
  }
}

class ZipReader {
  readonly #blob: MemoryBlob;

  constructor({ blob }: BlobReader) {
    this.#blob = blob;
  }

  async getEntries(): Promise<{ filename: string; directory: false; getData: () => Promise<string> }[]> {
    const entries: Record<string, string> = JSON.parse(Buffer.concat(this.#blob.chunks).toString('utf8'));
    return Object.entries(entries).map(([filename, text]) => ({
      filename,
      directory: false,
      getData: async () => text,
    }));
  }
}

/** The part of the archiver that the product uses. For texts only, because no file is queued in a world. */
export const archiver = { BlobReader, TextReader, TextWriter, ZipReader, ZipWriter };
